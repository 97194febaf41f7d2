// Turns the data of the domain into what the pages of the desk show: formatted days and times, names in the
// language of the admin, toasts and error messages. Loaders and actions of routes/desk call it.
import { interpolate } from '#app/components/messages.ts';
import { findAboutProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { translateProjectType } from '#app/content/messages/contact.server.ts';
import { mailPage, templateFaults } from '#app/content/messages/desk-pages.server.ts';
import {
  deskFaults,
  formatStaleAssignee,
  formatStaleFollowUp,
  formatStaleStatus,
  getEnquiryMessages,
  selectionMessages,
} from '#app/content/messages/enquiry.server.ts';
import { getFlashToast, type FlashMessage } from '#app/content/messages/flash-messages.server.ts';
import { formatReplySubject } from '#app/content/messages/mail.server.ts';
import { formatAthensTime, formatShortDay } from '#app/domain/clock.server.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import { reportDeskError, type Desk } from '#app/domain/desk/desk.server.ts';
import {
  readUndo,
  type StaleAssignment,
  type StaleFollowUp,
  type StaleStatus,
} from '#app/domain/desk/enquiry-changes.server.ts';
import type { ReplyStart, WrittenReply } from '#app/domain/desk/replies.server.ts';
import {
  fillTemplate,
  PLACEHOLDERS,
  type TemplateError,
  type TemplateErrors,
} from '#app/domain/desk/reply-templates.server.ts';
import { readSenderNames, type SelectionResult } from '#app/domain/desk/selection.server.ts';
import type { readQuarantine } from '#app/domain/enquiries/quarantine.server.ts';
import { MAIL, REPLY } from '#app/domain/limits.ts';
import { readBounces, readFailedMail } from '#app/domain/mail/unsent-mail.server.ts';
import { listEnquiryFields, type EnquiryField } from '#app/enquiry-fields.server.ts';
import { presentCorrespondence, presentFiles } from '#app/routes/desk/correspondence.server.ts';

export type DeskState = ReturnType<typeof presentDesk>;
export type ShownRow = DeskState['rows'][number];
export type OpenedEnquiry = NonNullable<DeskState['open']>;

export function presentDesk(desk: Desk, view: DeskView, language: Language) {
  const { rows, open, ...deskState } = desk;
  return {
    ...deskState,
    rows: rows.map(({ fileCount, ...row }) => ({
      ...presentRow(row, language),
      ...(fileCount > 0 && { files: fileCount }),
    })),
    open: open && presentEnquiry(open, language),
    days: { from: formatDay(view.from, language), to: formatDay(view.to, language) },
  };
}

const formatDay = (isoDay: string, language: Language) =>
  isoDay && formatShortDay(isoDay, language);

type Row = Omit<Desk['rows'][number], 'fileCount'>;

function presentRow(row: Row, language: Language) {
  const { id, email, phone, company, message, status, assignee } = row;
  return {
    id,
    name: row.full_name,
    email,
    phone,
    company,
    project: translateProjectType(language, row.project),
    message,
    status,
    time: formatAthensTime(row.created_at, language),
    // A page has fifty rows: what holds for most of them is left out.
    ...(row.verified === 0 && { verified: false }),
    ...(row.isOverdue && { overdue: true }),
    ...(row.source !== 'site' && { source: row.source }),
    ...(assignee && { assignee }),
    ...(row.isDue && { due: true }),
    ...(row.unread === 1 && { isUnread: true }),
  };
}

function presentEnquiry(enquiry: NonNullable<Desk['open']>, language: Language) {
  const presentEntry = (entry: { id: number; admin_email: string; created_at: string }) => ({
    id: entry.id,
    authorEmail: entry.admin_email,
    time: formatAthensTime(entry.created_at, language),
  });
  const formatDayOrNone = (isoDay: string | null) => isoDay && formatShortDay(isoDay, language);
  return {
    ...presentRow(enquiry, language),
    facts: presentFacts(enquiry, language),
    verified: enquiry.verified === 1,
    aboutProject: findAboutProject(enquiry.about_project, language),
    language: enquiry.language,
    replySubject: formatReplySubject(enquiry.language, enquiry.project),
    newerId: enquiry.newerId,
    olderId: enquiry.olderId,
    dueOn: enquiry.due_on,
    writtenBy: enquiry.written_by,
    formKey: enquiry.formKey,
    files: presentFiles(enquiry.files, null, language),
    fileCount: enquiry.files.length,
    notes: enquiry.notes.map((note) => ({ ...presentEntry(note), note: note.note })),
    changes: enquiry.changes.map((change) => ({
      ...presentEntry(change),
      from: change.from_status,
      to: change.to_status,
      isByAnswer: change.by_message !== null,
    })),
    replyCount: enquiry.replies.length,
    correspondence: presentCorrespondence(enquiry, language),
    assignments: enquiry.assignments.map((assignment) => ({
      ...presentEntry(assignment),
      from: assignment.from_email,
      to: assignment.to_email,
    })),
    followUps: enquiry.followUps.map((followUp) => ({
      ...presentEntry(followUp),
      from: formatDayOrNone(followUp.from_day),
      to: formatDayOrNone(followUp.to_day),
    })),
  };
}

/** Returns the fields of an enquiry but its name, which is the title, and its message, which comes last. */
function presentFacts(enquiry: Record<EnquiryField, string>, language: Language) {
  return listEnquiryFields('record')
    .filter(({ name }) => name !== 'full_name' && name !== 'message')
    .map(({ name, type }) => {
      const value =
        type === 'choice' ? translateProjectType(language, enquiry[name]) : enquiry[name];
      return { name, type, value };
    });
}

export type ShownReplyStart = NonNullable<ReturnType<typeof presentReplyStart>>;

/** Fills in the template with which a reply starts; without one, a reply starts with a subject only. */
export function presentReplyStart(start: ReplyStart | null) {
  if (!start) return null;
  const { recipient, templates, template, isTemplateMissing, answersTo, key, after } = start;
  const { full_name: name, project, language } = recipient;
  const values = { name, project: translateProjectType(language, project) };
  const getText = (part: 'subject' | 'message', max: number) =>
    template && fillTemplate(template[`${part}_${language}`], values).slice(0, max);
  return {
    templates: templates.map((each) => ({ id: each.id, name: each.name })),
    chosenId: template?.id ?? null,
    isTemplateMissing,
    answersTo,
    draft: {
      subject: getText('subject', REPLY.subjectMax) ?? formatReplySubject(language, project),
      message: getText('message', REPLY.messageMax) ?? '',
      key,
      after,
    } satisfies WrittenReply,
  };
}

export type SpamPage = ReturnType<typeof presentSpam>;

export function presentSpam(page: Awaited<ReturnType<typeof readQuarantine>>, language: Language) {
  return {
    ...page,
    items: page.items.map((item) => ({
      id: item.id,
      created_at: item.created_at,
      facts: presentFacts(item, language),
      message: item.message,
      reason: item.reason,
      files: item.files,
      name: item.full_name,
      time: formatAthensTime(item.created_at, language),
      aboutProject: findAboutProject(item.about_project, language),
    })),
  };
}

/** Returns the mails that could not be sent, then those that were sent and came back (AN-6). */
export async function presentFailedMail(language: Language) {
  const { refused, notTaken, returned, receipt } = mailPage[language];
  const failedMails = await readFailedMail();
  const bounces = await readBounces();
  return [
    ...failedMails.map(({ failedAtMs, reason, responseCode, ...mail }) => ({
      ...mail,
      field: 'id',
      time: formatAthensTime(new Date(failedAtMs).toISOString(), language),
      reason: responseCode ? refused(responseCode) : notTaken(MAIL.giveUpDays, reason),
      canBeSentAgain: mail.subject !== null && !mail.isLinkExpired,
    })),
    ...bounces.map(({ id, reason, email, ...bounce }) => ({
      id,
      field: 'bounce',
      enquiryId: bounce.enquiry_id,
      subject: bounce.reply_subject ?? receipt,
      to: [email],
      time: formatAthensTime(bounce.received_at, language),
      reason: returned(reason),
      isLinkExpired: false,
      canBeSentAgain: false,
    })),
  ];
}

/**
 * Returns the toast of a flash message, with its Undo where there is one. `ids` come with the message:
 * the id of a status change, or the numbers of `toFlashIds`.
 */
export async function presentFlash(
  message: FlashMessage,
  ids: readonly number[],
  language: Language,
) {
  if (message === 'selection') return presentSelection(readFlashIds(ids), language);
  const [changeId] = ids;
  const undo = changeId === undefined ? null : await readUndo(changeId);
  return { toast: getFlashToast(message, language), undo };
}

/** The fields of the form that takes a change of several rows back. */
export interface SelectionUndo {
  at: number;
  /** Ids of enquiries, separated by commas. */
  rows: string;
}

type SelectionOutcome = Omit<SelectionResult, 'kind'>;

export async function presentSelection(outcome: SelectionOutcome, language: Language) {
  const { changedIds, unchangedIds, staleIds, changedAtMs } = outcome;
  const { tone, title } = getFlashToast('selection', language);
  const isPartial = staleIds.length > 0;
  const texts = [selectionMessages[language].updatedCount(changedIds.length + unchangedIds.length)];
  if (isPartial) texts.push(await presentStaleRows(staleIds, language));
  const undo: SelectionUndo | null =
    changedIds.length > 0 ? { at: changedAtMs, rows: changedIds.join() } : null;
  return { toast: { tone: isPartial ? 'error' : tone, title, text: texts.join(' ') }, undo };
}

/** Returns the message that names the enquiries that a colleague had changed before. */
export async function presentStaleRows(
  ids: readonly number[],
  language: Language,
): Promise<string> {
  const names = await readSenderNames(ids);
  const title = (id: number) => interpolate(getEnquiryMessages(language).title, { id });
  return selectionMessages[language].notUpdated(
    ids.map((id) => names.get(id) ?? title(id)).join(', '),
  );
}

/** Packs an outcome into numbers for the flash cookie, which never carries names. */
export function toFlashIds(outcome: SelectionOutcome): number[] {
  const { changedIds, unchangedIds, staleIds, changedAtMs } = outcome;
  const lengths = [changedIds.length, unchangedIds.length];
  return [changedAtMs, ...lengths, ...changedIds, ...unchangedIds, ...staleIds];
}

function readFlashIds(numbers: readonly number[]): SelectionOutcome {
  const [changedAtMs = 0, changedCount = 0, unchangedCount = 0, ...ids] = numbers;
  const staleStart = changedCount + unchangedCount;
  return {
    changedAtMs,
    changedIds: ids.slice(0, changedCount),
    unchangedIds: ids.slice(changedCount, staleStart),
    staleIds: ids.slice(staleStart),
  };
}

export function presentStaleStatus(stale: StaleStatus, language: Language): string {
  const time = stale.changedAt && formatAthensTime(stale.changedAt, language);
  return formatStaleStatus(stale.status, stale.changedBy, time, language);
}

export function presentStaleAssignment(stale: StaleAssignment, language: Language): string {
  const time = stale.assignedAt && formatAthensTime(stale.assignedAt, language);
  return formatStaleAssignee(stale.assigneeEmail, time, language);
}

export function presentStaleFollowUp({ day, lastMove }: StaleFollowUp, language: Language): string {
  const time = lastMove && {
    changedBy: lastMove.changedBy,
    changedAt: formatAthensTime(lastMove.changedAt, language),
  };
  return formatStaleFollowUp(day && formatShortDay(day, language), time, language);
}

export type ShownTemplateErrors = { [Field in keyof TemplateErrors]: string };

export function presentTemplateErrors(
  errors: TemplateErrors,
  language: Language,
): ShownTemplateErrors {
  const messages = templateFaults[language];
  const placeholders = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  const describe = (error: TemplateError) => {
    if (error.kind === 'empty') return messages.empty;
    if (error.kind === 'too-long') return messages.tooLong(error.max);
    return messages.unknown(error.placeholders.join(', '), placeholders);
  };
  const entries = Object.entries(errors).map(([field, error]) => [field, describe(error)]);
  return Object.fromEntries(entries) as ShownTemplateErrors;
}

/** Logs an error, and returns a safe text for the admin (D-5). */
export function presentError(event: string, error: unknown, language: Language) {
  const { busy, broken } = deskFaults[language];
  const { isUnavailable } = reportDeskError(event, error);
  return isUnavailable ? { status: 503, text: busy } : { status: 500, text: broken };
}
