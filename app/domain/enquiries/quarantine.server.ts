import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import {
  getMaxHoneypotBytes,
  isWithinStorageLimit,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { pageParameters, searchParameter } from '#app/domain/desk/desk-filter.server.ts';
import { hashAddressForDay } from '#app/domain/keys.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { foldText } from '#app/domain/plain-text.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import {
  insertAttachments,
  listFileNames,
  moveAttachments,
  shrinkQuarantinedFiles,
  type ReceivedFile,
} from '#db/attachments.ts';
import { countAuditedEvents } from '#db/audit.ts';
import { parsePageStart, readPage, type CursorRange } from '#db/cursor.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import {
  allocateEnquiryNumber,
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
import { enquirySchema, type EnquiryFields } from './enquiry-form.server.ts';

export type SuspectFields = Partial<EnquiryFields> & {
  about_project?: string | null;
  language?: Language;
  created_at?: string;
  form_hash?: string;
};

/**
 * Stores a submission that filled the honeypot: a password manager may have filled it for a person
 * (CF-7). Its files are stored too, if they fit into the space for such files; the oldest are deleted to
 * make room (AT-8). Returns false if the client address has reached its daily limit or the folder is full.
 */
export async function quarantineSubmission(
  tx: Db,
  fields: SuspectFields,
  ipAddress: string | null = null,
  files: readonly ReceivedFile[] = [],
): Promise<boolean> {
  const sender = ipAddress === null ? null : hashAddressForDay('quarantine', ipAddress, new Date());
  if (sender !== null) {
    const storedCount = await countQuarantine(tx, sender);
    if (storedCount >= DESK.quarantinePerAddressAndDay) return false;
  }
  const row = { ...createRow(fields, sender), number: await allocateEnquiryNumber(tx) };
  const id = await insertQuarantined(tx, row, DESK.quarantineRows);
  if (id === null) return false;
  const sizeBytes = sumBytes(files);
  if (sizeBytes > 0 && sizeBytes <= getMaxHoneypotBytes()) {
    await shrinkQuarantinedFiles(tx, getMaxHoneypotBytes() - sizeBytes);
    if (!(await isWithinStorageLimit(tx, sizeBytes))) return true;
    await insertAttachments(tx, { quarantine_id: id }, files, row.created_at);
  }
  return true;
}

function createRow(fields: SuspectFields, sender: string | null) {
  const texts = listEnquiryFields().map(({ name, max }) => {
    return [name, (fields[name] ?? '').slice(0, max)];
  });
  return {
    ...(Object.fromEntries(texts) as EnquiryFields),
    verified: 0,
    about_project: fields.about_project ?? null,
    language: fields.language ?? 'en',
    reason: 'honeypot',
    created_at: fields.created_at ?? new Date().toISOString(),
    address: sender,
    form_hash: fields.form_hash ?? null,
  };
}

type ReleaseResult =
  { kind: 'released'; enquiryId: number } | { kind: 'not-found' } | { kind: 'incomplete' };

/** Makes a submission an enquiry with its original time, unless the form would have refused it. */
export async function releaseFromQuarantine(
  key: QuarantineKey,
  requester: Requester,
  admin: SignedInAdmin,
): Promise<ReleaseResult> {
  if (!Number.isSafeInteger(key.id)) return { kind: 'not-found' };
  return inTransaction(async (tx) => {
    const submission = await findQuarantined(tx, key);
    if (!submission) return { kind: 'not-found' };
    const fields = enquirySchema.safeParse(submission);
    if (!fields.success) return { kind: 'incomplete' };
    const { verified, about_project, language, created_at } = submission;
    const enquiry = await insertEnquiry(tx, {
      ...fields.data,
      verified,
      about_project,
      language,
      created_at,
    });
    // First: deleting the submission would delete its files.
    await moveAttachments(tx, key.id, enquiry.id);
    await deleteQuarantined(tx, key);
    await queueEnquiryEmail(tx, enquiry);
    const facts = { admin: admin.id, enquiry: enquiry.id };
    await recordAudit(tx, requester, 'quarantine.released', facts);
    return { kind: 'released', enquiryId: enquiry.id };
  });
}

const viewSchema = z.object({ search: searchParameter, ...pageParameters });

const BATCH_SIZE = 500;

/** Reads the page of the spam folder that the URL asks for. */
export async function readQuarantine(params: URLSearchParams) {
  const view = viewSchema.parse(Object.fromEntries(params));
  const { rows, newerCursor, olderCursor } = await readPage(
    parsePageStart(view),
    DESK.quarantinePageRows,
    (range) => searchQuarantine(view.search, range),
  );
  const ids = rows.map(({ id }) => id);
  const firstDay = new Date(Date.now() - DESK.quarantineDays * DAY).toISOString();
  const fileNames = await listFileNames(database(), ids, 'quarantine_id');
  return {
    view,
    items: rows.map((row) => ({ ...row, files: fileNames.get(row.id) ?? [] })),
    newerCursor,
    olderCursor,
    total: await countQuarantine(database()),
    notKept: await countAuditedEvents(database(), 'quarantine.full', firstDay),
  };
}

/** Scans all rows: DESK.quarantineRows are too few for a text index. */
async function searchQuarantine(search: string, range: CursorRange): Promise<Quarantined[]> {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return listQuarantine(database(), range);
  const { limit = Infinity } = range;
  const matches: Quarantined[] = [];
  let next = { ...range, limit: BATCH_SIZE };
  for (let hasMore = true; hasMore; await nextTurn()) {
    const batch = await listQuarantine(database(), next);
    matches.push(...batch.filter((row) => containsAll(row, words)));
    hasMore = batch.length === BATCH_SIZE && matches.length < limit;
    next = { ...next, [range.order === 'newest' ? 'before' : 'after']: batch.at(-1) };
  }
  return matches.slice(0, limit);
}

const searchedFields = listEnquiryFields().filter(({ type }) => type !== 'choice');

function containsAll(row: Quarantined, words: readonly string[]): boolean {
  const text = foldText(searchedFields.map(({ name }) => row[name]).join('\n'));
  return words.every((word) => text.includes(word));
}
