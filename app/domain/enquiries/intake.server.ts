import { findForm, insertEnquiry, rememberForm, spendChallenge } from '#db/enquiries.ts';
import { insertUses } from '#db/counted-uses.ts';
import { findNumber, lastNumber } from '#db/quarantine.ts';
import { attachmentsOf, insertAttachments } from '#db/attachments.ts';
import { addressGroup, hashToken, keyedHash, randomToken } from '#app/domain/keys.server.ts';
import { findProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import { logError } from '#app/log.server.ts';
import {
  hasShareFor,
  limitsFor,
  sweepAttachments,
} from '#app/domain/attachments/attachment-folder.server.ts';
import {
  type ArrivingFiles,
  type FileRefusal,
  type Files,
  beyondLimits,
  bytesIn,
  NO_FILES,
  withFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { type Requester, countEvent } from '#app/domain/audit.server.ts';
import {
  type EnquiryField,
  type EnquiryFields,
  cleanFields,
  enquirySchema,
} from './enquiry-fields.server.ts';
import { type SuspectFields, quarantine } from './quarantine.server.ts';
import { type Verification, verifyHuman } from './verification.server.ts';
import type { Enquiry } from '#db/schema.ts';
import { type LimitKey, findMetLimit } from '#app/domain/rate-limits.server.ts';
import { queueEnquiryEmail, queueReceipt } from './enquiry-email.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { CONTACT } from '#app/domain/limits.ts';

/**
 * All or nothing, and once however often it is sent. Files are read only when nothing else speaks
 * against it (AT-4). Throws what database and disk throw; then nothing was stored. Source: ledger
 * CF-4 to CF-13, AT-1 to AT-5.
 */
export async function receiveEnquiry(
  form: FormData,
  requester: Requester & { language?: Language },
  now = Date.now(),
  arriving?: ArrivingFiles,
): Promise<Received> {
  const values = cleanFields(form);
  const outcome = await receive(form, values, requester, now, arriving);
  // After every transaction: the work of one may be run twice.
  if (outcome.kind === 'throttled') countEvent(requester, 'enquiry.throttled');
  if (outcome.kind === 'not-human') countEvent(requester, 'verification.failed');
  return outcome.kind === 'stored' ? outcome : { ...outcome, values };
}

async function receive(
  form: FormData,
  cleaned: Record<EnquiryField, string>,
  requester: Requester & { language?: Language },
  now: number,
  arriving: ArrivingFiles | undefined,
): Promise<Outcome> {
  const { language = 'en' } = requester;
  const receipts = new FormReceipts(textOf(form, 'form_token'), cleaned);
  const about = findProject(textOf(form, 'about'), 'en')?.slug ?? null;
  if (textOf(form, 'website')) {
    // Answered exactly like success; the desk can look at it (a password manager may have done it).
    return withFiles(arriving, limitsFor(false), requester, (files) => {
      const fields = { ...cleaned, about_project: about, language };
      return setAside({ ...fields, form_hash: receipts.of(files) }, requester, files);
    });
  }
  const parsed = enquirySchema.safeParse(cleaned);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path[0] as EnquiryField);
    return { kind: 'refused', fields: [...new Set(fields)] };
  }
  // A browser always sends the honeypot, empty; who leaves it out did not fill in our page. Such an
  // enquiry is not lost, but no token makes it a verified one.
  const token = form.has('website') ? textOf(form, 'turnstileToken') : '';
  const human = await verifyHuman(token, now);
  const isKnown = arriving !== undefined && (await receipts.areWordsStored());
  if (human.kind === 'failed' && !isKnown) {
    // The token of a form that is sent once more was spent the first time.
    if (!arriving) {
      const again = await findStored(database(), receipts.of(NO_FILES), NO_FILES);
      if (again) return again;
    }
    return { kind: 'not-human' };
  }
  const verified = human.kind === 'verified';
  const sender = keysOfSender(requester, verified);
  if (arriving && !isKnown) {
    const throttled = await throttledUntil(database(), sender, now);
    if (throttled) return throttled;
  }
  // Only to tell whether they are the files that were stored with these words (CF-8).
  const limits = limitsFor(verified || isKnown);
  return withFiles(arriving, limits, requester, async (files) => {
    const refusals = beyondLimits(files.held, limitsFor(verified));
    if (human.kind === 'failed' || refusals.length > 0) {
      const again = await findStored(database(), receipts.of(files), files);
      if (again) return again;
    }
    if (human.kind === 'failed') return { kind: 'not-human' };
    if (refusals.length > 0) return { kind: 'files-refused', refusals };
    const enquiry = { fields: parsed.data, receipts, human, sender, about, language };
    const stored = await inTransaction((tx) => storeEnquiry(tx, enquiry, files, now));
    if (stored.kind === 'stored' && !verified) countEvent(requester, 'verification.missing');
    return stored;
  });
}

async function setAside(
  fields: SuspectFields & { form_hash: string },
  requester: Requester,
  files: Files,
): Promise<Outcome> {
  const { address } = requester;
  const { form_hash: receipt } = fields;
  const { kept, id } = await inTransaction(async (tx) => {
    const again = await findNumber(tx, receipt);
    const kept = again !== null || (await quarantine(tx, fields, address, files.held));
    return { kept, id: again ?? (await lastNumber(tx)) };
  });
  countEvent(requester, 'enquiry.honeypot');
  if (!kept) countEvent(requester, 'quarantine.full');
  if (files.held.length > 0) await dropSwept();
  return { kind: 'stored', id, receipt, filesLeftOut: files.leftOut };
}

async function dropSwept(): Promise<void> {
  await sweepAttachments(database()).catch((error: Error) => {
    logError('attachments-sweep', { reason: error.message });
  });
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

type Outcome =
  | { kind: 'stored'; id: number; receipt: string; filesLeftOut: boolean }
  | { kind: 'refused'; fields: EnquiryField[] }
  | { kind: 'files-refused'; refusals: FileRefusal[] }
  | { kind: 'not-human' }
  | Throttled;

export type Received =
  | Extract<Outcome, { kind: 'stored' }>
  | (Exclude<Outcome, { kind: 'stored' }> & { values: Record<EnquiryField, string> });

type Human = Exclude<Verification, { kind: 'failed' }>;

interface Accepted {
  fields: EnquiryFields;
  receipts: FormReceipts;
  human: Human;
  sender: LimitKey[];
  about: string | null;
  language: Language;
}

async function storeEnquiry(
  tx: Db,
  enquiry: Accepted,
  files: Files,
  now: number,
): Promise<Outcome> {
  const { fields, receipts, human, sender, about, language } = enquiry;
  const receipt = receipts.of(files);
  // Two sendings of one form can reach this point together; the second finds the first here.
  const again = await findStored(tx, receipt, files);
  if (again) return again;
  const verified = human.kind === 'verified';
  const throttled = await throttledUntil(tx, sender, now);
  if (throttled) return throttled;
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
  await insertUses(tx, sender, { at: now });
  const filesLeftOut = await storeFiles(tx, stored, files);
  if (files !== NO_FILES) await rememberForm(tx, receipts.ofWords, stored);
  await queueEnquiryEmail(tx, stored);
  await queueReceipt(tx, stored, now);
  return { kind: 'stored', id: stored.id, receipt, filesLeftOut };
}

/** Whether the files were left out: others may have taken the room since there was some. */
export async function storeFiles(
  tx: Db,
  enquiry: Enquiry,
  { held, leftOut }: Files,
): Promise<boolean> {
  if (leftOut || held.length === 0) return leftOut;
  if (!(await hasShareFor(tx, bytesIn(held)))) return true;
  await insertAttachments(tx, { enquiry_id: enquiry.id }, held, enquiry.created_at);
  return false;
}

async function findStored(db: Db, receipt: string, files: Files): Promise<Outcome | null> {
  const form = await findForm(db, receipt);
  if (!form) return null;
  const sent = files.held.length > 0 && (await attachmentsOf(db, form.enquiry_id)).length === 0;
  return { kind: 'stored', id: form.enquiry_id, receipt, filesLeftOut: files.leftOut || sent };
}

interface Throttled {
  kind: 'throttled';
  reason: 'wait' | 'limit';
  retryAfterSeconds: number;
}

/** Its visitor, and its address: loosely for a verified visitor, else strictly (ledger CF-9). */
function keysOfSender({ visitor, address }: Requester, verified: boolean): LimitKey[] {
  const from = keyedHash('address', addressGroup(address ?? 'unknown'));
  const keys: LimitKey[] = [`address:${from}`];
  if (visitor) keys.push(`visitor:${keyedHash('visitor', visitor)}`);
  if (!visitor || !verified) keys.push(`unverified:${from}`);
  return keys;
}

/** Ask in the transaction that stores the enquiry: only stored ones count. */
async function throttledUntil(tx: Db, sender: LimitKey[], now: number): Promise<Throttled | null> {
  const met = await findMetLimit(tx, sender, now);
  if (!met) return null;
  const reason = met.text === 'wait' ? 'wait' : 'limit';
  return { kind: 'throttled', reason, retryAfterSeconds: Math.ceil(met.waitMs / SECOND) };
}

/**
 * The names under which one sending of one form is remembered (CF-8, AT-5). Another message on the
 * same page load (Back, edited, sent) is another enquiry, and so are other files: contents count.
 */
class FormReceipts {
  readonly #words: unknown[];

  constructor(given: string, cleaned: Record<EnquiryField, string>) {
    const wellFormed = given.length === CONTACT.formTokenBytes * 2 && /^[0-9a-f]+$/.test(given);
    const token = wellFormed ? given : randomToken(CONTACT.formTokenBytes, 'hex');
    this.#words = [token, cleaned];
  }

  of({ held, leftOut }: Files): string {
    if (leftOut) return this.#hash('left out');
    return held.length > 0 ? this.#hash(held.map(({ sha256 }) => sha256)) : this.#hash();
  }

  get ofWords(): string {
    return this.#hash('any');
  }

  async areWordsStored(): Promise<boolean> {
    const known = await findForm(database(), this.ofWords);
    return (known ?? (await findForm(database(), this.#hash()))) !== undefined;
  }

  #hash(...files: unknown[]): string {
    return hashToken(JSON.stringify([...this.#words, ...files]));
  }
}
