import { config } from '#app/config.server.ts';
import type { Language } from '#app/content/language.ts';
import { projectTypeIn } from '#app/content/messages/contact.server.ts';
import { digestMessages } from '#app/content/messages/mail.server.ts';
import {
  addDays,
  DAY,
  formatAthensTime,
  formatShortDay,
  repeat,
  toAthensClock,
  toAthensDay,
} from '#app/domain/clock.server.ts';
import { getOverdueLimit, isWorkingDay } from '#app/domain/desk/working-days.server.ts';
import { DIGEST, SITE } from '#app/domain/limits.ts';
import type { MailList } from '#app/domain/mail/mail-layout.server.ts';
import { queueMail, type NewMail } from '#app/domain/mail/mail.server.ts';
import { log } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { listStaff } from '#db/desk-changes.ts';
import {
  insertDigest,
  readEndingCertificates,
  readLastDigest,
  readSubscribers,
  readUnanswered,
  readWaiting,
  type EndingCertificate,
  type Subscriber,
  type WaitingEnquiries,
  type WaitingEnquiry,
} from '#db/digests.ts';

export const startDigestWorker = () =>
  repeat('digests', DIGEST.checkSeconds, async () => {
    const digests = await sendDigests();
    if (digests > 0) log('digests', { digests });
  });

/**
 * The row of admin and day is written in the transaction that queues the mail: whatever restarts, and
 * whichever process comes first, a day has one digest (DA-4). Returns how many were queued.
 */
export async function sendDigests(now = new Date()): Promise<number> {
  const day = getDigestDay(now);
  if (day === null) return 0;
  let queued = 0;
  for (const admin of await readSubscribers(database(), day)) {
    if (await sendDigest(admin, day, now)) queued += 1;
  }
  return queued;
}

async function sendDigest(admin: Subscriber, day: string, now: Date): Promise<boolean> {
  const mail = digestMail(await readDigest(admin, day, now), admin, day);
  return inTransaction(async (tx) => {
    // Another may have taken it first, or the admin no longer wants or may have it.
    const open = await readSubscribers(tx, day);
    if (!open.some(({ id }) => id === admin.id)) return false;
    const mailId = mail && (await queueMail(tx, mail, now.getTime()));
    const taken = { admin_id: admin.id, day, created_at: now.getTime(), mail_id: mailId };
    await insertDigest(tx, taken);
    return mail !== null;
  });
}

async function readDigest(admin: Subscriber, day: string, now: Date) {
  const db = database();
  const last = await readLastDigest(db, admin.id, now.getTime());
  const since = new Date(Math.max(last ?? 0, now.getTime() - DIGEST.newDays * DAY)).toISOString();
  const { listed } = DIGEST;
  return {
    fresh: await readWaiting(db, { status: 'new', from: since }, 'newest', listed),
    overdue: await readUnanswered(db, getOverdueLimit(now).toISOString(), listed),
    due: await readWaiting(db, { dueBy: day }, 'newest', listed),
    ending: await readEnding(day, last),
    staff: await listStaff(db),
  };
}

/** Each certificate and end once (PB-7): those that the last digest did not come in time for. */
async function readEnding(day: string, last: number | null): Promise<EndingCertificate[]> {
  const ending = await readEndingCertificates(database(), addDays(day, SITE.endsWithinDays));
  if (last === null) return ending;
  const lastDay = toAthensDay(new Date(last));
  return ending.filter(({ until, since }) => {
    return lastDay < addDays(until, -SITE.endsWithinDays) || last <= Date.parse(since);
  });
}

/** Null but between DIGEST.from and until on a Greek working day: what was missed is left out. */
export function getDigestDay(now: Date): string | null {
  const [day = '', time = ''] = toAthensClock(now).split('T');
  const isTime = time >= DIGEST.from && time < DIGEST.until;
  return isTime && isWorkingDay(day) ? day : null;
}

type Digest = Awaited<ReturnType<typeof readDigest>>;

function digestMail(digest: Digest, admin: Subscriber, day: string): NewMail | null {
  const { fresh, overdue, due, ending } = digest;
  const { language, email } = admin;
  const messages = digestMessages[language];
  const counts = {
    fresh: fresh.total,
    overdue: overdue.total,
    due: due.total,
    ending: ending.length,
  };
  if (Object.values(counts).every((count) => count === 0)) return null;
  const list = (heading: string, waiting: WaitingEnquiries, query: string) =>
    listOf({ heading, waiting, query }, digest, admin);
  return {
    kind: 'digest',
    language,
    to: [email],
    mentions: [fresh, overdue, due].flatMap(({ enquiries }) => enquiries.map(({ id }) => id)),
    content: {
      subject: messages.subject(formatShortDay(day, language), counts),
      heading: messages.heading,
      lists: [
        list(messages.fresh(counts.fresh), fresh, '?status=new'),
        { ...list(messages.overdue(counts.overdue), overdue, ''), note: messages.overdueNote },
        list(messages.due(counts.due), due, '?due=1'),
        {
          heading: messages.ending(counts.ending),
          entries: ending.map(endingEntry(language, day)),
        },
      ].filter(({ entries }) => entries.length > 0),
      link: { label: messages.button, href: deskPage() },
      footnote: `${messages.footnote} ${deskPage('/account')}`,
    },
  };
}

const deskPage = (rest = '') => `${config().publicUrl}/admin/dashboard${rest}`;

function endingEntry(language: Language, today: string) {
  const { endsOn, endedOn } = digestMessages[language];
  return ({ id, until, ...titles }: EndingCertificate): MailList['entries'][number] => ({
    title: titles[language],
    details: (until < today ? endedOn : endsOn)(formatShortDay(until, language)),
    href: deskPage(`/site/certificates/${id}`),
  });
}

function listOf(
  { heading, waiting, query }: { heading: string; waiting: WaitingEnquiries; query: string },
  { staff }: Digest,
  { language }: Subscriber,
): MailList {
  const { enquiries, total } = waiting;
  const messages = digestMessages[language];
  const left = total - enquiries.length;
  const entryOf = (enquiry: WaitingEnquiry): MailList['entries'][number] => {
    const holder = staff.find(({ id }) => id === enquiry.assigned_to);
    const details = [
      formatAthensTime(enquiry.created_at, language),
      enquiry.due_on && messages.dueOn(formatShortDay(enquiry.due_on, language)),
      holder && messages.held(holder.email),
    ];
    return {
      title: `${enquiry.full_name}, ${projectTypeIn(language, enquiry.project)}`,
      details: details.filter(Boolean).join(', '),
      href: deskPage(`?enquiry=${enquiry.id}`),
    };
  };
  const more = { label: messages.more(left), href: deskPage(query) };
  return { heading, entries: enquiries.map(entryOf), ...(left > 0 && { more }) };
}
