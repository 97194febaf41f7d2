import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import { assignmentErrors, deskErrors, selectionTexts } from '#app/content/texts/enquiry.server.ts';
import { getFlashToast } from '#app/content/texts/flash-texts.server.ts';
import { parseDeskView, statusParameter } from '#app/domain/desk/desk-filter.server.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import { changeSelectedEnquiries, undoSelectionChange } from '#app/domain/desk/selection.server.ts';
import { DESK } from '#app/domain/limits.ts';
import type { PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash } from '#app/routes/desk/desk-request.server.ts';
import { adminIdOrNone, id } from '#app/routes/desk/enquiries/form-ids.server.ts';
import {
  packSelectionOutcome,
  readSelectionToast,
  readStaleRowsText,
} from '#app/routes/desk/flash-toast.server.ts';

const shownRow = z
  .string()
  .transform((text) => text.split('.'))
  .pipe(z.tuple([id, statusParameter, adminIdOrNone]))
  .transform(([enquiryId, status, assigneeId]) => ({ enquiryId, status, assigneeId }));

/** Returns the ticked rows as the page showed them, from the field `shown`. */
function listTickedRows(form: FormData): string[] {
  const shownRows = String(form.get('shown') ?? '').split(',');
  const rowIds = form.getAll('ids').map(String);
  return rowIds.map((rowId) => shownRows.find((row) => row.startsWith(`${rowId}.`)) ?? rowId);
}

const NOBODY = 'nobody';

const selectionForm = z.object({
  rows: z.array(shownRow).max(DESK.pageRows),
  status: statusParameter.or(z.literal('')).transform((status) => status || undefined),
  admin: z
    .literal(['', NOBODY])
    .or(id)
    .transform((admin) => {
      if (admin === '') return undefined;
      return { id: admin === NOBODY ? null : admin };
    }),
});

const selectionUndo = z.object({ at: id, rows: z.array(id).max(DESK.pageRows) });

/**
 * Changes status or assignee of the ticked rows (DK-5), or undoes such a change if the form has the field `at`. With
 * scripts returns the toast, otherwise redirects to the list, also if nothing is ticked or chosen. Refuses with 422 an
 * invalid form or unknown admin, and with 409 if colleagues were faster in every row; otherwise the toast names the rows
 * that stay as they are.
 */
export async function changeSelectionAction(posted: PostedForm) {
  const { admin, author, form, url, isScripted, refuse } = posted;
  const { language } = admin;
  const listPath = getDeskPath(parseDeskView(url.searchParams));
  const parsed = form.has('at') ? parseSelectionUndo(form) : parseSelection(form);

  if (parsed.kind === 'invalid') {
    return refuse(getSelectionErrorText(parsed.field, language), 422);
  }
  if (parsed.kind === 'empty') {
    if (!isScripted) return redirectWithFlash(listPath, 'nothing-selected');
    const toast = getFlashToast('nothing-selected', language);
    return { kind: 'refused' as const, toast, values: {} };
  }

  const isUndo = parsed.kind === 'undo';
  const result = isUndo
    ? await undoSelectionChange(author, parsed.rows, parsed.at)
    : await changeSelectedEnquiries(author, parsed.rows, parsed.change);
  if (result.kind === 'unknown-admin') {
    return refuse(assignmentErrors[language].unknownAdmin, 422);
  }

  const { changedIds, unchangedIds, staleIds } = result;
  const isEveryRowStale = changedIds.length + unchangedIds.length === 0;
  if (isEveryRowStale) {
    return refuse(await readStaleRowsText(staleIds, language), 409);
  }

  const flash = isUndo ? 'selection-undone' : 'selection';
  if (isScripted) return readSelectionToast(flash, result, language);
  return redirectWithFlash(listPath, flash, { numbers: packSelectionOutcome(result) });
}

type SelectionFields = z.infer<typeof selectionForm>;

type ParsedSelection =
  | { kind: 'invalid'; field: PropertyKey | undefined }
  /** No row is ticked, or nothing is to be changed. */
  | { kind: 'empty' }
  | {
      kind: 'change';
      rows: SelectionFields['rows'];
      change: { status: SelectionFields['status']; assignee: SelectionFields['admin'] };
    };

function parseSelection(form: FormData): ParsedSelection {
  const fields = { ...Object.fromEntries(form), rows: listTickedRows(form) };
  const { data, error } = selectionForm.safeParse(fields);
  if (!data) return { kind: 'invalid', field: error.issues[0]?.path[0] };

  const { rows, status, admin: assignee } = data;
  const changesNothing = status === undefined && assignee === undefined;
  if (rows.length === 0 || changesNothing) return { kind: 'empty' };
  return { kind: 'change', rows, change: { status, assignee } };
}

type ParsedUndo =
  { kind: 'invalid'; field: undefined } | ({ kind: 'undo' } & z.infer<typeof selectionUndo>);

function parseSelectionUndo(form: FormData): ParsedUndo {
  const rows = String(form.get('rows') ?? '').split(',');
  const { data } = selectionUndo.safeParse({ at: form.get('at'), rows });
  return data ? { kind: 'undo', ...data } : { kind: 'invalid', field: undefined };
}

function getSelectionErrorText(field: PropertyKey | undefined, language: Language): string {
  if (field === 'status') return deskErrors[language].unknownStatus;
  if (field === 'admin') return assignmentErrors[language].unknownAdmin;
  return selectionTexts[language].incomplete;
}
