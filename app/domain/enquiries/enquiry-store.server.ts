import type { Language } from '#app/content/language.ts';
import type { FileRefusal } from '#app/domain/attachments/attachment-intake.server.ts';
import { hasShareFor } from '#app/domain/attachments/attachment-space.server.ts';
import type { Db } from '#db/database.server.ts';
import { countAttachments, insertAttachments } from '#db/attachments.ts';
import { findForm, insertEnquiry, rememberForm, spendChallenge } from '#db/enquiries.ts';
import type { Enquiry } from '#db/schema.ts';
import { type LimitKey, countUse } from '#app/domain/rate-limits.server.ts';
import { queueEnquiryEmail } from './enquiry-email.server.ts';
import { type Files, NO_FILES, bytesIn } from './enquiry-files.server.ts';
import type { EnquiryField } from './enquiry-fields.server.ts';
import type { EnquiryFields } from './enquiry-schema.server.ts';
import type { FormReceipts } from './form-receipts.server.ts';
import { type Throttled, throttledUntil } from './throttle.server.ts';
import type { Verification } from './verification.server.ts';

/** `receipt` names the form and its contents, so that the same sending has the same one. */
export type Received =
  | { kind: 'stored'; receipt: string; filesLeftOut: boolean }
  | { kind: 'refused'; fields: EnquiryField[] }
  | { kind: 'files-refused'; refusals: FileRefusal[] }
  | { kind: 'not-human' }
  | ({ kind: 'throttled' } & Throttled);

export type Human = Exclude<Verification, { kind: 'failed' }>;

/** A form that could be stored: what it says, who sends it, and what else is known of it. */
export interface Accepted {
  fields: EnquiryFields;
  receipts: FormReceipts;
  human: Human;
  /** What limits it. */
  sender: LimitKey[];
  about: string | null;
  language: Language;
}

/**
 * Stores an enquiry with its files in the transaction of its throttle: once, however often it is
 * sent (CF-8, AT-5).
 */
export async function storeEnquiry(
  tx: Db,
  enquiry: Accepted,
  files: Files,
  now: number,
): Promise<Received> {
  const { fields, receipts, human, sender, about, language } = enquiry;
  const receipt = receipts.of(files);
  // Two sendings of one form can reach this point together; the second finds the first here.
  const again = await findStored(tx, receipt, files);
  if (again) return again;
  const verified = human.kind === 'verified';
  const throttled = await throttledUntil(tx, sender, now);
  if (throttled) return { kind: 'throttled', ...throttled };
  if (human.kind === 'verified') {
    const { id, expiresAt } = human.proof;
    if (!(await spendChallenge(tx, id, expiresAt))) return { kind: 'not-human' };
  }
  const created_at = new Date(now).toISOString();
  const stored = await insertEnquiry(tx, {
    ...fields,
    created_at,
    verified: verified ? 1 : 0,
    about_project: about,
    language,
  });
  await rememberForm(tx, receipt, stored);
  await countUse(tx, sender, now);
  const filesLeftOut = await storeFiles(tx, stored, files);
  if (files !== NO_FILES) await rememberForm(tx, receipts.ofWords, stored);
  await queueEnquiryEmail(tx, stored);
  return { kind: 'stored', receipt, filesLeftOut };
}

/** Whether the files were left out: others may have taken the room since there was some. */
async function storeFiles(tx: Db, enquiry: Enquiry, { held, leftOut }: Files): Promise<boolean> {
  if (leftOut || held.length === 0) return leftOut;
  if (!(await hasShareFor(tx, bytesIn(held)))) return true;
  await insertAttachments(tx, { enquiry_id: enquiry.id }, held, enquiry.created_at);
  return false;
}

/** What was stored of the same sending before; null when nothing was. */
export async function findStored(db: Db, receipt: string, files: Files): Promise<Received | null> {
  const form = await findForm(db, receipt);
  if (!form) return null;
  const sent = files.held.length > 0 && (await countAttachments(db, form.enquiry_id)) === 0;
  return { kind: 'stored', receipt, filesLeftOut: files.leftOut || sent };
}
