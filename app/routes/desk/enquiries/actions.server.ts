import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import {
  assignmentFaults,
  deskFaults,
  getEnquiryMessages,
  replyFaults,
  selectionMessages,
} from '#app/content/messages/enquiry.server.ts';
import { getFlashToast, type FlashMessage } from '#app/content/messages/flash-messages.server.ts';
import { formatAthensTime } from '#app/domain/clock.server.ts';
import { readView, statusParameter } from '#app/domain/desk/desk-filter.server.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import {
  assignEnquiry,
  setFollowUp,
  setStatus,
  writeNote,
} from '#app/domain/desk/enquiry-changes.server.ts';
import {
  createFormKey,
  recordAnswer,
  retryReply,
  sendReply,
} from '#app/domain/desk/replies.server.ts';
import { changeSelection, undoSelection } from '#app/domain/desk/selection.server.ts';
import { DESK, REPLY } from '#app/domain/limits.ts';
import { formatLetterLine, formatLetterText, toPlainText } from '#app/domain/plain-text.ts';
import { createDeskAction, redirectWithFlash } from '#app/routes/desk/answers.server.ts';
import {
  presentSelection,
  presentStaleAssignment,
  presentStaleFollowUp,
  presentStaleRows,
  presentStaleStatus,
  toFlashIds,
} from '#app/routes/desk/presenter.server.ts';
import { CHANNELS } from '#db/schema.ts';

const id = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const adminIdOrNone = z
  .string()
  .regex(/^\d{0,15}$/)
  .transform((text) => (text === '' ? null : Number(text)));

const dayOrNone = z
  .union([z.literal(''), z.iso.date().regex(/^20/)])
  .transform((day) => (day === '' ? null : day));

// `from` is the value that the form showed; an Undo names its status change in `after`.
const statusForm = z.object({
  enquiry: id,
  after: id.optional(),
  from: statusParameter,
  status: statusParameter,
});
const assignmentForm = z.object({ enquiry: id, from: adminIdOrNone, admin: adminIdOrNone });
const followUpForm = z.object({ enquiry: id, from: dayOrNone, due_on: dayOrNone });

const formKey = z.string().regex(/^[\w-]{22}$/);

const answerForm = z.object({
  enquiry: id.catch(0),
  channel: z.enum(CHANNELS),
  key: formKey.catch(createFormKey),
});

const replyForm = z.object({
  enquiry: id.nullable().catch(null),
  subject: z.string().catch('').transform(formatLetterLine),
  message: z.string().catch('').transform(formatLetterText),
  key: formKey.catch(''),
  after: id.catch(-1),
});

const getText = (form: FormData, name: string) => String(form.get(name) ?? '');

const enquiryPath = (url: URL, enquiry: number) =>
  getDeskPath({ ...readView(url.searchParams), enquiry: String(enquiry) });

/** D-4. A script's submission stays on its page and shows the toast itself. */
export const changeStatus = createDeskAction(
  { fault: 'update', event: 'status-not-updated' },
  async ({ admin, requester, form, url, isScripted, refuse }) => {
    const { language } = admin;
    // The button of a drafted status is in the same form as the select, and comes first.
    const { offered, ...fields } = Object.fromEntries(form);
    const { data } = statusForm.safeParse(offered ? { ...fields, status: offered } : fields);
    if (!data) return refuse(deskFaults[language].unknownStatus, 422);
    const { enquiry: enquiryId, from, status: to, after: lastChangeId } = data;
    const result = await setStatus(admin, requester, { enquiryId, from, to, lastChangeId });
    if (result.kind === 'not-found') return refuse(deskFaults[language].enquiryDeleted, 404);
    if (result.kind === 'stale') {
      return refuse(presentStaleStatus(result, language), 409);
    }
    const { undo } = result;
    const flash: FlashMessage = `status-${to}`;
    if (isScripted) return { saved: true, toast: getFlashToast(flash, language), undo };
    const list = getDeskPath(readView(url.searchParams));
    return redirectWithFlash(list, flash, { ids: undo ? [undo.after] : [] });
  },
);

const shownRow = z
  .string()
  .transform((text) => text.split('.'))
  .pipe(z.tuple([id, statusParameter, adminIdOrNone]))
  .transform(([enquiryId, status, assigneeId]) => ({ enquiryId, status, assigneeId }));

/** Returns the ticked rows as the page showed them, from the field `shown`. */
function listTickedRows(form: FormData): string[] {
  const shownRows = getText(form, 'shown').split(',');
  return form
    .getAll('ids')
    .map((id) => shownRows.find((row) => row.startsWith(`${String(id)}.`)) ?? String(id));
}

const NOBODY = 'nobody';

const selectionForm = z.object({
  rows: z.array(shownRow).max(DESK.pageRows),
  status: statusParameter.or(z.literal('')).transform((status) => status || undefined),
  admin: z
    .literal(['', NOBODY])
    .or(id)
    .transform((admin) => (admin === NOBODY ? null : admin === '' ? undefined : admin)),
});

const selectionUndo = z.object({ at: id, rows: z.array(id).max(DESK.pageRows) });

/** DK-5. A form with the field `at` is the Undo of an earlier change. */
export const changeSelected = createDeskAction(
  { fault: 'selection', event: 'selection-not-changed' },
  async ({ admin, requester, form, url, isScripted, refuse }) => {
    const { language } = admin;
    const list = getDeskPath(readView(url.searchParams));
    const parsed = form.has('at') ? parseSelectionUndo(form) : parseSelection(form);
    if (parsed.kind === 'invalid') return refuse(invalidSelectionText(parsed.field, language), 422);
    if (parsed.kind === 'empty') {
      return isScripted
        ? { toast: getFlashToast('nothing-selected', language) }
        : redirectWithFlash(list, 'nothing-selected');
    }
    const result =
      parsed.kind === 'undo'
        ? await undoSelection(admin, requester, parsed.rows, parsed.at)
        : await changeSelection(admin, requester, parsed.rows, parsed.change);
    if (result.kind === 'unknown-admin') {
      return refuse(assignmentFaults[language].unknownAdmin, 422);
    }
    const { changedIds, unchangedIds, staleIds } = result;
    if (changedIds.length + unchangedIds.length === 0) {
      return refuse(await presentStaleRows(staleIds, language), 409);
    }
    if (isScripted) return presentSelection(result, language);
    return redirectWithFlash(list, 'selection', { ids: toFlashIds(result) });
  },
);

function parseSelectionUndo(form: FormData) {
  const rows = getText(form, 'rows').split(',');
  const { data } = selectionUndo.safeParse({ at: form.get('at'), rows });
  if (!data) return { kind: 'invalid' as const, field: undefined };
  return { kind: 'undo' as const, ...data };
}

function parseSelection(form: FormData) {
  const fields = { ...Object.fromEntries(form), rows: listTickedRows(form) };
  const { data, error } = selectionForm.safeParse(fields);
  if (!data) return { kind: 'invalid' as const, field: error.issues[0]?.path[0] };
  const { rows, status, admin: assigneeId } = data;
  const changesNothing = status === undefined && assigneeId === undefined;
  if (rows.length === 0 || changesNothing) return { kind: 'empty' as const };
  return { kind: 'change' as const, rows, change: { status, assigneeId } };
}

function invalidSelectionText(field: PropertyKey | undefined, language: Language): string {
  if (field === 'status') return deskFaults[language].unknownStatus;
  if (field === 'admin') return assignmentFaults[language].unknownAdmin;
  return selectionMessages[language].incomplete;
}

export const addNote = createDeskAction(
  {
    fault: 'note',
    event: 'note-not-added',
    typed: (form) => ({ note: toPlainText(getText(form, 'note'), DESK.noteMax) }),
  },
  async ({ admin, form, url, typed: { note }, refuse }) => {
    const faults = deskFaults[admin.language];
    const enquiryId = Number(form.get('enquiry'));
    if (!note) return refuse(faults.emptyNote, 422);
    if (note.length > DESK.noteMax) return refuse(faults.longNote(DESK.noteMax), 422);
    if (!Number.isSafeInteger(enquiryId))
      return refuse(getEnquiryMessages(admin.language).enquiryNotFound, 404);
    if (!(await writeNote(admin, enquiryId, note))) return refuse(faults.enquiryDeleted, 404);
    return redirectWithFlash(enquiryPath(url, enquiryId), 'note-added');
  },
);

export const assign = createDeskAction(
  { fault: 'assign', event: 'not-assigned' },
  async ({ admin, requester, form, url, refuse }) => {
    const { language } = admin;
    const { data } = assignmentForm.safeParse(Object.fromEntries(form));
    if (!data) return refuse(assignmentFaults[language].unknownAdmin, 422);
    const { enquiry: enquiryId, from, admin: to } = data;
    const result = await assignEnquiry(admin, requester, { enquiryId, from, to });
    if (result.kind === 'not-found') return refuse(deskFaults[language].enquiryDeleted, 404);
    if (result.kind === 'unknown-admin')
      return refuse(assignmentFaults[language].unknownAdmin, 422);
    if (result.kind === 'stale') {
      return refuse(presentStaleAssignment(result, language), 409);
    }
    const flash = to === null ? 'released' : to === admin.id ? 'assigned-to-you' : 'assigned';
    return redirectWithFlash(enquiryPath(url, enquiryId), flash);
  },
);

export const setFollowUpDay = createDeskAction(
  {
    fault: 'followUp',
    event: 'follow-up-not-set',
    typed: (form) => ({ dueOn: getText(form, 'due_on') }),
  },
  async ({ admin, requester, form, url, refuse }) => {
    const { language } = admin;
    const { data } = followUpForm.safeParse(Object.fromEntries(form));
    if (!data) return refuse(assignmentFaults[language].unknownDay, 422);
    const { enquiry: enquiryId, from, due_on: to } = data;
    const result = await setFollowUp(admin, requester, { enquiryId, from, to });
    if (result.kind === 'not-found') return refuse(deskFaults[language].enquiryDeleted, 404);
    if (result.kind === 'stale') {
      return refuse(presentStaleFollowUp(result, language), 409);
    }
    const flash = to === null ? 'follow-up-cleared' : 'follow-up-set';
    return redirectWithFlash(enquiryPath(url, enquiryId), flash);
  },
);

export const sendReplyForm = createDeskAction(
  {
    fault: 'reply',
    event: 'reply-not-sent',
    typed: (form) => {
      const { enquiry, ...reply } = replyForm.parse(Object.fromEntries(form));
      return { enquiry, reply };
    },
  },
  async ({ admin, requester, url, typed: { enquiry, reply }, refuse }) => {
    const { language } = admin;
    const messages = replyFaults[language];
    if (enquiry === null || !reply.key || reply.after < 0) {
      const changes = { reply: { ...reply, key: createFormKey(), after: 0 } };
      if (enquiry === null)
        return refuse(getEnquiryMessages(language).enquiryNotFound, 404, changes);
      return refuse(messages.incomplete, 422, changes);
    }
    const { subjectMax, messageMax } = REPLY;
    const { subject, message } = reply;
    const refuseField = (field: 'subject' | 'message', text: string) =>
      refuse(text, 422, { fault: { field, text } });
    if (!subject) return refuseField('subject', messages.noSubject);
    if (subject.length > subjectMax)
      return refuseField('subject', messages.longSubject(subjectMax));
    if (!message) return refuseField('message', messages.noMessage);
    if (message.length > messageMax)
      return refuseField('message', messages.longMessage(messageMax));
    const result = await sendReply(admin, requester, enquiry, reply);
    if (result.kind === 'not-found') return refuse(deskFaults[language].enquiryDeleted, 404);
    if (result.kind === 'no-address') return refuse(messages.noAddress, 422);
    // With a new key, the second text can be sent as well.
    if (result.kind === 'spent') {
      const changes = { key: createFormKey(), after: result.lastReplyId };
      return refuse(messages.spent, 409, { reply: { ...reply, ...changes } });
    }
    // With the colleague's reply in view, this one can be sent as well.
    if (result.kind === 'overtaken') {
      const { authorEmail, repliedAt, lastReplyId } = result;
      const repliedTime = formatAthensTime(repliedAt, language);
      return refuse(messages.overtaken(authorEmail, repliedTime), 409, {
        reply: { ...reply, after: lastReplyId },
      });
    }
    const view = { ...readView(url.searchParams), reply: '', template: '' } as const;
    const page = getDeskPath({ ...view, enquiry: String(enquiry) });
    return redirectWithFlash(page, result.began ? 'reply-began' : 'reply-queued');
  },
);

export const recordElsewhere = createDeskAction(
  {
    fault: 'answer',
    event: 'answer-not-recorded',
    typed: (form) => ({ answer: toPlainText(getText(form, 'note'), DESK.noteMax) }),
  },
  async ({ admin, requester, form, url, typed: { answer: note }, refuse }) => {
    const { language } = admin;
    const { data } = answerForm.safeParse(Object.fromEntries(form));
    if (!data) return refuse(replyFaults[language].unknownChannel, 422);
    if (note.length > DESK.noteMax) return refuse(deskFaults[language].longNote(DESK.noteMax), 422);
    const recorded = await recordAnswer(admin, requester, data.enquiry, { ...data, note });
    if (!recorded) return refuse(deskFaults[language].enquiryDeleted, 404);
    const flash = recorded.began ? 'answer-began' : 'answer-recorded';
    return redirectWithFlash(enquiryPath(url, data.enquiry), flash);
  },
);

export const sendReplyAgain = createDeskAction(
  { fault: 'notSentAgain', event: 'reply-not-retried' },
  async ({ admin, requester, form, url, refuse }) => {
    const { language } = admin;
    const failed = { enquiryId: Number(form.get('enquiry')), replyId: Number(form.get('reply')) };
    if (!Object.values(failed).every(Number.isSafeInteger)) {
      return refuse(deskFaults[language].enquiryDeleted, 404);
    }
    const result = await retryReply(admin, requester, failed);
    if (result === 'not-found') return refuse(replyFaults[language].notRetried, 409);
    return redirectWithFlash(getDeskPath(readView(url.searchParams)), 'mail-again');
  },
);
