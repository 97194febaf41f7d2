import { z } from 'zod';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { getFileLimits } from '#app/domain/attachments/attachment-folder.server.ts';
import {
  withReceivedFiles,
  type FileRefusal,
  type IncomingFiles,
  type ReceivedFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import type { EnquiryField } from '#app/enquiry-fields.server.ts';
import { listCustomerAttachments } from '#db/attachments.ts';
import { inTransaction, type Db } from '#db/database.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import { findRow } from '#db/rows.ts';
import { CHANNELS, STORED_LANGUAGES } from '#db/schema.ts';
import { cleanEnquiryFields, enquirySchema, listInvalidFields } from './enquiry-form.server.ts';
import { FormReceipts } from './form-receipts.server.ts';
import { insertAttachmentsIfSpace } from './intake.server.ts';

type NewEnquiryField = EnquiryField | 'source';

type StaffEnquiryResult =
  /** `filesLeftOut`: files were sent, but are turned off or do not fit on the disk. */
  | { kind: 'stored'; enquiryId: number; filesLeftOut: boolean }
  | { kind: 'invalid'; fields: NewEnquiryField[] }
  | { kind: 'files-refused'; refusals: FileRefusal[] };

const newEnquirySchema = enquirySchema
  .extend({
    email: enquirySchema.shape.email.or(z.literal('')),
    source: z.enum(CHANNELS),
  })
  // `when`: also if other fields are invalid, so that all errors are shown at once.
  .refine(({ email, phone }) => email || phone, { path: ['email'], when: () => true });

/**
 * Validates and stores an enquiry that staff enter after a call, visit or letter (DK-4); queues no mail.
 * Stores the same fields and files of one page load once. Reads files only if all fields are valid (AT-4). Throws
 * StoreError for disk errors, and connection errors.
 */
export async function submitStaffEnquiry(
  formData: FormData,
  author: Author,
  incomingFiles?: IncomingFiles,
): Promise<StaffEnquiryResult> {
  const fields = { ...cleanEnquiryFields(formData), source: formData.get('source') };
  const { data, error } = newEnquirySchema.safeParse(fields);
  if (!data) return { kind: 'invalid', fields: listInvalidFields<NewEnquiryField>(error) };

  const { admin, requester } = author;
  const language = z.enum(STORED_LANGUAGES).catch(admin.language).parse(formData.get('language'));
  const limits = getFileLimits({ isVerified: true });
  const receipts = new FormReceipts(formData.get('key'), admin.id, fields, language);
  return withReceivedFiles(incomingFiles, limits, requester, (files) =>
    storeOnce(receipts, { ...data, language }, files, author),
  );
}

type ValidEnquiry = z.infer<typeof newEnquirySchema> & { language: Author['admin']['language'] };

/** The result of a form that was sent before is its first enquiry. */
function storeOnce(
  receipts: FormReceipts,
  fields: ValidEnquiry,
  files: ReceivedFiles,
  author: Author,
): Promise<StaffEnquiryResult> {
  return inTransaction(async (tx) => {
    const sentForm = await findRow(tx, 'enquiry_forms', { token_hash: receipts.getReceipt(files) });
    if (sentForm) return readStoredEnquiry(tx, sentForm.enquiry_id, files);

    const enquiry = await insertEnquiry(tx, {
      ...fields,
      created_at: new Date().toISOString(),
      // Staff have spoken with the person.
      verified: 1,
      about_project: null,
      written_by: author.admin.email,
    });

    await receipts.store(tx, enquiry, files);
    await insertAttachmentsIfSpace(tx, enquiry, files);

    const facts = { enquiry: enquiry.id, source: fields.source };
    await recordAuditByAdmin(tx, author, 'enquiry.written', facts);
    return readStoredEnquiry(tx, enquiry.id, files);
  });
}

async function readStoredEnquiry(tx: Db, enquiryId: number, files: ReceivedFiles) {
  const { length: fileCount } = await listCustomerAttachments(tx, enquiryId);
  const filesLeftOut = files.leftOut || fileCount < files.received.length;
  return { kind: 'stored' as const, enquiryId, filesLeftOut };
}
