import { z } from 'zod';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { limitsFor } from '#app/domain/attachments/attachment-folder.server.ts';
import {
  withFiles,
  type ArrivingFiles,
  type FileRefusal,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { inTransaction } from '#db/database.server.ts';
import { findForm, insertEnquiry, insertForm } from '#db/enquiries.ts';
import { CHANNELS, STORED_LANGUAGES } from '#db/schema.ts';
import { cleanFields, enquirySchema, type EnquiryField } from './enquiry-fields.server.ts';
import { storeFiles } from './intake.server.ts';

type NewEnquiryField = EnquiryField | 'source';

type WrittenDown =
  | { kind: 'stored'; enquiryId: number; filesLeftOut: boolean }
  | { kind: 'refused'; fields: NewEnquiryField[] }
  | { kind: 'files-refused'; refusals: FileRefusal[] };

const written = enquirySchema
  .extend({
    email: enquirySchema.shape.email.or(z.literal('')),
    source: z.enum(CHANNELS),
  })
  .refine(({ email, phone }) => email || phone, { path: ['email'], when: () => true });

/**
 * By staff, for who did not use the form (DK-4): the same words and files from one page load are
 * stored once. Files are read only when nothing else speaks against it (AT-4).
 */
export async function writeDownEnquiry(
  form: FormData,
  admin: SignedInAdmin,
  requester: Requester,
  arriving?: ArrivingFiles,
): Promise<WrittenDown> {
  const given = { ...cleanFields(form), source: form.get('source') };
  const { data, error } = written.safeParse(given);
  if (!data) {
    const fields = error.issues.map(({ path }) => path[0] as NewEnquiryField);
    return { kind: 'refused', fields: [...new Set(fields)] };
  }
  const language = z.enum(STORED_LANGUAGES).catch(admin.language).parse(form.get('language'));
  return withFiles(arriving, limitsFor(true), requester, async (files) => {
    const contents = files.held.map(({ sha256 }) => sha256);
    const receipt = hashToken(JSON.stringify([form.get('key'), admin.id, given, ...contents]));
    return inTransaction(async (tx): Promise<WrittenDown> => {
      const again = await findForm(tx, receipt);
      if (again) {
        return { kind: 'stored', enquiryId: again.enquiry_id, filesLeftOut: files.leftOut };
      }
      const enquiry = await insertEnquiry(tx, {
        ...data,
        language,
        created_at: new Date().toISOString(),
        // Somebody has spoken with them.
        verified: 1,
        about_project: null,
        written_by: admin.email,
      });
      await insertForm(tx, receipt, enquiry);
      const filesLeftOut = await storeFiles(tx, enquiry, files);
      const facts = { admin: admin.id, enquiry: enquiry.id, source: data.source };
      await recordAudit(tx, requester, 'enquiry.written', facts);
      return { kind: 'stored', enquiryId: enquiry.id, filesLeftOut };
    });
  });
}
