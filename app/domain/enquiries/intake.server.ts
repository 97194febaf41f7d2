import { findProject, SAMPLE_REQUEST } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import {
  deleteOrphanedAttachmentFiles,
  getFileLimits,
  isWithinStorageLimit,
} from '#app/domain/attachments/attachment-folder.server.ts';
import {
  listLimitRefusals,
  sumFileSizes,
  withReceivedFiles,
  type FileRefusal,
  type IncomingFiles,
  type ReceivedFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { countEvent, type Requester } from '#app/domain/audit.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { createRandomToken, getIpAddressGroup, hashWithKey } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { findReachedLimit, type LimitKey } from '#app/domain/rate-limits.server.ts';
import type { EnquiryField } from '#app/enquiry-fields.server.ts';
import { logError } from '#app/log.server.ts';
import { insertAttachments, listCustomerAttachments, type ReceivedFile } from '#db/attachments.ts';
import { insertUses } from '#db/counted-uses.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import { listMailOfEnquiries } from '#db/outbox.ts';
import { findRow, insertRowIfNew } from '#db/rows.ts';
import type { Enquiry } from '#db/schema.ts';
import { findNewestSpamNumberOrAllocate } from '#db/spam.ts';
import { queueReceiptMailIfAllowed, queueStaffNotification } from './enquiry-email.server.ts';
import {
  cleanEnquiryFields,
  enquirySchema,
  listInvalidFields,
  type EnquiryFields,
} from './enquiry-form.server.ts';
import { FormReceipts } from './form-receipts.server.ts';
import { storeAsSpam } from './spam.server.ts';
import { verifyHumanToken, type Verification } from './verification.server.ts';

// Stores the contact form as an enquiry. A visitor may send a form twice: after a lost response, by a double
// click, or by going back. So the hash of its random token, fields and files, its receipt, is stored with the
// enquiry. A form with a stored receipt is not stored again, but gets the success page of the first time.

/**
 * A refused form is 'invalid', 'files-refused', 'not-human' or 'rate-limited'; `values` are the cleaned fields, for the
 * form to show again.
 */
export type SubmitResult = StoredForm | (RefusedForm & { values: EnquiryFields });

/** The success page finds the enquiry by `receipt`. */
interface StoredForm {
  kind: 'stored';
  id: number;
  receipt: string;
  fileCount: number;
  filesLeftOut: boolean;
  isReceiptMailed: boolean;
}

type RefusedForm =
  | { kind: 'invalid'; fields: EnquiryField[] }
  | { kind: 'files-refused'; refusals: FileRefusal[] }
  | { kind: 'not-human' }
  | RateLimited;

interface RateLimited {
  kind: 'rate-limited';
  reason: 'wait' | 'limit';
  retryAfterSeconds: number;
}

interface Submission {
  cleanedFields: EnquiryFields;
  receipts: FormReceipts;
  isHoneypotFilled: boolean;
  requester: Requester;
  aboutProject: string | null;
  language: Language;
  incomingFiles: IncomingFiles | undefined;
}

/**
 * Validates a contact form, verifies its sender and stores it with its files, all or nothing; then queues the
 * mails. The same form is stored only once. A filled honeypot goes to the spam folder, unless its sender passed
 * the human check. Files are read last, so that a form with another error is refused before the upload (AT-4).
 * Stores nothing if it throws an error of the database or the disk. Rules: CF-4 to CF-13, AT-1 to AT-5.
 */
export async function submitEnquiry(
  formData: FormData,
  requester: Requester & { language?: Language },
  incomingFiles?: IncomingFiles,
): Promise<SubmitResult> {
  const cleanedFields = cleanEnquiryFields(formData);
  const about = getTextField(formData, 'about');
  // The form may be about a project, or ask for samples of wood.
  const isSampleRequest = about === SAMPLE_REQUEST;
  const aboutProject = isSampleRequest ? SAMPLE_REQUEST : (findProject(about, 'en')?.slug ?? null);

  const result = await processForm(formData, {
    cleanedFields,
    receipts: new FormReceipts(readFormToken(formData), cleanedFields),
    isHoneypotFilled: getTextField(formData, 'website') !== '',
    requester,
    aboutProject,
    language: requester.language ?? 'en',
    incomingFiles,
  });

  if (result.kind === 'rate-limited') countEvent(requester, 'enquiry.throttled');
  if (result.kind === 'not-human') countEvent(requester, 'verification.failed');

  return result.kind === 'stored' ? result : { ...result, values: cleanedFields };
}

async function processForm(
  formData: FormData,
  submission: Submission,
): Promise<StoredForm | RefusedForm> {
  const { cleanedFields, receipts, requester, incomingFiles } = submission;

  const parsed = enquirySchema.safeParse(cleanedFields);
  // A token may be verified only once, so a form that must be corrected keeps its token.
  if (!parsed.success && !submission.isHoneypotFilled) {
    return { kind: 'invalid', fields: listInvalidFields(parsed.error) };
  }

  // Browsers always send the honeypot. A form without it was made by a program, so its token is ignored.
  const token = formData.has('website') ? getTextField(formData, 'turnstileToken') : '';
  const verification = await verifyHumanToken(token);
  const isSpam = submission.isHoneypotFilled && verification.kind !== 'verified';
  if (isSpam) return receiveSpam(submission);
  // The honeypot was filled, but the sender is a person: this form must be corrected too.
  if (!parsed.success) return { kind: 'invalid', fields: listInvalidFields(parsed.error) };

  // Refuses before the upload what would be refused after it (AT-4).
  const isResent = incomingFiles !== undefined && (await receipts.isTextStored());
  if (incomingFiles && !isResent) {
    if (verification.kind === 'failed') return { kind: 'not-human' };
    const keys = getRateLimitKeys(requester, verification);
    const rateLimited = await checkRateLimit(getDatabase(), keys, Date.now());
    if (rateLimited) return rateLimited;
  }

  // The files of a resent form are read even if this sender may not send them: only their hashes tell
  // whether they were stored the first time (CF-8).
  const limits = getFileLimits({ isVerified: isResent || verification.kind === 'verified' });
  return withReceivedFiles(incomingFiles, limits, requester, (files) =>
    checkAndStore(submission, parsed.data, verification, files),
  );
}

/** Stores a form with a filled honeypot in the spam folder. The sender sees an ordinary success (CF-7). */
function receiveSpam(submission: Submission): Promise<StoredForm | RefusedForm> {
  const { requester, receipts, incomingFiles } = submission;
  const limits = getFileLimits({ isVerified: false });

  return withReceivedFiles(incomingFiles, limits, requester, async (files) => {
    const receipt = receipts.getReceipt(files);
    const { id, outcome } = await inTransaction((tx) =>
      storeSpamOnce(tx, submission, { receipt, files: files.received }),
    );

    countEvent(requester, 'enquiry.honeypot');
    if (outcome === 'refused') countEvent(requester, 'quarantine.full');
    if (outcome === 'stored' && files.received.length > 0) {
      // To make room in the folder, older submissions were deleted: this deletes their files.
      await deleteOrphanedAttachmentFiles(getDatabase()).catch((error: Error) =>
        logError('attachments-sweep', { reason: error.message }),
      );
    }

    return {
      kind: 'stored',
      id,
      receipt,
      fileCount: files.received.length,
      filesLeftOut: files.leftOut,
      isReceiptMailed: false,
    };
  });
}

/** `id` is the enquiry number for the success page: that of the first time, if the form was sent before. */
async function storeSpamOnce(
  tx: Db,
  { cleanedFields, aboutProject, language, requester }: Submission,
  { receipt, files }: { receipt: string; files: readonly ReceivedFile[] },
): Promise<{ id: number; outcome: 'stored' | 'refused' | 'sent-before' }> {
  const first = await findRow(tx, 'spam', { form_hash: receipt });
  if (first?.number != null) return { id: first.number, outcome: 'sent-before' };

  const fields = { ...cleanedFields, about_project: aboutProject, language, form_hash: receipt };
  const { ipAddress } = requester;
  const outcome = await storeAsSpam(tx, fields, { ipAddress, files });
  return { id: await findNewestSpamNumberOrAllocate(tx), outcome };
}

/** Returns a new token for a form without a well-formed one: it counts as another form. */
function readFormToken(formData: FormData): string {
  const token = getTextField(formData, 'form_token');
  const isWellFormed = token.length === CONTACT.formTokenBytes * 2 && /^[0-9a-f]+$/.test(token);
  return isWellFormed ? token : createRandomToken(CONTACT.formTokenBytes, 'hex');
}

const getTextField = (formData: FormData, name: string) => String(formData.get(name) ?? '');

async function checkAndStore(
  submission: Submission,
  fields: EnquiryFields,
  verification: Verification,
  files: ReceivedFiles,
): Promise<StoredForm | RefusedForm> {
  const receipt = submission.receipts.getReceipt(files);

  // A resent form may fail the verification, because its token was used up the first time (CF-8).
  if (verification.kind === 'failed') {
    const storedForm = await findStoredForm(getDatabase(), receipt, files);
    return storedForm ?? { kind: 'not-human' };
  }

  const isVerified = verification.kind === 'verified';
  const refusals = listLimitRefusals(files.received, getFileLimits({ isVerified }));
  if (refusals.length > 0) {
    const storedForm = await findStoredForm(getDatabase(), receipt, files);
    return storedForm ?? { kind: 'files-refused', refusals };
  }

  const result = await inTransaction((tx) =>
    storeEnquiry(tx, submission, fields, verification, files),
  );
  if (result.kind === 'stored' && !isVerified) {
    countEvent(submission.requester, 'verification.missing');
  }
  return result;
}

type PassedVerification = Exclude<Verification, { kind: 'failed' }>;

async function storeEnquiry(
  tx: Db,
  submission: Submission,
  fields: EnquiryFields,
  verification: PassedVerification,
  files: ReceivedFiles,
): Promise<StoredForm | RefusedForm> {
  const { receipts, requester } = submission;
  const receipt = receipts.getReceipt(files);

  // The same form may be submitted twice concurrently; the second transaction finds the first one's row.
  const storedForm = await findStoredForm(tx, receipt, files);
  if (storedForm) return storedForm;

  // Only now, because an upload may have taken minutes.
  const nowMs = Date.now();
  const keys = getRateLimitKeys(requester, verification);
  const rateLimited = await checkRateLimit(tx, keys, nowMs);
  if (rateLimited) return rateLimited;

  if (verification.kind === 'verified') {
    const { id, expiresAt: expires_at } = verification.proof;
    const isFirstUse = await insertRowIfNew(tx, 'used_challenges', { id, expires_at });
    if (!isFirstUse) return { kind: 'not-human' };
  }

  const enquiry = await insertEnquiry(tx, {
    ...fields,
    created_at: new Date(nowMs).toISOString(),
    verified: verification.kind === 'verified' ? 1 : 0,
    suspected: submission.isHoneypotFilled ? 1 : 0,
    about_project: submission.aboutProject,
    language: submission.language,
  });

  await receipts.store(tx, enquiry, files);
  await insertUses(tx, keys, { at: nowMs });

  await insertAttachmentsIfSpace(tx, enquiry, files);
  await queueStaffNotification(tx, enquiry);
  await queueReceiptMailIfAllowed(tx, enquiry, nowMs);

  return readStoredForm(tx, enquiry.id, receipt, files);
}

/** Inserts the rows of the files, or none of them if other uploads have taken the space meanwhile. */
export async function insertAttachmentsIfSpace(
  tx: Db,
  enquiry: Enquiry,
  { received }: ReceivedFiles,
): Promise<void> {
  if (received.length === 0) return;
  const hasSpace = await isWithinStorageLimit(tx, sumFileSizes(received));
  if (!hasSpace) return;
  await insertAttachments(tx, { enquiry_id: enquiry.id }, received, enquiry.created_at);
}

async function findStoredForm(
  db: Db,
  receipt: string,
  files: ReceivedFiles,
): Promise<StoredForm | null> {
  const form = await findRow(db, 'enquiry_forms', { token_hash: receipt });
  return form ? readStoredForm(db, form.enquiry_id, receipt, files) : null;
}

/** Returns the result for a form that was just stored, and the same one when it is sent again (CF-8). */
async function readStoredForm(
  db: Db,
  id: number,
  receipt: string,
  files: ReceivedFiles,
): Promise<StoredForm> {
  const fileCount = (await listCustomerAttachments(db, id)).length;
  const mails = await listMailOfEnquiries(db, [id]);
  return {
    kind: 'stored',
    id,
    receipt,
    fileCount,
    filesLeftOut: files.leftOut || fileCount < files.received.length,
    isReceiptMailed: mails.some(({ kind }) => kind === 'receipt'),
  };
}

/** Counts by IP address and by visitor; without a cookie or verification also strictly by IP address (CF-9). */
function getRateLimitKeys(
  { visitor, ipAddress }: Requester,
  verification: PassedVerification,
): LimitKey[] {
  const ipAddressHash = hashWithKey('address', getIpAddressGroup(ipAddress ?? 'unknown'));
  const keys: LimitKey[] = [`address:${ipAddressHash}`];
  if (visitor) keys.push(`visitor:${hashWithKey('visitor', visitor)}`);
  if (!visitor || verification.kind !== 'verified') keys.push(`unverified:${ipAddressHash}`);
  return keys;
}

/** Returns null below all limits. They count stored enquiries only, so the storing transaction must call it again. */
async function checkRateLimit(
  db: Db,
  keys: LimitKey[],
  nowMs: number,
): Promise<RateLimited | null> {
  const limit = await findReachedLimit(db, keys, nowMs);
  if (!limit) return null;
  const isShortPause = limit.withinMs === CONTACT.intervalSeconds * SECOND;
  const reason = isShortPause ? 'wait' : 'limit';
  return { kind: 'rate-limited', reason, retryAfterSeconds: Math.ceil(limit.waitMs / SECOND) };
}
