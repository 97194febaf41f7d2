import { config } from '#app/config.server.ts';
import { findAboutProject } from '#app/content/catalogue/projects.server.ts';
import { formatEnquiryNumber } from '#app/content/company.server.ts';
import { formatFileSize } from '#app/content/file-size.ts';
import { formatWeekday } from '#app/content/formats.ts';
import { forEachLanguage, LANGUAGES, type Language } from '#app/content/language.ts';
import { companyMessages } from '#app/content/messages/company.server.ts';
import { projectTypeIn } from '#app/content/messages/contact.server.ts';
import { mailMessages } from '#app/content/messages/mail.server.ts';
import { TYPE_NAMES } from '#app/domain/attachments/attachment-intake.server.ts';
import { fromAthensClock, toAthensDay } from '#app/domain/clock.server.ts';
import { getPromisedDay } from '#app/domain/desk/working-days.server.ts';
import type { MailFact } from '#app/domain/mail/mail-layout.server.ts';
import { queueMail, type NewMail } from '#app/domain/mail/mail.server.ts';
import { normaliseEmail } from '#app/domain/plain-text.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import { findAdmin } from '#db/accounts.ts';
import { listAttachments } from '#db/attachments.ts';
import type { Db } from '#db/database.server.ts';
import { hasMailSince } from '#db/outbox.ts';
import type { Attachment, Enquiry } from '#db/schema.ts';

/**
 * In the transaction that stores the enquiry: one mail to all who read the same language (an address
 * without an account: STAFF_LANGUAGE). Answering it answers the visitor; its sender is always the site.
 */
export async function queueEnquiryEmail(tx: Db, enquiry: Enquiry): Promise<void> {
  const { enquiryNotifyTo, staffLanguage } = config();
  if (enquiryNotifyTo.length === 0) return;
  const files = await listAttachments(tx, enquiry.id);
  const chosen = forEachLanguage((): string[] => []);
  for (const address of enquiryNotifyTo) {
    const admin = await findAdmin(tx, normaliseEmail(address));
    chosen[admin?.language ?? staffLanguage].push(address);
  }
  for (const language of LANGUAGES) {
    const to = chosen[language];
    if (to.length > 0) await queueMail(tx, { ...emailOf(enquiry, files, language), to });
  }
}

// RFC 5322 quotes and comments write one mailbox in any number of ways; browsers take none of them for
// an e-mail address.
const PLAIN_MAILBOX = /^[^\s"(),:;<>@[\\\]]+@[^@]+$/;

/**
 * In the transaction that stores the enquiry, in its language (ledger VP-1). To verified senders only,
 * and once a day to an address: nobody can make the site write to strangers.
 */
export async function queueReceipt(tx: Db, enquiry: Enquiry, now: number): Promise<void> {
  const { receiptMail, replyTo = config().enquiryNotifyTo[0] } = config();
  const { id, email, email_key: key, language, project } = enquiry;
  if (!receiptMail || enquiry.verified === 0 || key === null || !PLAIN_MAILBOX.test(email)) return;
  const today = fromAthensClock(`${toAthensDay(new Date(now))}T00:00:00`);
  if (await hasMailSince(tx, 'receipt', key, today.getTime())) return;
  const { labels, subject, heading, ...messages } = mailMessages[language].receipt;
  const { phone, hours } = companyMessages[language];
  const number = formatEnquiryNumber(id);
  const by = formatWeekday(getPromisedDay(now), language);
  const mail: NewMail = {
    kind: 'receipt',
    language,
    to: [email],
    ...(replyTo && { replyTo }),
    enquiryId: id,
    content: {
      subject: subject(number),
      heading,
      paragraphs: [messages.thanks, messages.next(by), replyTo ? messages.reply : messages.write],
      facts: [
        [labels.number, number],
        [labels.project, projectTypeIn(language, project)],
        [labels.phone, phone],
        ...(hours.text ? [[hours.label, hours.text] satisfies MailFact] : []),
      ],
      footnote: messages.footnote,
    },
  };
  await queueMail(tx, mail, now);
}

function emailOf(
  enquiry: Enquiry,
  files: readonly Attachment[],
  language: Language,
): Omit<NewMail, 'to'> {
  const { id, full_name: name, email, verified, message } = enquiry;
  const messages = mailMessages[language].enquiry;
  const project = projectTypeIn(language, enquiry.project);
  return {
    kind: 'enquiry',
    language,
    replyTo: email,
    enquiryId: id,
    content: {
      subject: messages.subject({ name, project }),
      preview: messages.preview({ name, project }),
      heading: messages.heading,
      paragraphs: [verified ? messages.verified : messages.unverified],
      facts: [
        ...factsOf(enquiry, project, language),
        ...files.map((file) => fileFact(file, language)),
      ],
      message,
      link: {
        label: messages.button,
        href: `${config().publicUrl}/admin/dashboard?enquiry=${id}`,
      },
    },
  };
}

function factsOf(enquiry: Enquiry, project: string, language: Language): MailFact[] {
  const { labels, languages } = mailMessages[language].enquiry;
  const about = findAboutProject(enquiry.about_project, language);
  const page = about?.path ? config().publicUrl + about.path : undefined;
  const facts: MailFact[] = [
    [labels.number, formatEnquiryNumber(enquiry.id)],
    // The message follows the facts.
    ...listEnquiryFields('mail')
      .filter(({ name }) => name !== 'message')
      .map(({ name, type }): MailFact => [
        labels[name],
        type === 'choice' ? project : enquiry[name],
      ]),
    [labels.language, languages[enquiry.language]],
    [labels.about, about?.title ?? '', page],
  ];
  return facts.filter(([, value]) => value);
}

/** A file is named and linked, never attached: who follows the link signs in first (AT-7). */
function fileFact({ id, name, type, size }: Attachment, language: Language): MailFact {
  const value = `${name} (${TYPE_NAMES[type] ?? type}, ${formatFileSize(size, language)})`;
  const label = mailMessages[language].enquiry.labels.file;
  return [label, value, `${config().publicUrl}/admin/dashboard/files/${id}`];
}
