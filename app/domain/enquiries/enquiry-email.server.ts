import { config } from '#app/config.server.ts';
import type { Db } from '#db/database.server.ts';
import type { Enquiry } from '#db/schema.ts';
import { aboutProject } from '#app/content/catalogue/about-project.server.ts';
import { sizeOf } from '#app/content/texts/attachments.ts';
import { TYPE_NAMES } from '#app/domain/attachments/attachment-type.server.ts';
import type { Attachment } from '#db/attachment-schema.ts';
import { attachmentsOf } from '#db/enquiries/attachments.ts';
import type { MailFact } from '#app/domain/mail/mail-layout.server.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';

/**
 * Queues the notice of a new enquiry to ENQUIRY_NOTIFY_TO, in the transaction that stores it.
 * Answering the mail answers the visitor; its sender is always the site. Nothing without addresses.
 */
export async function queueEnquiryEmail(tx: Db, enquiry: Enquiry): Promise<void> {
  const { enquiryNotifyTo, publicUrl } = config();
  if (enquiryNotifyTo.length === 0) return;
  const about = aboutProject(enquiry.about_project);
  const facts: MailFact[] = [
    ['Name', enquiry.full_name],
    ['Email', enquiry.email],
    ['Phone', enquiry.phone],
    ['Company', enquiry.company],
    ['Project type', enquiry.project],
    ['Asked from', about?.title ?? '', about?.path ? publicUrl + about.path : undefined],
    ...(await attachmentsOf(tx, enquiry.id)).map((file) => fileFact(file, publicUrl)),
  ];
  await queueMail(tx, {
    kind: 'enquiry',
    to: enquiryNotifyTo,
    replyTo: enquiry.email,
    enquiryId: enquiry.id,
    subject: `New enquiry from ${enquiry.full_name}`,
    body: {
      preview: `${enquiry.project}: ${enquiry.full_name} wrote through the contact form.`,
      heading: 'New enquiry',
      paragraphs: [
        enquiry.verified
          ? 'This came through the contact form. Answer this mail to answer the visitor.'
          : 'This came through the contact form, unverified. Answer this mail to answer the visitor.',
      ],
      facts: facts.filter(([, value]) => value),
      quote: enquiry.message,
      button: {
        label: 'Open the enquiry',
        href: `${publicUrl}/admin/dashboard?enquiry=${enquiry.id}`,
      },
    },
  });
}

/** A file is named and linked, never attached: who follows the link signs in first (AT-7). */
function fileFact({ id, name, type, size }: Attachment, publicUrl: string): MailFact {
  const value = `${name} (${TYPE_NAMES[type] ?? type}, ${sizeOf(size)})`;
  return ['File', value, `${publicUrl}/admin/dashboard/files/${id}`];
}
