import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import {
  assignmentErrors,
  deskErrors,
  getEnquiryTexts,
  statusConflicts,
  statusLabels,
} from '#app/content/texts/enquiry.server.ts';
import { getFlashToast, type FlashMessage } from '#app/content/texts/flash-texts.server.ts';
import { replyErrors, replyFileTexts } from '#app/content/texts/reply.server.ts';
import { readAdminName, readAdminNames } from '#app/domain/accounts/admin-names.server.ts';
import { formatAthensDateTime, formatShortDay } from '#app/domain/clock.server.ts';
import { parseDeskView, statusParameter } from '#app/domain/desk/desk-filter.server.ts';
import { getDeskPath, getEnquiryPath } from '#app/domain/desk/desk-view.ts';
import {
  addEnquiryNote,
  changeField,
  isAssignable,
  undoStatusChange,
  type ChangeConflict,
} from '#app/domain/desk/enquiry-changes.server.ts';
import {
  createFormKey,
  mentionsAttachment,
  queueReply,
  readReplyForm,
  recordAnswer,
  retryReply,
} from '#app/domain/desk/replies.server.ts';
import { applyTemplate } from '#app/domain/desk/reply-text.ts';
import { DESK, REPLY } from '#app/domain/limits.ts';
import { cleanStaffLine, cleanStaffText, toPlainText } from '#app/domain/plain-text.ts';
import type { PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash } from '#app/routes/desk/desk-request.server.ts';
import { adminIdOrNone, id } from '#app/routes/desk/enquiries/form-ids.server.ts';
import { presentReplyForm } from '#app/routes/desk/enquiries/presenter.server.ts';
import { readStatusUndo } from '#app/routes/desk/flash-toast.server.ts';
import { presentFileRefusals } from '#app/routes/file-refusals.server.ts';
import { listUnsecretFields } from '#app/routes/typed-fields.server.ts';
import { ANSWER_CHANNELS } from '#db/schema.ts';

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

const retryForm = z.object({ enquiry: id, reply: id });

const formKey = z.string().regex(/^[\w-]{22}$/);

// The id 0 belongs to no enquiry.
const answerForm = z.object({
  enquiry: id.catch(0),
  channel: z.enum(ANSWER_CHANNELS),
  key: formKey.catch(createFormKey),
});

// Always valid, because a refused reply gets its text back: a field that is missing or invalid is null or empty.
const replyForm = z.object({
  enquiry: id.nullable().catch(null),
  subject: z.string().catch('').transform(cleanStaffLine),
  message: z.string().catch('').transform(cleanStaffText),
  key: formKey.nullable().catch(null),
  after: id.nullable().catch(null),
});

/** Returns the path of the enquiry, beside which the form of a reply may be open. */
const getEnquiryPathInView = (url: URL, enquiryId: number) =>
  getDeskPath(parseDeskView(url.searchParams), { enquiry: String(enquiryId) });

/**
 * Changes the status of an enquiry, or takes back the change whose id is in `after`, and redirects to the list. A
 * script's submission stays on its page and gets the toast as data (D-4). Refuses an unknown status with 422, a deleted
 * enquiry with 404, and with 409 if a colleague was faster.
 */
export async function changeStatusAction(posted: PostedForm) {
  const { admin, author, form, url, isScripted, refuse } = posted;
  const { language } = admin;
  const { data } = statusForm.safeParse(Object.fromEntries(form));
  if (!data) return refuse(deskErrors[language].unknownStatus, 422);

  const { enquiry: enquiryId, from, status: to, after: undoneChangeId } = data;
  const isUndo = undoneChangeId !== undefined;
  const result = isUndo
    ? await undoStatusChange(author, enquiryId, undoneChangeId)
    : await changeField(author, 'status', { enquiryId, from, to });
  if (result.kind === 'not-found') return refuse(deskErrors[language].enquiryDeleted, 404);
  if (result.kind === 'conflict') {
    return refuse(await presentStatusConflict(result, language), 409);
  }

  const undo = result.kind === 'changed' ? await readStatusUndo(result.changeId) : null;
  const flash: FlashMessage = isUndo ? `undone-${to}` : `status-${to}`;
  if (isScripted) return { kind: 'done' as const, toast: getFlashToast(flash, language), undo };

  const list = getDeskPath(parseDeskView(url.searchParams));
  return redirectWithFlash(list, flash, { numbers: undo ? [undo.after] : [] });
}

/**
 * Adds a note to an enquiry, and redirects to it. Refuses an empty or long note with 422, an unknown enquiry with 404.
 */
export async function addNoteAction({ admin, author, form, url, refuse }: PostedForm) {
  const note = toPlainText(String(form.get('note') ?? ''), DESK.noteMax);
  const errors = deskErrors[admin.language];
  const enquiryId = Number(form.get('enquiry'));
  if (!note) return refuse(errors.emptyNote, 422);
  if (note.length > DESK.noteMax) return refuse(errors.longNote(DESK.noteMax), 422);
  if (!Number.isSafeInteger(enquiryId)) {
    return refuse(getEnquiryTexts(admin.language).enquiryNotFound, 404);
  }

  const key = formKey.catch(createFormKey).parse(form.get('key'));
  const result = await addEnquiryNote(author, enquiryId, { note, key });
  if (result === 'not-found') return refuse(errors.enquiryDeleted, 404);
  return redirectWithFlash(getEnquiryPathInView(url, enquiryId), 'note-added');
}

/**
 * Assigns an enquiry to an admin, or to nobody, and redirects to it. Refuses an admin who cannot sign in with 422, a
 * deleted enquiry with 404, and with 409 if a colleague was faster.
 */
export async function assignAction({ admin, author, form, url, refuse }: PostedForm) {
  const { language } = admin;
  const { data } = assignmentForm.safeParse(Object.fromEntries(form));
  if (!data) return refuse(assignmentErrors[language].unknownAdmin, 422);

  const { enquiry: enquiryId, from, admin: to } = data;
  if (to !== null && !(await isAssignable(to))) {
    return refuse(assignmentErrors[language].unknownAdmin, 422);
  }

  const result = await changeField(author, 'assigned_to', { enquiryId, from, to });
  if (result.kind === 'not-found') return refuse(deskErrors[language].enquiryDeleted, 404);
  if (result.kind === 'conflict') {
    return refuse(await presentAssignmentConflict(result, language), 409);
  }

  const page = getEnquiryPathInView(url, enquiryId);
  if (to === null) return redirectWithFlash(page, 'released');
  if (to === admin.id) return redirectWithFlash(page, 'assigned-to-you');
  return redirectWithFlash(page, 'assigned', { numbers: [to] });
}

/**
 * Sets or clears the follow-up day, and redirects to the enquiry. Refuses an invalid day with 422, a deleted enquiry
 * with 404, and with 409 if a colleague was faster.
 */
export async function setFollowUpAction({ admin, author, form, url, refuse }: PostedForm) {
  const { language } = admin;
  const { data } = followUpForm.safeParse(Object.fromEntries(form));
  if (!data) return refuse(assignmentErrors[language].unknownDay, 422);
  const { enquiry: enquiryId, from, due_on: to } = data;

  const result = await changeField(author, 'due_on', { enquiryId, from, to });
  if (result.kind === 'not-found') return refuse(deskErrors[language].enquiryDeleted, 404);
  if (result.kind === 'conflict') {
    return refuse(await presentFollowUpConflict(result, language), 409);
  }

  const flash = to === null ? 'follow-up-cleared' : 'follow-up-set';
  return redirectWithFlash(getEnquiryPathInView(url, enquiryId), flash);
}

// A conflict says the current value, and who set it and when if that is recorded.

async function presentStatusConflict(
  { value, by, at }: ChangeConflict<'status'>,
  language: Language,
): Promise<string> {
  const { changedTo, current } = statusConflicts[language];
  const status = statusLabels[language][value];
  const nameAdmin = await readAdminNames();
  const time = at && formatAthensDateTime(at, language);
  const text = by && time ? changedTo(nameAdmin(by), status, time) : current(status);
  return `${text} ${deskErrors[language].nothingOverwritten}`;
}

async function presentAssignmentConflict(
  { value, at }: ChangeConflict<'assigned_to'>,
  language: Language,
): Promise<string> {
  const { assignedTo, unassigned } = assignmentErrors[language];
  const assignee = value === null ? null : await readAdminName(value);
  const time = at && formatAthensDateTime(at, language);
  const text = assignee ? assignedTo(assignee, time) : unassigned;
  return `${text} ${deskErrors[language].nothingOverwritten}`;
}

async function presentFollowUpConflict(
  { value, by, at }: ChangeConflict<'due_on'>,
  language: Language,
): Promise<string> {
  const { dayChangedTo, currentDay } = assignmentErrors[language];
  const day = value && formatShortDay(value, language);
  const nameAdmin = await readAdminNames();
  const time = at && formatAthensDateTime(at, language);
  const text = by && time ? dayChangedTo(nameAdmin(by), day, time) : currentDay(day);
  return `${text} ${deskErrors[language].nothingOverwritten}`;
}

/**
 * Queues a reply, moves a new enquiry to in progress, and redirects to it. A refused reply comes back with its text,
 * and can be sent again: after 422 for its fields or an announced file that is missing, 409 if a colleague has replied
 * or its form was sent already, 404 without the enquiry, 507 without space, and the statuses of refused files. With
 * `use_template` in the URL, queues nothing and fills in a template.
 */
export async function sendReplyAction(posted: PostedForm) {
  const { admin, author, form, files, url, refuse } = posted;
  if (url.searchParams.has('use_template')) return chooseTemplate(posted);

  const { language } = admin;
  const texts = replyErrors[language];
  const { enquiry, subject, message, key, after } = replyForm.parse(Object.fromEntries(form));

  // With these, a form that arrived without its own can be sent again.
  const newValues = { key: createFormKey(), after: '0' };
  if (enquiry === null) {
    return refuse(getEnquiryTexts(language).enquiryNotFound, 404, { values: newValues });
  }
  if (key === null || after === null) {
    return refuse(texts.incomplete, 422, { values: newValues });
  }

  const error = findReplyError(subject, message, language);
  if (error) return refuse(error.text, 422, { errors: { [error.field]: error.text } });

  const isFileExpected = mentionsAttachment(message) && !form.has('without_file');
  if (isFileExpected && !files) {
    return refuse(texts.noFile, 422, { errors: { files: texts.noFile } });
  }

  const result = await queueReply(author, enquiry, { subject, message, key, after }, files);
  if (result.kind !== 'queued') return refuseReply(result, posted);

  const page = getEnquiryPath(parseDeskView(url.searchParams), enquiry);
  const flash = result.startedProgress ? 'reply-began' : 'reply-queued';
  return redirectWithFlash(page, flash);
}

type ReplyRefusal = Exclude<Awaited<ReturnType<typeof queueReply>>, { kind: 'queued' }>;

async function refuseReply(result: ReplyRefusal, { admin, refuse }: PostedForm) {
  const { language } = admin;
  const texts = replyErrors[language];

  if (result.kind === 'files-refused') {
    const fileTexts = replyFileTexts[language].errors;
    const { fileErrors, status } = presentFileRefusals(result.refusals, fileTexts);
    return refuse(texts.files, status, { fileErrors });
  }
  if (result.kind === 'no-space') {
    return refuse(texts.noSpace, 507, { errors: { files: texts.noSpace } });
  }
  if (result.kind === 'not-found') return refuse(deskErrors[language].enquiryDeleted, 404);
  if (result.kind === 'no-address') return refuse(texts.noAddress, 422);
  if (result.kind === 'spent') {
    // With a new key, the second text can be sent as well.
    const values = { key: createFormKey(), after: String(result.lastReplyId) };
    return refuse(texts.spent, 409, { values });
  }
  if (result.kind === 'overtaken') {
    // With the colleague's reply in view, this one can be sent as well.
    const { authorEmail, repliedAt, lastReplyId } = result;
    const nameAdmin = await readAdminNames();
    const repliedTime = formatAthensDateTime(repliedAt, language);
    const values = { after: String(lastReplyId) };
    return refuse(texts.overtaken(nameAdmin(authorEmail), repliedTime), 409, { values });
  }
}

/**
 * Fills another template into the typed reply, which comes back to its form (DA-1). Only without JavaScript: otherwise
 * the page does it, at the cursor.
 */
async function chooseTemplate({ admin, form, files, url, refuse }: PostedForm) {
  const { subject, message } = replyForm.parse(Object.fromEntries(form));
  const startId = String(form.get('from') ?? '');
  const chosenId = String(form.get('template') ?? '');

  const view = { ...parseDeskView(url.searchParams), reply: '1' } as const;
  const startForm = await readReplyForm({ ...view, template: startId }, admin);
  const chosenForm = await readReplyForm({ ...view, template: chosenId }, admin);
  if (!startForm || !chosenForm) return refuse(deskErrors[admin.language].enquiryDeleted, 404);

  const typedReply = {
    kind: 'filled' as const,
    values: listUnsecretFields(form),
    mustChooseFilesAgain: files !== undefined,
  };
  if (chosenId === startId || chosenForm.isTemplateMissing) return typedReply;

  const { draft, body } = presentReplyForm(chosenForm);
  const startDraft = presentReplyForm(startForm).draft;
  const text = applyTemplate({ subject, message }, startDraft, { ...draft, body });
  return { ...typedReply, values: { ...typedReply.values, ...text, from: chosenId } };
}

function findReplyError(
  subject: string,
  message: string,
  language: Language,
): { field: 'subject' | 'message'; text: string } | null {
  const texts = replyErrors[language];
  const { subjectMax, messageMax } = REPLY;
  if (!subject) return { field: 'subject', text: texts.noSubject };
  if (subject.length > subjectMax) return { field: 'subject', text: texts.longSubject(subjectMax) };
  if (!message) return { field: 'message', text: texts.noMessage };
  if (message.length > messageMax) return { field: 'message', text: texts.longMessage(messageMax) };
  return null;
}

/**
 * Records that an enquiry was answered elsewhere, which moves a new one to in progress, or needs no answer, which
 * completes it, and redirects to it. Refuses an unknown channel or a long note with 422, a deleted enquiry with 404,
 * and with 409 a form that has recorded another answer.
 */
export async function recordAnswerAction({ admin, author, form, url, refuse }: PostedForm) {
  // Not shortened: a note that is too long is refused.
  const note = toPlainText(String(form.get('note') ?? ''), DESK.noteMax);
  const { language } = admin;
  const { data } = answerForm.safeParse(Object.fromEntries(form));
  if (!data) return refuse(replyErrors[language].unknownChannel, 422);
  if (note.length > DESK.noteMax) return refuse(deskErrors[language].longNote(DESK.noteMax), 422);

  const result = await recordAnswer(author, data.enquiry, { ...data, note });
  if (result.kind === 'not-found') return refuse(deskErrors[language].enquiryDeleted, 404);
  if (result.kind === 'spent') {
    // With a new key, the second text can be recorded as well.
    return refuse(replyErrors[language].spentAnswer, 409, { values: { key: createFormKey() } });
  }

  const page = getEnquiryPathInView(url, data.enquiry);
  if (data.channel === 'none') return redirectWithFlash(page, 'no-answer-needed');
  return redirectWithFlash(page, result.startedProgress ? 'answer-began' : 'answer-recorded');
}

/**
 * Queues a reply again that could not be sent, and redirects to the enquiry in view. Refuses with 409 a discarded one.
 */
export async function retryReplyAction({ admin, author, form, url, refuse }: PostedForm) {
  const { language } = admin;
  const { data } = retryForm.safeParse(Object.fromEntries(form));
  if (!data) return refuse(deskErrors[language].enquiryDeleted, 404);

  const result = await retryReply(author, { enquiryId: data.enquiry, replyId: data.reply });
  if (result === 'not-found') return refuse(replyErrors[language].notRetried, 409);
  return redirectWithFlash(getDeskPath(parseDeskView(url.searchParams)), 'mail-again');
}
