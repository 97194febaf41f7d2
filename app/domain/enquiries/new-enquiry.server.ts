import { z } from 'zod';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { getFileLimits } from '#app/domain/attachments/attachment-folder.server.ts';
import {
  withFiles,
  type ArrivingFiles,
  type FileRefusal,
  type Files,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import type { EnquiryField } from '#app/enquiry-fields.server.ts';
import { inTransaction } from '#db/database.server.ts';
import { findForm, insertEnquiry, insertEnquiryForm } from '#db/enquiries.ts';
import { CHANNELS, STORED_LANGUAGES } from '#db/schema.ts';
import { cleanFields, enquirySchema, listInvalidFields } from './enquiry-form.server.ts';
import { storeFiles } from './intake.server.ts';

type NewEnquiryField = EnquiryField | 'source';

type WriteResult =
  | { kind: 'stored'; enquiryId: number; filesLeftOut: boolean }
  | { kind: 'invalid'; fields: NewEnquiryField[] }
  | { kind: 'files-refused'; refusals: FileRefusal[] };

const newEnquirySchema = enquirySchema
  .extend({
    email: enquirySchema.shape.email.or(z.literal('')),
    source: z.enum(CHANNELS),
  })
  .refine(({ email, phone }) => email || phone, { path: ['email'], when: () => true });

/**
 * Stores an enquiry that staff write down after a call, visit or letter (DK-4). The same fields
 * and files from one page load are stored once. Files are read only if all fields are valid (AT-4).
 */
export async function writeDownEnquiry(
  form: FormData,
  admin: SignedInAdmin,
  requester: Requester,
  incomingFiles?: ArrivingFiles,
): Promise<WriteResult> {
  const fields = { ...cleanFields(form), source: form.get('source') };
  const { data, error } = newEnquirySchema.safeParse(fields);
  if (!data) return { kind: 'invalid', fields: listInvalidFields<NewEnquiryField>(error) };
  const language = z.enum(STORED_LANGUAGES).catch(admin.language).parse(form.get('language'));
  const key = [form.get('key'), admin.id, fields];
  return withFiles(incomingFiles, getFileLimits(true), requester, (files) =>
    storeOnce({ ...data, language }, key, files, { admin, requester }),
  );
}

type ValidEnquiry = z.infer<typeof newEnquirySchema> & { language: SignedInAdmin['language'] };

function storeOnce(
  fields: ValidEnquiry,
  key: unknown[],
  files: Files,
  { admin, requester }: { admin: SignedInAdmin; requester: Requester },
): Promise<WriteResult> {
  const contents = files.received.map(({ sha256 }) => sha256);
  const receipt = hashToken(JSON.stringify([...key, ...contents]));
  return inTransaction(async (tx) => {
    const storedForm = await findForm(tx, receipt);
    if (storedForm) {
      return { kind: 'stored', enquiryId: storedForm.enquiry_id, filesLeftOut: files.leftOut };
    }
    const enquiry = await insertEnquiry(tx, {
      ...fields,
      created_at: new Date().toISOString(),
      // Staff have spoken with the person.
      verified: 1,
      about_project: null,
      written_by: admin.email,
    });
    await insertEnquiryForm(tx, receipt, enquiry);
    const filesLeftOut = await storeFiles(tx, enquiry, files);
    const facts = { admin: admin.id, enquiry: enquiry.id, source: fields.source };
    await recordAudit(tx, requester, 'enquiry.written', facts);
    return { kind: 'stored', enquiryId: enquiry.id, filesLeftOut };
  });
}
