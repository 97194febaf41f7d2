// Turns domain data into the data of the desk's pages: formatted times, names, toasts and error messages.
import { interpolate } from '#app/components/messages.ts';
import { presentAboutProject } from '#app/content/catalogue/projects.server.ts';
import { formatEnquiryNumber } from '#app/content/company.server.ts';
import { formatWholeDay } from '#app/content/formats.ts';
import type { Language } from '#app/content/language.ts';
import { translateProjectType } from '#app/content/messages/contact.server.ts';
import { mailPage, templateErrors } from '#app/content/messages/desk-pages.server.ts';
import {
  deskErrors,
  formatAssignmentConflict,
  formatFollowUpConflict,
  formatStatusConflict,
  getEnquiryMessages,
  replyFileMessages,
  selectionMessages,
} from '#app/content/messages/enquiry.server.ts';
import { refusals } from '#app/content/messages/failures.server.ts';
import { getFlashToast } from '#app/content/messages/flash-messages.server.ts';
import { formatReplySubject } from '#app/content/messages/mail.server.ts';
import { getPhoneHref } from '#app/content/phone-href.server.ts';
import { findAdminEmail } from '#app/domain/accounts/accounts.server.ts';
import {
  readAdminNames,
  type Assignee,
  type NameAdmin,
} from '#app/domain/accounts/admin-names.server.ts';
import { formatAthensDateTime, formatShortDay } from '#app/domain/clock.server.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import { reportDeskError, type Desk } from '#app/domain/desk/desk.server.ts';
import {
  findStatusUndo,
  type ChangeConflict,
  type StatusUndo,
} from '#app/domain/desk/enquiry-changes.server.ts';
import type { ReplyFormData, WrittenReply } from '#app/domain/desk/replies.server.ts';
import {
  fillTemplate,
  PLACEHOLDERS,
  type TemplateError,
  type TemplateErrors,
} from '#app/domain/desk/reply-templates.server.ts';
import { removeSalutationAndClose } from '#app/domain/desk/reply-text.ts';
import { readSenderNames, type SelectionResult } from '#app/domain/desk/selection.server.ts';
import type { readSpamPage } from '#app/domain/enquiries/spam.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { signForCustomer } from '#app/domain/mail/mail-layout.server.ts';
import {
  readLatestBounces,
  readLatestFailedMail,
  type FailedMail,
} from '#app/domain/mail/unsent-mail.server.ts';
import { listEnquiryFields, type EnquiryField } from '#app/enquiry-fields.server.ts';
import { Refusal } from '#app/http/responses.server.ts';
import { presentCorrespondence, presentFiles } from '#app/routes/desk/correspondence.server.ts';
import {
  formatListSummary,
  presentListViews,
  presentWaiting,
} from '#app/routes/desk/enquiries/list-views.server.ts';
import type { Flash } from '#app/routes/flash.server.ts';
import type { ChangeableField, EnquiryChange } from '#db/desk-changes.ts';
import type { Source, Status } from '#db/schema.ts';

export type DeskState = ReturnType<typeof presentDesk>;
export type ShownRow = DeskState['rows'][number];
export type OpenedEnquiry = NonNullable<DeskState['open']>;

export function presentDesk(desk: Desk, view: DeskView, language: Language) {
  const { rows, open, nameAdmin, waitingCount: _waitingCount, ...deskState } = desk;
  return {
    ...deskState,
    views: presentListViews(desk, view, language),
    summary: formatListSummary(desk, view, language),
    rows: rows.map((row) => presentRow(row, language)),
    open: open && presentEnquiry(open, nameAdmin, language),
    days: { from: formatDay(view.from, language), to: formatDay(view.to, language) },
  };
}

const formatDay = (isoDay: string, language: Language) =>
  isoDay && formatShortDay(isoDay, language);

type Row = Omit<Desk['rows'][number], 'fileCount'> & { fileCount?: number };

function presentRow(row: Row, language: Language) {
  const { id, email, phone, company, message, status } = row;
  return {
    id,
    name: row.full_name,
    email,
    phone,
    company,
    project: translateProjectType(language, row.project),
    message,
    status,
    time: formatAthensDateTime(row.created_at, language),
    ...getRowFlags(row, language),
  };
}

/** What most rows lack. It is left out of them, because a page has up to fifty rows. */
interface RowFlags {
  /** 'Unverified' or 'Suspected', in the language of the desk. */
  doubt?: string;
  isOverdue?: boolean;
  isDue?: boolean;
  isUnread?: boolean;
  isUndelivered?: boolean;
  waiting?: ReturnType<typeof presentWaiting>;
  assignee?: Assignee;
  fileCount?: number;
  /** Where an enquiry came from that staff entered; absent for the website. */
  staffSource?: Exclude<Source, 'site'>;
}

function getRowFlags(row: Row, language: Language): RowFlags {
  const flags: RowFlags = {};
  const { unverified, suspected } = getEnquiryMessages(language);
  if (row.verified === 0) flags.doubt = unverified;
  if (row.suspected === 1) flags.doubt = suspected;
  if (row.isOverdue) flags.isOverdue = true;
  if (row.isDue) flags.isDue = true;
  if (row.unread === 1) flags.isUnread = true;
  // In To answer the reason says it.
  if (row.isUndelivered && !row.waiting) flags.isUndelivered = true;
  if (row.waiting) flags.waiting = presentWaiting(row.waiting, language);
  if (row.assignee) flags.assignee = row.assignee;
  if (row.fileCount) flags.fileCount = row.fileCount;
  if (row.source !== 'site') flags.staffSource = row.source;
  return flags;
}

function presentEnquiry(
  enquiry: NonNullable<Desk['open']>,
  nameAdmin: NameAdmin,
  language: Language,
) {
  const presentEntry = (entry: { id: number; admin_email: string; created_at: string }) => ({
    id: entry.id,
    author: nameAdmin(entry.admin_email),
    time: formatAthensDateTime(entry.created_at, language),
  });

  const listChanges = (field: ChangeableField) =>
    enquiry.changes.filter((change) => change.field === field);
  const presentChange = ({ id, by_admin, created_at }: EnquiryChange) =>
    presentEntry({ id, admin_email: by_admin ?? '', created_at });
  const formatDayOrNone = (isoDay: string | null) => isoDay && formatShortDay(isoDay, language);
  const customerFiles = enquiry.files.filter((file) => file.reply_id === null);

  return {
    ...presentRow(enquiry, language),
    mailtoHref: enquiry.email && getMailtoHref(enquiry),
    phoneHref: getPhoneHref(enquiry.phone),
    facts: presentFactsBelowHead(enquiry, language),
    aboutProject: presentAboutProject(enquiry.about_project, language),
    language: enquiry.language,
    previousId: enquiry.previousId,
    nextId: enquiry.nextId,
    dueOn: enquiry.due_on,
    dueDay: enquiry.due_on && formatWholeDay(enquiry.due_on, language),
    writtenBy: nameAdmin(enquiry.written_by ?? ''),
    formKey: enquiry.formKey,
    files: presentFiles(
      customerFiles.filter((file) => file.from_message === null),
      language,
    ),
    fileCount: customerFiles.length,
    notes: enquiry.notes.map((note) => ({ ...presentEntry(note), note: note.note })),
    changes: listChanges('status').map((change) => ({
      ...presentChange(change),
      from: change.from_value as Status,
      to: change.to_value as Status,
      isByAnswer: change.by_message !== null,
    })),
    replyCount: enquiry.replies.length,
    ...presentCorrespondence(enquiry, nameAdmin, language),
    assignments: listChanges('assigned_to').map((change) => ({
      ...presentChange(change),
      from: change.from_value && nameAdmin(change.from_value),
      to: change.to_value && nameAdmin(change.to_value),
    })),
    followUps: listChanges('due_on').map((change) => ({
      ...presentChange(change),
      from: formatDayOrNone(change.from_value),
      to: formatDayOrNone(change.to_value),
    })),
  };
}

/** Returns the fields of an enquiry except its name, which is the title, and its message, which comes last. */
function presentFacts(enquiry: Record<EnquiryField, string>, language: Language) {
  return listEnquiryFields('record')
    .filter(({ name }) => name !== 'full_name' && name !== 'message')
    .map(({ name, type }) => {
      const value =
        type === 'choice' ? translateProjectType(language, enquiry[name]) : enquiry[name];
      return { name, type, value };
    });
}

function presentFactsBelowHead(enquiry: NonNullable<Desk['open']>, language: Language) {
  const facts = presentFacts(enquiry, language).filter(
    // The head shows how to reach the person (DK-9).
    ({ name, value }) => value !== '' && name !== 'email' && name !== 'phone',
  );
  if (enquiry.suspected === 0) return facts;

  // Says why the enquiry is marked 'Suspected' (CF-7).
  const { suspectedReason } = getEnquiryMessages(language);
  return [...facts, { name: 'verification', type: 'text', value: suspectedReason } as const];
}

function getMailtoHref({ id, email, language, project }: NonNullable<Desk['open']>): string {
  const encodedEmail = encodeURIComponent(email).replaceAll('%40', '@');
  const subject = formatReplySubject(language, formatEnquiryNumber(id), project);
  return `mailto:${encodedEmail}?subject=${encodeURIComponent(subject)}`;
}

export type ShownReplyStart = ReturnType<typeof presentReplyForm> & {
  /** Null if files are turned off. */
  fileField: ReturnType<typeof presentReplyFileField> | null;
};

export const presentReplyFileField = (language: Language, acceptsHeic: boolean) => ({
  messages: replyFileMessages[language],
  language,
  acceptsHeic,
});

/** Fills in the template of a reply; without one, it has only a subject. */
export function presentReplyForm(form: ReplyFormData) {
  const { recipient, templates, template, isTemplateMissing, answersTo, key, after } = form;
  const { reference, signer } = form;
  const { full_name: name, project, language } = recipient;
  const values = {
    name,
    project: translateProjectType(language, project),
    number: reference,
    sender: signer?.name ?? '',
  };
  // A filled template may be too long: its form then says so (CF-6).
  const fillPart = (part: 'subject' | 'message') =>
    template && fillTemplate(template[`${part}_${language}`], values);
  // Without a name of the sender, an empty line would end the text.
  const message = fillPart('message')?.trimEnd() ?? '';
  return {
    templates: templates.map((each) => ({ id: each.id, name: each.name })),
    chosenId: template?.id ?? null,
    isTemplateMissing,
    answersTo,
    signature: signForCustomer(reference, language, signer).join('\n'),
    body: removeSalutationAndClose(message),
    draft: {
      subject: fillPart('subject') ?? formatReplySubject(language, reference, project),
      message,
      key,
      after,
    } satisfies WrittenReply,
  };
}

export type SpamPage = ReturnType<typeof presentSpam>;

export function presentSpam(page: Awaited<ReturnType<typeof readSpamPage>>, language: Language) {
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
      time: formatAthensDateTime(item.created_at, language),
      aboutProject: presentAboutProject(item.about_project, language),
    })),
  };
}

interface MailProblem {
  id: number;
  /** The form field that has the id: of a mail, or of a message that reports a bounce. */
  field: 'id' | 'bounce';
  enquiryId: number | null;
  subject: string | null;
  to: string[];
  time: string;
  reason: string;
  isLinkExpired: boolean;
  canBeSentAgain: boolean;
}

/** Reads the mails that could not be sent, then those that were sent and came back (AN-6). */
export async function readMailProblems(language: Language): Promise<MailProblem[]> {
  const { refused, notTaken, fromBackup, fileErrors, returned, receipt } = mailPage[language];
  const formatReason = ({ reason, responseCode, isFromBackup, fileError }: FailedMail) => {
    if (isFromBackup) return fromBackup;
    if (fileError) return fileErrors[fileError];
    return responseCode ? refused(responseCode) : notTaken(MAIL.giveUpDays, reason);
  };

  const failedMails = await readLatestFailedMail();
  const bounces = await readLatestBounces();

  return [
    ...failedMails.map((mail) => ({
      id: mail.id,
      field: 'id' as const,
      enquiryId: mail.enquiryId,
      subject: mail.subject,
      to: mail.to,
      time: formatAthensDateTime(new Date(mail.failedAtMs).toISOString(), language),
      reason: formatReason(mail),
      isLinkExpired: mail.isLinkExpired,
      canBeSentAgain: mail.subject !== null && !mail.isLinkExpired && mail.fileError === null,
    })),
    ...bounces.map(({ id, reason, email, ...bounce }) => ({
      id,
      field: 'bounce' as const,
      enquiryId: bounce.enquiry_id,
      subject: bounce.reply_subject ?? receipt,
      to: [email],
      time: formatAthensDateTime(bounce.received_at, language),
      reason: returned(reason),
      isLinkExpired: false,
      canBeSentAgain: false,
    })),
  ];
}

interface FlashToast {
  toast: { tone: 'success' | 'error'; title: string; text: string };
  undo: StatusUndo | SelectionUndo | null;
}

/** Returns the toast of a flash message, with its Undo, which is read from the database. */
export async function readFlashToast(
  { message, numbers }: Flash,
  language: Language,
): Promise<FlashToast | null> {
  if (message === null) return null;
  if (message === 'selection' || message === 'selection-undone') {
    return readSelectionToast(message, unpackSelectionOutcome(numbers), language);
  }
  const toast = getFlashToast(message, language);
  const [id] = numbers;
  if (id === undefined) return { toast, undo: null };
  if (message === 'assigned') {
    const text = interpolate(toast.text, { name: (await readAdminName(id)) ?? '-' });
    return { toast: { ...toast, text }, undo: null };
  }
  return { toast, undo: await findStatusUndo(id) };
}

export interface SelectionUndo {
  at: number;
  /** Ids of enquiries, separated by commas. */
  rows: string;
}

type SelectionOutcome = Omit<SelectionResult, 'kind'>;

/** Returns the toast of a change of several rows, or of its Undo. It is an error that names rows that were not changed, if any. */
export async function readSelectionToast(
  message: 'selection' | 'selection-undone',
  outcome: SelectionOutcome,
  language: Language,
): Promise<FlashToast> {
  const { changedIds, unchangedIds, staleIds, changedAtMs } = outcome;
  const { tone, title } = getFlashToast(message, language);
  const isPartial = staleIds.length > 0;
  const { updatedCount, undoneCount } = selectionMessages[language];
  const formatCount = message === 'selection' ? updatedCount : undoneCount;
  const texts = [formatCount(changedIds.length + unchangedIds.length)];
  if (isPartial) texts.push(await readStaleRowsText(staleIds, language));
  const undo: SelectionUndo | null =
    changedIds.length > 0 ? { at: changedAtMs, rows: changedIds.join() } : null;
  return { toast: { tone: isPartial ? 'error' : tone, title, text: texts.join(' ') }, undo };
}

/** Reads the senders of enquiries that a colleague had changed before, and returns the message that names them. */
export async function readStaleRowsText(
  ids: readonly number[],
  language: Language,
): Promise<string> {
  const names = await readSenderNames(ids);
  const title = (id: number) => interpolate(getEnquiryMessages(language).title, { id });
  return selectionMessages[language].notUpdated(
    ids.map((id) => names.get(id) ?? title(id)).join(', '),
  );
}

/** Packs an outcome into numbers for the flash cookie, which must not contain names. */
export function packSelectionOutcome(outcome: SelectionOutcome): number[] {
  const { changedIds, unchangedIds, staleIds, changedAtMs } = outcome;
  const lengths = [changedIds.length, unchangedIds.length];
  return [changedAtMs, ...lengths, ...changedIds, ...unchangedIds, ...staleIds];
}

function unpackSelectionOutcome(numbers: readonly number[]): SelectionOutcome {
  const [changedAtMs = 0, changedCount = 0, unchangedCount = 0, ...ids] = numbers;
  const staleStart = changedCount + unchangedCount;
  return {
    changedAtMs,
    changedIds: ids.slice(0, changedCount),
    unchangedIds: ids.slice(changedCount, staleStart),
    staleIds: ids.slice(staleStart),
  };
}

/** Says that a colleague had changed the status before. */
export async function presentStatusConflict(
  { value, by, at }: ChangeConflict<'status'>,
  language: Language,
): Promise<string> {
  const nameAdmin = await readAdminNames();
  const changedAt = at && formatAthensDateTime(at, language);
  return formatStatusConflict(
    { status: value, changedBy: by && nameAdmin(by), changedAt },
    language,
  );
}

/** Says that a colleague had changed the assignee before. */
export async function presentAssignmentConflict(
  { value, at }: ChangeConflict<'assigned_to'>,
  language: Language,
): Promise<string> {
  const assignee = value === null ? null : ((await readAdminName(value)) ?? null);
  const assignedAt = at && formatAthensDateTime(at, language);
  return formatAssignmentConflict({ assignee, assignedAt }, language);
}

async function readAdminName(id: number): Promise<string | undefined> {
  const email = await findAdminEmail(id);
  const nameAdmin = await readAdminNames();
  return email && nameAdmin(email);
}

/** Says that a colleague had changed the follow-up day before, and who and when if the history tells it. */
export async function presentFollowUpConflict(
  { value, by, at }: ChangeConflict<'due_on'>,
  language: Language,
): Promise<string> {
  const nameAdmin = await readAdminNames();
  const lastMove =
    by && at ? { changedBy: nameAdmin(by), changedAt: formatAthensDateTime(at, language) } : null;
  return formatFollowUpConflict(value && formatShortDay(value, language), lastMove, language);
}

type ShownTemplateErrors = { [Field in keyof TemplateErrors]: string };

export function presentTemplateErrors(
  errors: TemplateErrors,
  language: Language,
): ShownTemplateErrors {
  const messages = templateErrors[language];
  const placeholders = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  const describe = (error: TemplateError) => {
    if (error.kind === 'empty') return messages.empty;
    if (error.kind === 'too-long') return messages.tooLong(error.max);
    return messages.unknown(error.placeholders.join(', '), placeholders);
  };
  const entries = Object.entries(errors).map(([field, error]) => [field, describe(error)]);
  return Object.fromEntries(entries) as ShownTemplateErrors;
}

interface ShownFailure {
  status: number;
  text: string;
}

/** Returns status and reason of a Refusal, or else the result of logAndPresentError. */
export function presentRefusalOrLogError(
  event: string,
  error: unknown,
  language: Language,
): ShownFailure {
  if (!(error instanceof Refusal)) return logAndPresentError(event, error, language);
  const { status, reason, values } = error;
  return { status, text: interpolate(refusals[language][reason], values) };
}

/** Returns a text that reveals nothing (D-5), and 503 for an unavailable database, otherwise 500. */
export function logAndPresentError(
  event: string,
  error: unknown,
  language: Language,
): ShownFailure {
  const { busy, broken } = deskErrors[language];
  const { isUnavailable } = reportDeskError(event, error);
  return isUnavailable ? { status: 503, text: busy } : { status: 500, text: broken };
}
