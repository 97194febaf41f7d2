import { config } from '#app/config.server.ts';
import { presentAboutProject } from '#app/content/catalogue/projects.server.ts';
import { formatEnquiryNumber } from '#app/content/company.server.ts';
import { formatFileSize } from '#app/content/file-size.ts';
import { formatDayWithWeekday } from '#app/content/formats.ts';
import {
  forEachLanguage,
  getLocalizedPath,
  LANGUAGES,
  type Language,
} from '#app/content/language.ts';
import { isPagePublished } from '#app/content/pages.server.ts';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import { translateProjectType } from '#app/content/texts/contact.server.ts';
import { getMailTexts } from '#app/content/texts/mail.server.ts';
import { TYPE_NAMES } from '#app/domain/attachments/file-types.server.ts';
import { getAthensMidnight, toAthensDay } from '#app/domain/clock.server.ts';
import { getPromisedAnswerDay, isWorkingDay } from '#app/domain/desk/working-days.server.ts';
import type { MailContent, MailFact } from '#app/domain/mail/mail-layout.server.ts';
import { canBeReplyTo, queueMail, type NewMail } from '#app/domain/mail/mail.server.ts';
import { normaliseEmail } from '#app/domain/plain-text.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import { findAdminByEmail } from '#db/accounts.ts';
import { listAttachments } from '#db/attachments.ts';
import type { Db } from '#db/database.server.ts';
import { hasMailForSenderSince } from '#db/outbox.ts';
import type { Attachment, Enquiry } from '#db/schema.ts';

/**
 * Queues the mail about a new enquiry to ENQUIRY_NOTIFY_TO, one mail for all recipients of a language, in the
 * transaction that stores it. Recipients without an account get STAFF_LANGUAGE. Replies go to the visitor.
 */
export async function queueStaffNotification(tx: Db, enquiry: Enquiry): Promise<void> {
  const { enquiryNotifyTo, staffLanguage } = config();
  if (enquiryNotifyTo.length === 0) return;

  const files = await listAttachments(tx, enquiry.id);
  const recipients = forEachLanguage((): string[] => []);
  for (const email of enquiryNotifyTo) {
    const admin = await findAdminByEmail(tx, normaliseEmail(email));
    recipients[admin?.language ?? staffLanguage].push(email);
  }

  for (const language of LANGUAGES) {
    const to = recipients[language];
    if (to.length > 0) await queueMail(tx, { ...buildEnquiryEmail(enquiry, files, language), to });
  }
}

// Without the quotes and comments of RFC 5322, which allow many spellings of one mailbox: each would get its
// own daily receipt. Browsers do not accept them in an e-mail field either.
const PLAIN_MAILBOX = /^[^\s"(),:;<>@[\\\]]+@[^@]+$/;

/** Queues the receipt for the visitor, in the language of the enquiry (VP-1), if canSendReceipt. */
export async function queueReceiptMailIfAllowed(
  tx: Db,
  enquiry: Enquiry,
  nowMs: number,
): Promise<void> {
  if (await canSendReceipt(tx, enquiry, nowMs)) {
    await queueMail(tx, buildReceiptEmail(enquiry, nowMs), nowMs);
  }
}

/**
 * Returns whether RECEIPT_MAIL is on, the sender is verified and the email has had no receipt today: the site
 * must not be usable to write to strangers.
 */
async function canSendReceipt(
  tx: Db,
  { email, email_key: emailKey, verified }: Enquiry,
  nowMs: number,
): Promise<boolean> {
  if (!config().receiptMail || verified === 0) return false;
  if (emailKey === null || !PLAIN_MAILBOX.test(email)) return false;

  const midnight = getAthensMidnight(toAthensDay(new Date(nowMs)));
  return !(await hasMailForSenderSince(tx, {
    kind: 'receipt',
    emailKey,
    sinceMs: midnight.getTime(),
  }));
}

function buildReceiptEmail({ id, email, language, project }: Enquiry, nowMs: number): NewMail {
  const { publicUrl, enquiryNotifyTo, replyTo = enquiryNotifyTo[0] } = config();
  const { labels, ...texts } = getMailTexts(language).receipt;
  const { phone, hours } = getCompanyTexts(language);

  const number = formatEnquiryNumber(id);
  const promisedDay = formatDayWithWeekday(getPromisedAnswerDay(nowMs), language);
  const isDayOff = !isWorkingDay(toAthensDay(new Date(nowMs)));
  const phoneAndHours = hours.text ? `${phone}, ${hours.text}` : phone;

  const content: MailContent = {
    subject: texts.subject(number),
    heading: texts.heading,
    paragraphs: isDayOff ? [texts.next, texts.dayOff] : [texts.next],
    facts: [
      [labels.answerBy, promisedDay],
      [labels.number, number],
      [labels.project, translateProjectType(language, project)],
    ],
    notes: [`${replyTo ? texts.reply : texts.write} ${texts.call(phoneAndHours)}`],
    footnote: texts.footnote,
    reference: number,
  };
  if (isPagePublished('/page/how-we-work', language)) {
    const path = getLocalizedPath(language, '/page/how-we-work');
    content.link = { label: texts.howWeWork, href: publicUrl + path };
  }

  return {
    kind: 'receipt',
    language,
    to: [email],
    ...(replyTo && { replyTo }),
    enquiryId: id,
    content,
  };
}

function describeVerification(
  { verified, suspected }: Enquiry,
  texts: Record<'verified' | 'unverified' | 'suspected', string>,
): string {
  if (verified === 0) return texts.unverified;
  return suspected === 1 ? texts.suspected : texts.verified;
}

function buildEnquiryEmail(
  enquiry: Enquiry,
  files: readonly Attachment[],
  language: Language,
): Omit<NewMail, 'to'> {
  const { id, full_name: name, email, message } = enquiry;
  const texts = getMailTexts(language).enquiry;
  const project = translateProjectType(language, enquiry.project);

  return {
    kind: 'enquiry',
    language,
    replyTo: email,
    enquiryId: id,
    content: {
      subject: texts.subject({ name, project }),
      preview: texts.preview({ name, project }),
      heading: texts.heading,
      paragraphs: [
        [
          describeVerification(enquiry, texts),
          canBeReplyTo(email) ? texts.replyReaches : texts.replyIsLost(email),
        ].join(' '),
      ],
      facts: [
        ...listFacts(enquiry, project, language),
        ...files.map((file) => createFileFact(file, language)),
      ],
      message,
      link: {
        label: texts.button,
        href: `${config().publicUrl}/admin/dashboard?enquiry=${id}`,
      },
    },
  };
}

function listFacts(enquiry: Enquiry, project: string, language: Language): MailFact[] {
  const { labels, languages } = getMailTexts(language).enquiry;
  const aboutProject = presentAboutProject(enquiry.about_project, language);
  const page = aboutProject?.path ? config().publicUrl + aboutProject.path : undefined;

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
    [labels.aboutProject, aboutProject?.title ?? '', page],
  ];

  return facts.filter(([, value]) => value);
}

/** Links a file instead of attaching it: only people who are signed in can open it (AT-7). */
function createFileFact({ id, name, type, size }: Attachment, language: Language): MailFact {
  const value = `${name} (${TYPE_NAMES[type] ?? type}, ${formatFileSize(size, language)})`;
  const label = getMailTexts(language).enquiry.labels.file;
  return [label, value, `${config().publicUrl}/admin/dashboard/files/${id}`];
}
