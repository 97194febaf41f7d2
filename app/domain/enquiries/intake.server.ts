import { findProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import {
  getFileLimits,
  isWithinStorageLimit,
  sweepAttachments,
} from '#app/domain/attachments/attachment-folder.server.ts';
import {
  listFilesBeyondLimits,
  NO_FILES,
  sumBytes,
  withFiles,
  type ArrivingFiles,
  type FileRefusal,
  type Files,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { countEvent, type Requester } from '#app/domain/audit.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import {
  createRandomToken,
  getIpAddressGroup,
  hashToken,
  hashWithKey,
} from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { findMetLimit, type LimitKey } from '#app/domain/rate-limits.server.ts';
import type { EnquiryField } from '#app/enquiry-fields.server.ts';
import { logError } from '#app/log.server.ts';
import { insertAttachments, listAttachments } from '#db/attachments.ts';
import { insertUses } from '#db/counted-uses.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { consumeChallenge, findForm, insertEnquiry, insertEnquiryForm } from '#db/enquiries.ts';
import { findEnquiryNumber, getSharedEnquiryNumber } from '#db/quarantine.ts';
import type { Enquiry } from '#db/schema.ts';
import { queueEnquiryEmail, queueReceipt } from './enquiry-email.server.ts';
import {
  cleanFields,
  enquirySchema,
  listInvalidFields,
  type EnquiryFields,
} from './enquiry-form.server.ts';
import { quarantineSubmission } from './quarantine.server.ts';
import { verifyHumanToken, type Verification } from './verification.server.ts';

/** A field of `values` that the form shows again is cleaned as it would be stored. */
export type SubmitResult = StoredForm | (RefusedForm & { values: EnquiryFields });

/** `receipt` proves to the success page that this form was stored. */
interface StoredForm {
  kind: 'stored';
  id: number;
  receipt: string;
  filesLeftOut: boolean;
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
  requester: Requester;
  projectSlug: string | null;
  language: Language;
  nowMs: number;
  incomingFiles: ArrivingFiles | undefined;
}

/**
 * Stores a form with its files, completely or not at all, and only once if it is sent again. Files are read
 * last, so that a form with another error is refused before the upload (AT-4). Stores nothing if it throws
 * an error of the database or the disk. Rules: CF-4 to CF-13, AT-1 to AT-5.
 */
export async function submitEnquiry(
  form: FormData,
  requester: Requester & { language?: Language },
  nowMs = Date.now(),
  incomingFiles?: ArrivingFiles,
): Promise<SubmitResult> {
  const cleanedFields = cleanFields(form);
  const result = await processForm(form, {
    cleanedFields,
    receipts: new FormReceipts(getText(form, 'form_token'), cleanedFields),
    requester,
    projectSlug: findProject(getText(form, 'about'), 'en')?.slug ?? null,
    language: requester.language ?? 'en',
    nowMs,
    incomingFiles,
  });
  if (result.kind === 'rate-limited') countEvent(requester, 'enquiry.throttled');
  if (result.kind === 'not-human') countEvent(requester, 'verification.failed');
  return result.kind === 'stored' ? result : { ...result, values: cleanedFields };
}

async function processForm(
  form: FormData,
  submission: Submission,
): Promise<StoredForm | RefusedForm> {
  const { cleanedFields, receipts, requester, nowMs, incomingFiles } = submission;
  if (getText(form, 'website')) return quarantineEnquiry(submission);
  const parsed = enquirySchema.safeParse(cleanedFields);
  if (!parsed.success) return { kind: 'invalid', fields: listInvalidFields(parsed.error) };
  const verification = await verifyHumanToken(getVerificationToken(form), nowMs);
  const isResent = incomingFiles !== undefined && (await receipts.isTextStored());
  const refusal = isResent ? null : await checkBeforeFiles(submission, verification);
  if (refusal) return refusal;
  // The files of a resent form are read even if this sender may not send them: only their hashes tell
  // whether they were stored the first time (CF-8).
  const limits = getFileLimits(verification.kind === 'verified' || isResent);
  return withFiles(incomingFiles, limits, requester, (files) =>
    storeWithFiles(submission, parsed.data, verification, files),
  );
}

/** Stores it in the spam folder; the sender sees an ordinary success (CF-7). */
function quarantineEnquiry(submission: Submission): Promise<StoredForm | RefusedForm> {
  const { cleanedFields, receipts, requester, projectSlug, language, incomingFiles } = submission;
  return withFiles(incomingFiles, getFileLimits(false), requester, async (files) => {
    const receipt = receipts.forFiles(files);
    const fields = { ...cleanedFields, about_project: projectSlug, language, form_hash: receipt };
    const { isStored, id } = await inTransaction(async (tx) => {
      const number = await findEnquiryNumber(tx, receipt);
      const isStored =
        number !== null ||
        (await quarantineSubmission(tx, fields, requester.address, files.received));
      return { isStored, id: number ?? (await getSharedEnquiryNumber(tx)) };
    });
    countEvent(requester, 'enquiry.honeypot');
    if (!isStored) countEvent(requester, 'quarantine.full');
    if (files.received.length > 0) await sweepDisplacedFiles();
    return { kind: 'stored', id, receipt, filesLeftOut: files.leftOut };
  });
}

/** Deletes the files of older submissions that had to make room in the spam folder. */
async function sweepDisplacedFiles(): Promise<void> {
  await sweepAttachments(database()).catch((error: Error) => {
    logError('attachments-sweep', { reason: error.message });
  });
}

function getText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * A browser always sends the empty honeypot. Without it the form is not ours: the enquiry is accepted,
 * but no token makes it a verified one.
 */
function getVerificationToken(form: FormData): string {
  return form.has('website') ? getText(form, 'turnstileToken') : '';
}

/** Returns the result that needs no file to be read, or null to continue. */
async function checkBeforeFiles(
  { receipts, requester, nowMs, incomingFiles }: Submission,
  verification: Verification,
): Promise<StoredForm | RefusedForm | null> {
  if (verification.kind === 'failed') {
    // The token of a form that is sent again was used up the first time (CF-8).
    const storedForm = incomingFiles
      ? null
      : await findStoredForm(database(), receipts.forFiles(NO_FILES), NO_FILES);
    return storedForm ?? { kind: 'not-human' };
  }
  if (!incomingFiles) return null;
  return checkRateLimit(database(), getRateLimitKeys(requester, verification), nowMs);
}

async function storeWithFiles(
  submission: Submission,
  fields: EnquiryFields,
  verification: Verification,
  files: Files,
): Promise<StoredForm | RefusedForm> {
  const isVerified = verification.kind === 'verified';
  const refusals = listFilesBeyondLimits(files.received, getFileLimits(isVerified));
  if (verification.kind === 'failed' || refusals.length > 0) {
    const storedForm = await findStoredForm(database(), submission.receipts.forFiles(files), files);
    if (storedForm) return storedForm;
    return verification.kind === 'failed'
      ? { kind: 'not-human' }
      : { kind: 'files-refused', refusals };
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
  { receipts, requester, projectSlug, language, nowMs }: Submission,
  fields: EnquiryFields,
  verification: PassedVerification,
  files: Files,
): Promise<StoredForm | RefusedForm> {
  const receipt = receipts.forFiles(files);
  // The same form may be submitted twice concurrently; the second transaction finds the first one's row.
  const storedForm = await findStoredForm(tx, receipt, files);
  if (storedForm) return storedForm;
  const keys = getRateLimitKeys(requester, verification);
  const rateLimited = await checkRateLimit(tx, keys, nowMs);
  if (rateLimited) return rateLimited;
  if (verification.kind === 'verified') {
    const { id, expiresAt } = verification.proof;
    if (!(await consumeChallenge(tx, id, expiresAt))) return { kind: 'not-human' };
  }
  const enquiry = await insertEnquiry(tx, {
    ...fields,
    created_at: new Date(nowMs).toISOString(),
    verified: verification.kind === 'verified' ? 1 : 0,
    about_project: projectSlug,
    language,
  });
  await insertEnquiryForm(tx, receipt, enquiry);
  await insertUses(tx, keys, { at: nowMs });
  const filesLeftOut = await storeFiles(tx, enquiry, files);
  if (files !== NO_FILES) await insertEnquiryForm(tx, receipts.textOnly, enquiry);
  await queueEnquiryEmail(tx, enquiry);
  await queueReceipt(tx, enquiry, nowMs);
  return { kind: 'stored', id: enquiry.id, receipt, filesLeftOut };
}

/** Returns whether the files were left out: another upload may have taken the space in the meantime. */
export async function storeFiles(
  tx: Db,
  enquiry: Enquiry,
  { received, leftOut }: Files,
): Promise<boolean> {
  if (leftOut || received.length === 0) return leftOut;
  if (!(await isWithinStorageLimit(tx, sumBytes(received)))) return true;
  await insertAttachments(tx, { enquiry_id: enquiry.id }, received, enquiry.created_at);
  return false;
}

async function findStoredForm(db: Db, receipt: string, files: Files): Promise<StoredForm | null> {
  const form = await findForm(db, receipt);
  if (!form) return null;
  const wasLeftOut =
    files.received.length > 0 && (await listAttachments(db, form.enquiry_id)).length === 0;
  return {
    kind: 'stored',
    id: form.enquiry_id,
    receipt,
    filesLeftOut: files.leftOut || wasLeftOut,
  };
}

/** Counts by visitor and loosely by address if verified, otherwise strictly by address (CF-9). */
function getRateLimitKeys(
  { visitor, address }: Requester,
  verification: PassedVerification,
): LimitKey[] {
  const addressHash = hashWithKey('address', getIpAddressGroup(address ?? 'unknown'));
  const keys: LimitKey[] = [`address:${addressHash}`];
  if (visitor) keys.push(`visitor:${hashWithKey('visitor', visitor)}`);
  if (!visitor || verification.kind !== 'verified') keys.push(`unverified:${addressHash}`);
  return keys;
}

/** Counts stored enquiries only, so it decides in the transaction that stores one. */
async function checkRateLimit(
  db: Db,
  keys: LimitKey[],
  nowMs: number,
): Promise<RateLimited | null> {
  const limit = await findMetLimit(db, keys, nowMs);
  if (!limit) return null;
  const reason = limit.text === 'wait' ? 'wait' : 'limit';
  return { kind: 'rate-limited', reason, retryAfterSeconds: Math.ceil(limit.waitMs / SECOND) };
}

/**
 * Hashes that identify a stored form (CF-8, AT-5). They include the contents: another text on the same
 * page load (Back, edited, sent), or other files, are another enquiry.
 */
class FormReceipts {
  readonly #contents: unknown[];

  constructor(postedToken: string, cleanedFields: EnquiryFields) {
    const isWellFormed =
      postedToken.length === CONTACT.formTokenBytes * 2 && /^[0-9a-f]+$/.test(postedToken);
    const token = isWellFormed ? postedToken : createRandomToken(CONTACT.formTokenBytes, 'hex');
    this.#contents = [token, cleanedFields];
  }

  forFiles({ received, leftOut }: Files): string {
    if (leftOut) return this.#hash('left out');
    return received.length > 0 ? this.#hash(received.map(({ sha256 }) => sha256)) : this.#hash();
  }

  get textOnly(): string {
    return this.#hash('any');
  }

  async isTextStored(): Promise<boolean> {
    const form =
      (await findForm(database(), this.textOnly)) ?? (await findForm(database(), this.#hash()));
    return form !== undefined;
  }

  #hash(...files: unknown[]): string {
    return hashToken(JSON.stringify([...this.#contents, ...files]));
  }
}
