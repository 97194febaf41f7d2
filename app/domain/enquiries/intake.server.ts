import { findProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { logError } from '#app/log.server.ts';
import { sweepAttachments } from '#app/domain/attachments/attachment-folder.server.ts';
import {
  type ArrivingFiles,
  beyondLimits,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { limitsFor } from '#app/domain/attachments/attachment-space.server.ts';
import { type Requester, countEvent } from '#app/domain/audit.server.ts';
import { type Files, NO_FILES, withFiles } from './enquiry-files.server.ts';
import type { EnquiryField } from './enquiry-fields.server.ts';
import { cleanFields, enquirySchema } from './enquiry-schema.server.ts';
import { type Human, type Received, findStored, storeEnquiry } from './enquiry-store.server.ts';
import { FormReceipts } from './form-receipts.server.ts';
import { type SuspectFields, quarantine } from './quarantine.server.ts';
import { type Throttled, keysOfSender, throttledUntil } from './throttle.server.ts';
import { type Verification, verifyHuman } from './verification.server.ts';

export type { Received } from './enquiry-store.server.ts';

/**
 * Takes the contact form of one visitor: cleans, validates, verifies, throttles and stores it, all
 * or nothing. The same form with the same contents is stored once, however often it is sent. Its
 * files are read only when nothing else speaks against it (AT-4). Throws what the database and the
 * disk throw; then nothing was stored. Source: ledger CF-4 to CF-13, AT-1 to AT-5.
 */
export async function receiveEnquiry(
  form: FormData,
  requester: Requester & { language?: Language },
  now = Date.now(),
  arriving?: ArrivingFiles,
): Promise<Received> {
  const { language = 'en', elsewhere = (wait) => wait() } = requester;
  const cleaned = cleanFields(form);
  const receipts = new FormReceipts(textOf(form, 'form_token'), cleaned);
  const about = findProject(textOf(form, 'about'), 'en')?.slug ?? null;
  if (textOf(form, 'website')) {
    // Answered exactly like success; the desk can look at it (a password manager may have done it).
    const fields = { ...cleaned, about_project: about, language };
    return withFiles(arriving, limitsFor(false), requester, (files) =>
      setAside(fields, requester, receipts, files),
    );
  }
  const parsed = enquirySchema.safeParse(cleaned);
  if (!parsed.success) return { kind: 'refused', fields: namesOf(parsed.error.issues) };
  const human = await elsewhere(() => judgeSender(form, now));
  const isKnown = arriving !== undefined && (await receipts.areWordsStored());
  if (human.kind === 'failed' && !isKnown) {
    // The token of a form that is sent once more was spent the first time.
    if (!arriving) {
      const again = await findStored(database(), receipts.of(NO_FILES), NO_FILES);
      if (again) return again;
    }
    countEvent(requester, 'verification.failed');
    return { kind: 'not-human' };
  }
  const verified = human.kind === 'verified';
  const sender = keysOfSender(requester, verified);
  if (arriving && !isKnown) {
    const throttled = await throttledUntil(database(), sender, now);
    if (throttled) return refuseThrottled(requester, throttled);
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
    countOutcome(stored, human, requester);
    return stored;
  });
}

/** After the transaction: its work may be run twice. */
function countOutcome({ kind }: Received, human: Human, requester: Requester): void {
  if (kind === 'throttled') countEvent(requester, 'enquiry.throttled');
  else if (kind === 'not-human') countEvent(requester, 'verification.failed');
  else if (human.kind !== 'verified') countEvent(requester, 'verification.missing');
}

function refuseThrottled(requester: Requester, throttled: Throttled): Received {
  countEvent(requester, 'enquiry.throttled');
  return { kind: 'throttled', ...throttled };
}

async function setAside(
  fields: SuspectFields,
  requester: Requester,
  receipts: FormReceipts,
  files: Files,
): Promise<Received> {
  const { address } = requester;
  const kept = await inTransaction((tx) => quarantine(tx, fields, 'honeypot', address, files.held));
  countEvent(requester, 'enquiry.honeypot');
  if (!kept) countEvent(requester, 'quarantine.full');
  if (files.held.length > 0) await dropSwept();
  return { kind: 'stored', receipt: receipts.of(files), filesLeftOut: files.leftOut };
}

/** Deletes what gave way; what that fails at is left to the daily work. */
async function dropSwept(): Promise<void> {
  await sweepAttachments(database()).catch((error: Error) => {
    logError('attachments-sweep', { reason: error.message });
  });
}

// A browser always sends the honeypot, empty; who leaves it out did not fill in our page. Such an
// enquiry is not lost, but no token makes it a verified one.
async function judgeSender(form: FormData, now: number): Promise<Verification> {
  const token = form.has('website') ? textOf(form, 'turnstileToken') : '';
  return verifyHuman(token, now);
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function namesOf(issues: readonly { path: PropertyKey[] }[]): EnquiryField[] {
  return [...new Set(issues.map((issue) => issue.path[0] as EnquiryField))];
}
