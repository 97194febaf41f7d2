import { findProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import {
  insertEnquiry,
  isFormStored,
  rememberForm,
  spendChallenge,
} from '#db/enquiries/enquiries.ts';
import { insertSend } from '#db/enquiries/enquiry-sends.ts';
import { addressGroup } from '#app/domain/address-group.server.ts';
import { countEvent } from '#app/domain/audit-counts.server.ts';
import type { Requester } from '#app/domain/audit.server.ts';
import { queueEnquiryEmail } from './enquiry-email.server.ts';
import {
  cleanFields,
  type EnquiryField,
  type EnquiryFields,
  enquirySchema,
} from './enquiry-schema.server.ts';
import { hashToken, randomToken } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { type SuspectFields, quarantine } from './quarantine.server.ts';
import { countedAs, type Throttled, throttledUntil } from './throttle.server.ts';
import { type Verification, verifyHuman } from './verification.server.ts';

/** `receipt` names the form and its contents, so that the same sending has the same one. */
export type Received =
  | { kind: 'stored'; receipt: string }
  | { kind: 'refused'; fields: EnquiryField[] }
  | { kind: 'not-human' }
  | ({ kind: 'throttled' } & Throttled);

type Human = Exclude<Verification, { kind: 'failed' }>;

/** Who sends the form, and in which language it was filled in. */
interface Sender extends Requester {
  language?: Language;
}

interface Accepted {
  fields: EnquiryFields;
  receipt: string;
  human: Human;
  requester: Sender;
  about: string | null;
}

/**
 * Takes the contact form of one visitor: cleans, validates, verifies, throttles and stores it, all
 * or nothing. The same form with the same contents is stored once, however often it is sent.
 * Throws what the database throws; then nothing was stored. Source: ledger CF-4 to CF-13.
 */
export async function receiveEnquiry(
  form: FormData,
  requester: Sender,
  now = Date.now(),
): Promise<Received> {
  const { language = 'en' } = requester;
  const cleaned = cleanFields(form);
  const receipt = receiptOf(form, cleaned);
  const about = findProject(textOf(form, 'about'), 'en')?.slug ?? null;
  if (textOf(form, 'website')) {
    // Answered exactly like success; the desk can look at it (a password manager may have done it).
    await setAside({ ...cleaned, about_project: about, language }, requester);
    return { kind: 'stored', receipt };
  }
  const parsed = enquirySchema.safeParse(cleaned);
  if (!parsed.success) return { kind: 'refused', fields: namesOf(parsed.error.issues) };
  const human = await judgeSender(form, now);
  if (human.kind === 'failed') {
    // The token of a form that is sent once more was spent the first time.
    if (await isFormStored(database(), receipt)) return { kind: 'stored', receipt };
    countEvent(requester, 'verification.failed');
    return { kind: 'not-human' };
  }
  const enquiry = { fields: parsed.data, receipt, human, requester, about };
  const stored = await inTransaction((tx) => store(tx, enquiry, now));
  countOutcome(stored, human, requester);
  return stored;
}

/** After the transaction: its work may be run twice. */
function countOutcome({ kind }: Received, human: Human, requester: Requester): void {
  if (kind === 'throttled') countEvent(requester, 'enquiry.throttled');
  else if (kind === 'not-human') countEvent(requester, 'verification.failed');
  else if (human.kind !== 'verified') countEvent(requester, 'verification.missing');
}

async function setAside(fields: SuspectFields, requester: Requester): Promise<void> {
  const kept = await inTransaction((tx) => quarantine(tx, fields, 'honeypot', requester.address));
  countEvent(requester, 'enquiry.honeypot');
  if (!kept) countEvent(requester, 'quarantine.full');
}

async function store(tx: Db, enquiry: Accepted, now: number): Promise<Received> {
  const { fields, receipt, human, requester, about } = enquiry;
  // Two sendings of one form can reach this point together; the second finds the first here.
  if (await isFormStored(tx, receipt)) return { kind: 'stored', receipt };
  const verified = human.kind === 'verified';
  const { visitor = null, language = 'en' } = requester;
  const address = addressGroup(requester.address ?? 'unknown');
  const sender = countedAs({ visitor, address, verified });
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
  await insertSend(tx, { ...sender, sentAt: now });
  await queueEnquiryEmail(tx, stored);
  return { kind: 'stored', receipt };
}

// A browser always sends the honeypot, empty; who leaves it out did not fill in our page. Such an
// enquiry is not lost, but no token makes it a verified one.
async function judgeSender(form: FormData, now: number): Promise<Verification> {
  const token = form.has('website') ? textOf(form, 'turnstileToken') : '';
  return verifyHuman(token, now);
}

/** Another message on the same page load (Back, edited, sent) is another enquiry: contents count. */
function receiptOf(form: FormData, cleaned: Record<EnquiryField, string>): string {
  const given = textOf(form, 'form_token');
  const wellFormed = given.length === CONTACT.formTokenBytes * 2 && /^[0-9a-f]+$/.test(given);
  const token = wellFormed ? given : randomToken(CONTACT.formTokenBytes, 'hex');
  return hashToken(JSON.stringify([token, cleaned]));
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function namesOf(issues: readonly { path: PropertyKey[] }[]): EnquiryField[] {
  return [...new Set(issues.map((issue) => issue.path[0] as EnquiryField))];
}
