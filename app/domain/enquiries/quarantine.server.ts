import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { getHoneypotBytes, hasShareFor } from '#app/domain/attachments/attachment-folder.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { pageParameters, searchParameter } from '#app/domain/desk/desk-filter.server.ts';
import { hashAddressForDay } from '#app/domain/keys.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { foldedText } from '#app/domain/plain-text.ts';
import {
  insertAttachments,
  listFileNames,
  moveAttachments,
  shrinkQuarantinedFiles,
  type ReceivedFile,
} from '#db/attachments.ts';
import { countAudited } from '#db/audit.ts';
import { parsePageStart, readPage, type CursorRange } from '#db/cursor.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import {
  allocateNumber,
  countQuarantine,
  deleteQuarantined,
  findQuarantined,
  insertQuarantined,
  listQuarantine,
  type QuarantineKey,
} from '#db/quarantine.ts';
import type { Quarantined } from '#db/schema.ts';
import { sumBytes } from '../attachments/attachment-intake.server.ts';
import { queueEnquiryEmail } from './enquiry-email.server.ts';
import {
  ENQUIRY_FIELD_NAMES,
  ENQUIRY_FIELDS,
  enquirySchema,
  type EnquiryField,
} from './enquiry-fields.server.ts';

export type SuspectFields = Partial<Record<EnquiryField, string>> & {
  about_project?: string | null;
  language?: Language;
  created_at?: string;
  form_hash?: string;
};

const PROJECT_MAX = 100;

/**
 * A password manager may have filled the honeypot for a person (CF-7). False when it was not kept:
 * the address has had its share for the day, or there is no room but what others came to first. Its files
 * stay with it (AT-8), within the share of honeypots: the oldest of all of them give way.
 */
export async function quarantineSubmission(
  tx: Db,
  fields: SuspectFields,
  address: string | null = null,
  files: readonly ReceivedFile[] = [],
): Promise<boolean> {
  const sender = address === null ? null : hashAddressForDay('quarantine', address, new Date());
  if (sender !== null) {
    const kept = await countQuarantine(tx, sender);
    if (kept >= DESK.quarantinePerAddressAndDay) return false;
  }
  const row = { ...rowOf(fields, sender), number: await allocateNumber(tx) };
  const id = await insertQuarantined(tx, row, DESK.quarantineRows);
  if (id === null) return false;
  const bytes = sumBytes(files);
  if (bytes > 0 && bytes <= getHoneypotBytes()) {
    await shrinkQuarantinedFiles(tx, getHoneypotBytes() - bytes);
    if (!(await hasShareFor(tx, bytes))) return true;
    await insertAttachments(tx, { quarantine_id: id }, files, row.created_at);
  }
  return true;
}

function rowOf(fields: SuspectFields, address: string | null) {
  const cut = ENQUIRY_FIELD_NAMES.map((name) => {
    const { max }: { max: number } = { max: PROJECT_MAX, ...ENQUIRY_FIELDS[name] };
    return [name, (fields[name] ?? '').slice(0, max)];
  });
  return {
    ...(Object.fromEntries(cut) as Record<EnquiryField, string>),
    verified: 0,
    about_project: fields.about_project ?? null,
    language: fields.language ?? 'en',
    reason: 'honeypot',
    created_at: fields.created_at ?? new Date().toISOString(),
    address,
    form_hash: fields.form_hash ?? null,
  };
}

type Released = { kind: 'released'; enquiryId: number } | { kind: 'gone' } | { kind: 'incomplete' };

/** All or nothing, at the time it came in; what the form would have refused stays where it is. */
export async function releaseFromQuarantine(
  key: QuarantineKey,
  requester: Requester,
  admin: SignedInAdmin,
): Promise<Released> {
  if (!Number.isSafeInteger(key.id)) return { kind: 'gone' };
  const item = await findQuarantined(database(), key);
  if (!item) return { kind: 'gone' };
  const fields = enquirySchema.safeParse(item);
  if (!fields.success) return { kind: 'incomplete' };
  return inTransaction(async (tx) => {
    const found = await findQuarantined(tx, key);
    if (!found) return { kind: 'gone' };
    const { verified, about_project, language, created_at } = found;
    const enquiry = await insertEnquiry(tx, {
      ...fields.data,
      verified,
      about_project,
      language,
      created_at,
    });
    // Before its row goes, and all that belongs to it.
    await moveAttachments(tx, key.id, enquiry.id);
    await deleteQuarantined(tx, key);
    await queueEnquiryEmail(tx, enquiry);
    const facts = { admin: admin.id, enquiry: enquiry.id };
    await recordAudit(tx, requester, 'quarantine.released', facts);
    return { kind: 'released', enquiryId: enquiry.id };
  });
}

const quarantineAddress = z.object({ search: searchParameter, ...pageParameters });

const BATCH = 500;

/** Reads the page of the spam folder that an address asks for. */
export async function readQuarantine(params: URLSearchParams) {
  const view = quarantineAddress.parse(Object.fromEntries(params));
  const { rows, newer, older } = await readPage(
    parsePageStart(view),
    DESK.quarantinePageRows,
    (range) => find(view.search, range),
  );
  const ids = rows.map(({ id }) => id);
  const since = new Date(Date.now() - DESK.quarantineDays * DAY).toISOString();
  const files = await listFileNames(database(), ids, 'quarantine_id');
  return {
    view,
    items: rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] })),
    newer,
    older,
    total: await countQuarantine(database()),
    notKept: await countAudited(database(), 'quarantine.full', since),
  };
}

/** At most DESK.quarantineRows: an index of their words would cost more than it saves. */
async function find(search: string, range: CursorRange): Promise<Quarantined[]> {
  const words = foldedText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return listQuarantine(database(), range);
  const { limit = Infinity } = range;
  const found: Quarantined[] = [];
  for (let rest = { ...range, limit: BATCH }, more = true; more; await nextTurn()) {
    const batch = await listQuarantine(database(), rest);
    found.push(...batch.filter((row) => holdsAll(row, words)));
    more = batch.length === BATCH && found.length < limit;
    rest = { ...rest, [range.order === 'newest' ? 'before' : 'after']: batch.at(-1) };
  }
  return found.slice(0, limit);
}

function holdsAll(row: Quarantined, words: readonly string[]): boolean {
  const { full_name, email, phone, company, message } = row;
  const text = foldedText([full_name, email, phone, company, message].join('\n'));
  return words.every((word) => text.includes(word));
}
