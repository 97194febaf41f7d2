import { config } from '#app/config.server.ts';
import { presentAboutProject } from '#app/content/catalogue/projects.server.ts';
import { formatEnquiryNumber } from '#app/content/company.server.ts';
import { formatFileSize } from '#app/content/file-size.ts';
import { formatDayWithWeekday } from '#app/content/formats.ts';
import {
  buildPerLanguage,
  getLocalizedPath,
  LANGUAGES,
  type Language,
} from '#app/content/language.ts';
import { HOW_WE_WORK_PATH, isPagePublished } from '#app/content/pages.server.ts';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import { translateProjectType } from '#app/content/texts/contact.server.ts';
import { getMailTexts } from '#app/content/texts/mail.server.ts';
import { TYPE_NAMES } from '#app/domain/attachments/file-types.server.ts';
import { getAthensMidnight, toAthensDay } from '#app/domain/clock.server.ts';
import { getPromisedAnswerDay, isWorkingDay } from '#app/domain/desk/working-days.server.ts';
import {
  renderMailText,
  type MailContent,
  type MailFact,
} from '#app/domain/mail/mail-layout.server.ts';
import { canBeReplyTo, queueMail, type NewMail } from '#app/domain/mail/mail.server.ts';
import { normaliseEmail } from '#app/domain/plain-text.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import { listAttachments } from '#db/attachments.ts';
import type { Db } from '#db/database.server.ts';
import { hasMailForSenderSince } from '#db/outbox.ts';
import { findRow } from '#db/rows.ts';
import type { Attachment, Enquiry } from '#db/schema.ts';

/**
 * Queues the mail about a new enquiry to ENQUIRY_NOTIFY_TO, one mail for all recipients of a language, in the
 * transaction that stores it. Recipients without an account get STAFF_LANGUAGE. Replies go to the visitor.
 */
export async function queueStaffNotification(tx: Db, enquiry: Enquiry): Promise<void> {
  const { enquiryNotifyTo, staffLanguage } = config();
  if (enquiryNotifyTo.length === 0) return;

  const files = await listAttachments(tx, enquiry.id);
  const recipients = buildPerLanguage((): string[] => []);
  for (const email of enquiryNotifyTo) {
    const admin = await findRow(tx, 'admins', { email: normaliseEmail(email) });
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

/**
 * Queues the receipt in the language of the enquiry (VP-1): for a verified visitor, and once a day for each email. Queues
 * nothing unless RECEIPT_MAIL is on, nor to an email with quotes or comments (RFC 5322).
 */
export async function queueReceiptMailIfAllowed(
  tx: Db,
  enquiry: Enquiry,
  nowMs: number,
): Promise<void> {
  if (await canSendReceipt(tx, enquiry, nowMs)) {
    await queueMail(tx, buildReceiptEmail(enquiry, nowMs), nowMs);
  }
}

/** The site must not be usable to write to strangers. */
async function canSendReceipt(
  tx: Db,
  { email, email_key: emailKey, verified }: Enquiry,
  nowMs: number,
): Promise<boolean> {
  if (!config().receiptMail || verified === 0) return false;
  if (emailKey === null || !PLAIN_MAILBOX.test(email)) return false;

  const sinceMs = getAthensMidnight(toAthensDay(new Date(nowMs))).getTime();
  return !(await hasMailForSenderSince(tx, { kind: 'receipt', emailKey, sinceMs }));
}

type ReceiptFacts = Pick<Enquiry, 'id' | 'email' | 'language' | 'project'>;

/** Returns the text of the receipt of an enquiry that arrived then, whether or not it was sent. */
export function renderReceiptText(enquiry: ReceiptFacts, arrivedAt: Date): string {
  const { content, language } = buildReceiptEmail(enquiry, arrivedAt.getTime());
  return renderMailText(content, language);
}

function buildReceiptEmail({ id, email, language, project }: ReceiptFacts, nowMs: number): NewMail {
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
  if (isPagePublished(HOW_WE_WORK_PATH, language)) {
    const path = getLocalizedPath(language, HOW_WE_WORK_PATH);
    content.link = { label: texts.howWeWork, href: publicUrl + path };
  }

  return { kind: 'receipt', language, to: [email], replyTo, enquiryId: id, content };
}

function buildEnquiryEmail(
  enquiry: Enquiry,
  files: readonly Attachment[],
  language: Language,
): Omit<NewMail, 'to'> {
  const { id, full_name: name, email, message } = enquiry;
  const texts = getMailTexts(language).enquiry;
  const project = translateProjectType(language, enquiry.project);
  const verifiedText = enquiry.suspected === 1 ? texts.suspected : texts.verified;
  const verification = enquiry.verified === 0 ? texts.unverified : verifiedText;
  const replyHint = canBeReplyTo(email) ? texts.replyReaches : texts.replyIsLost(email);

  // Files are linked, not attached: only people who are signed in can open them (AT-7).
  const fileFacts = files.map((file): MailFact => {
    const type = TYPE_NAMES[file.type] ?? file.type;
    const value = `${file.name} (${type}, ${formatFileSize(file.size, language)})`;
    return [texts.labels.file, value, `${config().publicUrl}/admin/dashboard/files/${file.id}`];
  });

  return {
    kind: 'enquiry',
    language,
    replyTo: email,
    enquiryId: id,
    content: {
      subject: texts.subject({ name, project }),
      preview: texts.preview({ name, project }),
      heading: texts.heading,
      paragraphs: [`${verification} ${replyHint}`],
      facts: [...listFacts(enquiry, project, language), ...fileFacts],
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

  const facts: MailFact[] = [[labels.number, formatEnquiryNumber(enquiry.id)]];
  for (const { name, type } of listEnquiryFields()) {
    // The message follows the facts.
    if (name === 'message') continue;
    facts.push([labels[name], type === 'choice' ? project : enquiry[name]]);
  }
  facts.push([labels.language, languages[enquiry.language]]);
  facts.push([labels.aboutProject, aboutProject?.title ?? '', page]);

  return facts.filter(([, value]) => value);
}
