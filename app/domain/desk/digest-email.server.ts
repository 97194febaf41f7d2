import { config } from '#app/config.server.ts';
import type { Language } from '#app/content/language.ts';
import { translateProjectType } from '#app/content/texts/contact.server.ts';
import { digestTexts } from '#app/content/texts/mail.server.ts';
import type { Assignee } from '#app/domain/accounts/admin-names.server.ts';
import { formatAthensDateTime, formatShortDay } from '#app/domain/clock.server.ts';
import type { MailList } from '#app/domain/mail/mail-layout.server.ts';
import type { NewMail } from '#app/domain/mail/mail.server.ts';
import type {
  DigestEnquiry,
  EndingCertificate,
  EnquiriesWithTotal,
  Subscriber,
} from '#db/digests.ts';

export interface Digest {
  newEnquiries: EnquiriesWithTotal;
  overdue: EnquiriesWithTotal;
  due: EnquiriesWithTotal;
  answered: EnquiriesWithTotal;
  expiringCertificates: EndingCertificate[];
  staff: readonly Assignee[];
}

type MailEntry = MailList['entries'][number];

/** Returns the digest of a day (ISO, in Athens) as a mail, or null if it would list nothing. */
export function buildDigestEmail(
  digest: Digest,
  { language, email }: Subscriber,
  day: string,
): NewMail | null {
  const { newEnquiries, overdue, due, answered, expiringCertificates, staff } = digest;
  const texts = digestTexts[language];

  const counts = {
    fresh: newEnquiries.total,
    overdue: overdue.total,
    due: due.total,
    answered: answered.total,
    expiringCertificates: expiringCertificates.length,
  };
  if (Object.values(counts).every((count) => count === 0)) return null;

  const buildList = (heading: string, enquiries: EnquiriesWithTotal, query: string) =>
    buildEnquiryList({ heading, query, language, staff }, enquiries);

  const lists: MailList[] = [
    buildList(texts.fresh(counts.fresh), newEnquiries, '?status=new'),
    buildList(texts.answered(counts.answered), answered, '?unread=1'),
    { ...buildList(texts.overdue(counts.overdue), overdue, ''), note: texts.overdueNote },
    buildList(texts.due(counts.due), due, '?due=1'),
    {
      heading: texts.expiringCertificates(counts.expiringCertificates),
      entries: expiringCertificates.map((each) => buildCertificateEntry(each, language, day)),
    },
  ];

  const listedEnquiries = [newEnquiries, overdue, due, answered].flatMap((list) => list.enquiries);

  return {
    kind: 'digest',
    language,
    to: [email],
    mentions: listedEnquiries.map(({ id }) => id),
    content: {
      subject: texts.subject(formatShortDay(day, language), counts),
      heading: texts.heading,
      lists: lists.filter(({ entries }) => entries.length > 0),
      link: { label: texts.button, href: getDeskUrl() },
      footnote: `${texts.footnote} ${getDeskUrl('/account')}`,
    },
  };
}

const getDeskUrl = (path = '') => `${config().publicUrl}/admin/dashboard${path}`;

interface EnquiryListOptions {
  heading: string;
  /** Leads to all enquiries of the list. */
  query: string;
  language: Language;
  staff: readonly Assignee[];
}

function buildEnquiryList(options: EnquiryListOptions, list: EnquiriesWithTotal): MailList {
  const { heading, query, language } = options;
  const { enquiries, total } = list;
  const entries = enquiries.map((enquiry) => buildEnquiryEntry(enquiry, options));

  const unlistedCount = total - enquiries.length;
  // The total is read later: it is smaller if an enquiry has been answered in between.
  if (unlistedCount <= 0) return { heading, entries };
  const label = digestTexts[language].moreEnquiries(unlistedCount);
  return { heading, entries, more: { label, href: getDeskUrl(query) } };
}

function buildEnquiryEntry(
  enquiry: DigestEnquiry,
  { language, staff }: EnquiryListOptions,
): MailEntry {
  const texts = digestTexts[language];
  const assignee = staff.find(({ id }) => id === enquiry.assigned_to);
  const details = [
    formatAthensDateTime(enquiry.created_at, language),
    enquiry.due_on && texts.dueOn(formatShortDay(enquiry.due_on, language)),
    assignee && texts.assignedTo(assignee.name),
  ];

  return {
    title: `${enquiry.full_name}, ${translateProjectType(language, enquiry.project)}`,
    details: details.filter(Boolean).join(', '),
    href: getDeskUrl(`?enquiry=${enquiry.id}`),
  };
}

function buildCertificateEntry(
  { id, last_day: lastDay, ...titles }: EndingCertificate,
  language: Language,
  today: string,
): MailEntry {
  const { endsOn, endedOn } = digestTexts[language];
  const formattedDay = formatShortDay(lastDay, language);
  return {
    title: titles[language],
    details: lastDay < today ? endedOn(formattedDay) : endsOn(formattedDay),
    href: getDeskUrl(`/site/certificates/${id}`),
  };
}
