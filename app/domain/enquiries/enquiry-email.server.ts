import { TYPE_NAMES } from '#app/domain/attachments/attachment-intake.server.ts';
import { sizeOf } from '#app/content/formats.ts';
import { config } from '#app/config.server.ts';
import { aboutProject } from '#app/content/catalogue/projects.server.ts';
import { mailWords } from '#app/content/words/mail.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { contact } from '#app/content/words/contact.server.ts';
import { ENQUIRY_FIELD_NAMES } from './enquiry-fields.server.ts';
import { normaliseEmail } from '#app/domain/plain-text.ts';
import { type MailFact, type NewMail, queueMail } from '#app/domain/mail/mail.server.ts';
import { findAdmin } from '#db/accounts.ts';
import type { Db } from '#db/database.server.ts';
import type { Attachment, Enquiry } from '#db/schema.ts';
import { attachmentsOf } from '#db/attachments.ts';

/**
 * In the transaction that stores the enquiry: one mail to all who read the same language (an address
 * without an account: English). Answering it answers the visitor; its sender is always the site.
 */
export async function queueEnquiryEmail(tx: Db, enquiry: Enquiry): Promise<void> {
  const { enquiryNotifyTo } = config();
  if (enquiryNotifyTo.length === 0) return;
  const files = await attachmentsOf(tx, enquiry.id);
  const chosen: Record<Language, string[]> = { en: [], el: [] };
  for (const address of enquiryNotifyTo) {
    const admin = await findAdmin(tx, normaliseEmail(address));
    chosen[admin?.language ?? 'en'].push(address);
  }
  for (const language of LANGUAGES) {
    const to = chosen[language];
    if (to.length > 0) await queueMail(tx, { ...emailOf(enquiry, files, language), to });
  }
}

function emailOf(
  enquiry: Enquiry,
  files: readonly Attachment[],
  language: Language,
): Omit<NewMail, 'to'> {
  const { id, full_name: name, email, verified, message } = enquiry;
  const words = mailWords[language].enquiry;
  const types: Record<string, string> = contact[language].projectTypes;
  const project = types[enquiry.project] ?? enquiry.project;
  return {
    kind: 'enquiry',
    language,
    replyTo: email,
    enquiryId: id,
    subject: words.subject({ name, project }),
    body: {
      preview: words.preview({ name, project }),
      heading: words.heading,
      paragraphs: [verified ? words.verified : words.unverified],
      facts: [
        ...factsOf(enquiry, project, language),
        ...files.map((file) => fileFact(file, language)),
      ],
      quote: message,
      button: {
        label: words.button,
        href: `${config().publicUrl}/admin/dashboard?enquiry=${id}`,
      },
    },
  };
}

function factsOf(enquiry: Enquiry, project: string, language: Language): MailFact[] {
  const { labels, languages } = mailWords[language].enquiry;
  const about = aboutProject(enquiry.about_project, language);
  const page = about?.path ? config().publicUrl + about.path : undefined;
  const facts: MailFact[] = [
    ...ENQUIRY_FIELD_NAMES.filter((name) => name !== 'message').map((name): MailFact => [
      labels[name],
      name === 'project' ? project : enquiry[name],
    ]),
    [labels.language, languages[enquiry.language]],
    [labels.about, about?.title ?? '', page],
  ];
  return facts.filter(([, value]) => value);
}

/** A file is named and linked, never attached: who follows the link signs in first (AT-7). */
function fileFact({ id, name, type, size }: Attachment, language: Language): MailFact {
  const value = `${name} (${TYPE_NAMES[type] ?? type}, ${sizeOf(size, language)})`;
  const label = mailWords[language].enquiry.labels.file;
  return [label, value, `${config().publicUrl}/admin/dashboard/files/${id}`];
}
