// Turns enquiries into the data of their list, their page and the spam folder: formatted times, names, facts.
import { interpolate, pluralize } from '#app/components/texts.ts';
import { presentAboutProject } from '#app/content/catalogue/projects.server.ts';
import { formatEnquiryNumber } from '#app/content/company.server.ts';
import { formatFullDay } from '#app/content/formats.ts';
import type { Language } from '#app/content/language.ts';
import { getPhoneHref } from '#app/content/phone-href.server.ts';
import { translateProjectType } from '#app/content/texts/contact.server.ts';
import { desk as deskTexts } from '#app/content/texts/desk.server.ts';
import { getEnquiryTexts, statusLabels } from '#app/content/texts/enquiry.server.ts';
import { formatReplySubject } from '#app/content/texts/mail.server.ts';
import type { NameAdmin } from '#app/domain/accounts/admin-names.server.ts';
import { formatAthensDateTime, formatShortDay } from '#app/domain/clock.server.ts';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import {
  getDeskPath,
  isFiltered,
  isWaitingView,
  type DeskView,
} from '#app/domain/desk/desk-view.ts';
import type { Desk } from '#app/domain/desk/desk.server.ts';
import type { ReplyFormData, WrittenReply } from '#app/domain/desk/replies.server.ts';
import { fillTemplate } from '#app/domain/desk/reply-templates.server.ts';
import { removeSalutationAndClose } from '#app/domain/desk/reply-text.ts';
import type { SpamFolderPage } from '#app/domain/enquiries/spam.server.ts';
import { buildCustomerSignature } from '#app/domain/mail/mail-layout.server.ts';
import { listEnquiryFields, type EnquiryField } from '#app/enquiry-fields.server.ts';
import { presentCorrespondence, presentFiles } from '#app/routes/desk/correspondence.server.ts';
import type { ChangeableField, EnquiryChange } from '#db/desk-changes.ts';
import { STATUSES, type Status } from '#db/schema.ts';

export type DeskState = ReturnType<typeof presentDesk>;
export type ShownRow = DeskState['rows'][number];
export type OpenedEnquiry = NonNullable<DeskState['open']>;

/** Presents what the desk shows of enquiries: the views, the list, its summary and the open enquiry. */
export function presentDesk(desk: Desk, view: DeskView, language: Language) {
  const { rows, open, nameAdmin, ...deskState } = desk;

  return {
    ...deskState,
    views: presentListViews(desk, view, language),
    summary: formatListSummary(desk, view, language),
    rows: rows.map((row) => presentRow(row, language)),
    open: open && presentEnquiry(open, nameAdmin, language),
    days: { from: formatDay(view.from, language), to: formatDay(view.to, language) },
  };
}

/** Returns the links above the list (DK-7), each with the count of all its enquiries, regardless of the filters. */
function presentListViews({ counts, waitingCount }: Desk, view: DeskView, language: Language) {
  const texts = deskTexts[language].views;
  const statuses = statusLabels[language];
  const unfiltered = parseDeskView(new URLSearchParams());

  // All new enquiries are among those to answer.
  const statusLinks = STATUSES.filter((status) => status !== 'new').map((status) => {
    return { label: statuses[status], count: counts[status], view: '', status } as const;
  });
  const links = [
    { label: texts.all, count: sumCounts(counts), view: '', status: '' } as const,
    { label: texts.answer, count: waitingCount, view: 'answer', status: '' } as const,
    ...statusLinks,
  ];
  return links.map(({ label, count, ...filters }) => ({
    label: `${label} (${count})`,
    path: getDeskPath(unfiltered, filters),
    isCurrent: view.view === filters.view && view.status === filters.status,
  }));
}

function sumCounts(counts: Desk['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Says how many enquiries the page of the list shows, of how many unless it is filtered; or why it is empty. */
function formatListSummary({ rows, counts }: Desk, view: DeskView, language: Language): string {
  const texts = deskTexts[language];
  const count = rows.length;

  if (!isFiltered(view)) {
    const all = sumCounts(counts);
    return all === 0 ? texts.empty : interpolate(texts.shownCountOfTotal, { count, all });
  }

  if (count === 0) {
    const isNarrowed = isFiltered({ ...view, view: '' });
    return isWaitingView(view) && !isNarrowed ? texts.views.nothingWaits : texts.nothingFound;
  }

  return interpolate(isWaitingView(view) ? texts.views.shownCount : texts.shownCount, { count });
}

/** Says why an enquiry waits, and since when, such as "today" or "3 days". */
function presentWaiting(
  { reason, dayCount }: NonNullable<Desk['rows'][number]['waiting']>,
  language: Language,
): { reason: string; since: string } {
  const texts = deskTexts[language].views;
  return {
    reason: texts.reasons[reason],
    since: dayCount === 0 ? texts.today : pluralize(texts.since, dayCount),
  };
}

const formatDay = (isoDay: string, language: Language) =>
  isoDay && formatShortDay(isoDay, language);

type Row = Omit<Desk['rows'][number], 'fileCount'> & { fileCount?: number };

function presentRow(row: Row, language: Language) {
  const { id, email, phone, company, message, status, waiting, source } = row;
  return {
    id,
    name: row.full_name,
    email,
    phone,
    company,
    project: translateProjectType(language, row.project),
    message,
    /** Undefined in the language of the desk. */
    messageLanguage: row.language === language ? undefined : row.language,
    status,
    time: formatAthensDateTime(row.created_at, language),
    suspicion: findSuspicionText(row, language),
    isOverdue: row.isOverdue,
    isDue: row.isDue,
    isUnread: row.unread === 1,
    // In To answer the reason says it.
    isUndelivered: row.isUndelivered && !waiting,
    waiting: waiting && presentWaiting(waiting, language),
    assignee: row.assignee,
    fileCount: row.fileCount ?? 0,
    /** Null for an enquiry from the website. */
    staffSource: source === 'site' ? null : source,
  };
}

function findSuspicionText({ suspected, verified }: Row, language: Language): string | null {
  const texts = getEnquiryTexts(language);
  if (suspected === 1) return texts.suspected;
  return verified === 0 ? texts.unverified : null;
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
    dueDay: enquiry.due_on && formatFullDay(enquiry.due_on, language),
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
  const fields = listEnquiryFields().filter(
    ({ name }) => name !== 'full_name' && name !== 'message',
  );
  return fields.map(({ name, type }) => {
    const value = type === 'choice' ? translateProjectType(language, enquiry[name]) : enquiry[name];
    return { name, type, value };
  });
}

function presentFactsBelowHead(enquiry: NonNullable<Desk['open']>, language: Language) {
  const facts = presentFacts(enquiry, language).filter(
    // The head shows how to reach the person (DK-9).
    ({ name, value }) => value !== '' && name !== 'email' && name !== 'phone',
  );
  if (enquiry.suspected === 0) return facts;

  // Says why the enquiry is marked 'Possible spam' (CF-7).
  const { suspectedReason } = getEnquiryTexts(language);
  return [...facts, { name: 'verification', type: 'text', value: suspectedReason } as const];
}

export type SpamPage = ReturnType<typeof presentSpam>;

export function presentSpam(page: SpamFolderPage, language: Language) {
  return {
    ...page,
    items: page.items.map((item) => ({
      id: item.id,
      created_at: item.created_at,
      facts: presentFacts(item, language),
      message: item.message,
      language: item.language,
      reason: item.reason,
      files: item.files,
      name: item.full_name,
      time: formatAthensDateTime(item.created_at, language),
      aboutProject: presentAboutProject(item.about_project, language),
    })),
  };
}

function getMailtoHref({ id, email, language, project }: NonNullable<Desk['open']>): string {
  const encodedEmail = encodeURIComponent(email).replaceAll('%40', '@');
  const subject = formatReplySubject(language, formatEnquiryNumber(id), project);
  return `mailto:${encodedEmail}?subject=${encodeURIComponent(subject)}`;
}

/**
 * Presents the form of a reply: the templates to choose from, the signature that is added to each reply, and a draft.
 * The draft is the filled template; without a template it has only a subject. It continues the subject of an earlier mail.
 * `body` is its text without salutation and close.
 */
export function presentReplyForm(form: ReplyFormData) {
  const { template, reference, signer } = form;
  const { full_name: name, project, language } = form.enquiry;

  const values = {
    name,
    project: translateProjectType(language, project),
    number: reference,
    sender: signer?.name ?? '',
  };
  // A filled template may be too long: its form then says so (CF-6).
  const filled = template && {
    subject: fillTemplate(template[`subject_${language}`], values),
    // Without a name of the sender, an empty line would end the text.
    message: fillTemplate(template[`message_${language}`], values).trimEnd(),
  };
  const message = filled?.message ?? '';
  const firstSubject = filled?.subject ?? formatReplySubject(language, reference, project);

  return {
    templates: form.templates.map((each) => ({ id: each.id, name: each.name })),
    chosenId: template?.id ?? null,
    isTemplateMissing: form.isTemplateMissing,
    answersTo: form.answersTo,
    signature: buildCustomerSignature(reference, language, signer).join('\n'),
    body: removeSalutationAndClose(message),
    draft: {
      subject: form.continuedSubject || firstSubject,
      message,
      key: form.key,
      after: form.after,
    } satisfies WrittenReply,
  };
}
