import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import { assignmentErrors, deskErrors, selectionTexts } from '#app/content/texts/enquiry.server.ts';
import { getFlashToast } from '#app/content/texts/flash-texts.server.ts';
import { parseDeskView, statusParameter } from '#app/domain/desk/desk-filter.server.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import {
  changeSelectedEnquiries,
  undoSelectionChange,
  type SelectionResult,
} from '#app/domain/desk/selection.server.ts';
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
  const { admin, author, form, refuse } = posted;
  if (form.has('at')) return undoSelection(posted);

  const fields = { ...Object.fromEntries(form), rows: listTickedRows(form) };
  const { data, error } = selectionForm.safeParse(fields);
  if (!data) return refuse(getFieldErrorText(error.issues[0]?.path[0], admin.language), 422);

  const { rows, status, admin: assignee } = data;
  const changesNothing = status === undefined && assignee === undefined;
  if (rows.length === 0 || changesNothing) return reportNothingSelected(posted);

  const result = await changeSelectedEnquiries(author, rows, { status, assignee });
  if (result.kind === 'unknown-admin') {
    return refuse(assignmentErrors[admin.language].unknownAdmin, 422);
  }
  return reportOutcome('selection', result, posted);
}

async function undoSelection(posted: PostedForm) {
  const { admin, author, form, refuse } = posted;
  const rows = String(form.get('rows') ?? '').split(',');
  const { data } = selectionUndo.safeParse({ at: form.get('at'), rows });
  if (!data) return refuse(selectionTexts[admin.language].incomplete, 422);

  const result = await undoSelectionChange(author, data.rows, data.at);
  return reportOutcome('selection-undone', result, posted);
}

function getFieldErrorText(field: PropertyKey | undefined, language: Language): string {
  if (field === 'status') return deskErrors[language].unknownStatus;
  if (field === 'admin') return assignmentErrors[language].unknownAdmin;
  return selectionTexts[language].incomplete;
}

function reportNothingSelected({ admin, url, isScripted }: PostedForm) {
  const listPath = getDeskPath(parseDeskView(url.searchParams));
  if (!isScripted) return redirectWithFlash(listPath, 'nothing-selected');
  const toast = getFlashToast('nothing-selected', admin.language);
  return { kind: 'refused' as const, toast, values: {} };
}

async function reportOutcome(
  flash: 'selection' | 'selection-undone',
  result: SelectionResult,
  { admin, url, isScripted, refuse }: PostedForm,
) {
  const { changedIds, unchangedIds, staleIds } = result;
  const isEveryRowStale = changedIds.length + unchangedIds.length === 0;
  if (isEveryRowStale) return refuse(await readStaleRowsText(staleIds, admin.language), 409);

  if (isScripted) return readSelectionToast(flash, result, admin.language);
  const listPath = getDeskPath(parseDeskView(url.searchParams));
  return redirectWithFlash(listPath, flash, { numbers: packSelectionOutcome(result) });
}
