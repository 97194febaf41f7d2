import { config } from '#app/config.server.ts';
import { digestWords } from '#app/content/mail/digest-words.server.ts';
import { projectTypeIn } from '#app/content/texts/contact.server.ts';
import { athensText, dayText } from '#app/domain/athens-time.server.ts';
import type { MailList } from '#app/domain/mail/mail-layout.server.ts';
import type { NewMail } from '#app/domain/mail/mail.server.ts';
import type { Holder } from '#db/desk-changes.ts';
import type { Subscriber, Waiting, WaitingEnquiry } from '#db/digests.ts';

/** What waits at the desk, as one admin is told. */
export interface Digest {
  fresh: Waiting;
  overdue: Waiting;
  due: Waiting;
  staff: readonly Holder[];
}

/** The digest of an ISO day as a mail to an admin; null when there is nothing to tell. */
export function digestMail(digest: Digest, admin: Subscriber, day: string): NewMail | null {
  const { fresh, overdue, due } = digest;
  const { language, email } = admin;
  const words = digestWords[language];
  const counts = { fresh: fresh.total, overdue: overdue.total, due: due.total };
  if (counts.fresh + counts.overdue + counts.due === 0) return null;
  const subject = words.subject(dayText(day, language), counts);
  const list = (heading: string, waiting: Waiting, query: string) =>
    listOf({ heading, waiting, query }, digest, admin);
  return {
    kind: 'digest',
    language,
    to: [email],
    subject,
    mentions: [fresh, overdue, due].flatMap(({ enquiries }) => enquiries.map(({ id }) => id)),
    body: {
      preview: subject,
      heading: words.heading,
      paragraphs: [],
      lists: [
        list(words.fresh(counts.fresh), fresh, '?status=new'),
        { ...list(words.overdue(counts.overdue), overdue, ''), note: words.overdueNote },
        list(words.due(counts.due), due, '?due=1'),
      ].filter(({ entries }) => entries.length > 0),
      button: { label: words.button, href: deskPage() },
      footnote: `${words.footnote} ${deskPage('/account')}`,
    },
  };
}

const deskPage = (rest = '') => `${config().publicUrl}/admin/dashboard${rest}`;

function listOf(
  { heading, waiting, query }: { heading: string; waiting: Waiting; query: string },
  { staff }: Digest,
  { language }: Subscriber,
): MailList {
  const { enquiries, total } = waiting;
  const words = digestWords[language];
  const left = total - enquiries.length;
  const entryOf = (enquiry: WaitingEnquiry): MailList['entries'][number] => {
    const holder = staff.find(({ id }) => id === enquiry.assigned_to);
    const details = [
      athensText(enquiry.created_at, language),
      enquiry.due_on && words.dueOn(dayText(enquiry.due_on, language)),
      holder && words.held(holder.email),
    ];
    return {
      title: `${enquiry.full_name}, ${projectTypeIn(language, enquiry.project)}`,
      details: details.filter(Boolean).join(', '),
      href: deskPage(`?enquiry=${enquiry.id}`),
    };
  };
  const more = { label: words.more(left), href: deskPage(query) };
  return { heading, entries: enquiries.map(entryOf), ...(left > 0 && { more }) };
}
