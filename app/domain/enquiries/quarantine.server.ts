import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import {
  getMaxSpamFileBytes,
  isWithinStorageLimit,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { sumFileSizes } from '#app/domain/attachments/attachment-intake.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { pageParameters, searchParameter } from '#app/domain/desk/desk-filter.server.ts';
import { hashIpAddressForDay } from '#app/domain/keys.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { foldAccentsAndCase } from '#app/domain/plain-text.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import {
  insertAttachments,
  listAttachmentNames,
  markSurplusQuarantinedFilesRemoved,
  moveAttachmentsToEnquiry,
  type ReceivedFile,
} from '#db/attachments.ts';
import { sumAuditCounts } from '#db/audit.ts';
import { parsePageStart, readPage, type CursorRange } from '#db/cursor.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import {
  allocateEnquiryNumber,
  countQuarantined,
  deleteOldestQuarantined,
  deleteQuarantined,
  findQuarantined,
  insertQuarantined,
  listQuarantined,
  type QuarantineKey,
} from '#db/quarantine.ts';
import type { Quarantined } from '#db/schema.ts';
import { queueStaffNotification } from './enquiry-email.server.ts';
import { enquirySchema, type EnquiryFields } from './enquiry-form.server.ts';

export type SpamFields = Partial<EnquiryFields> & {
  about_project?: string | null;
  language?: Language;
  created_at?: string;
  form_hash?: string;
};

/**
 * Stores a submission with a filled honeypot in the spam folder: a password manager may have filled it for a
 * person (CF-7). If the folder is full, the oldest submission is deleted. The result is 'refused' if the IP address
 * has reached its daily limit. Files for which the folder has no space are not stored.
 */
export async function quarantineSubmission(
  tx: Db,
  fields: SpamFields,
  {
    ipAddress = null,
    files = [],
  }: { ipAddress?: string | null; files?: readonly ReceivedFile[] } = {},
): Promise<'stored' | 'refused'> {
  const ipAddressHash =
    ipAddress === null ? null : hashIpAddressForDay('quarantine', ipAddress, new Date());
  if (ipAddressHash !== null) {
    const storedCount = await countQuarantined(tx, ipAddressHash);
    if (storedCount >= DESK.quarantinePerIpAddressAndDay) return 'refused';
  }
  const created_at = fields.created_at ?? new Date().toISOString();
  const id = await insertQuarantined(tx, {
    ...shortenFields(fields),
    number: await allocateEnquiryNumber(tx),
    verified: 0,
    about_project: fields.about_project ?? null,
    language: fields.language ?? 'en',
    reason: 'honeypot',
    created_at,
    address: ipAddressHash,
    form_hash: fields.form_hash ?? null,
  });
  await deleteOldestQuarantined(tx, DESK.quarantineRows);
  if (await makeSpaceForFiles(tx, sumFileSizes(files))) {
    await insertAttachments(tx, { quarantine_id: id }, files, created_at);
  }
  return 'stored';
}

/** The fields of a program may be missing or too long: it ignores the rules of the form. */
function shortenFields(fields: SpamFields): EnquiryFields {
  const texts = listEnquiryFields().map(({ name, max }) => {
    return [name, (fields[name] ?? '').slice(0, max)];
  });
  return Object.fromEntries(texts) as EnquiryFields;
}

/** Removes the oldest files of the spam folder. Returns false if there is no space all the same (AT-8). */
async function makeSpaceForFiles(tx: Db, sizeBytes: number): Promise<boolean> {
  if (sizeBytes === 0 || sizeBytes > getMaxSpamFileBytes()) return false;
  await markSurplusQuarantinedFilesRemoved(tx, getMaxSpamFileBytes() - sizeBytes);
  return isWithinStorageLimit(tx, sizeBytes);
}

/** `incomplete`: the contact form would have refused the submission, so it stays. */
type ReleaseResult =
  { kind: 'released'; enquiryId: number } | { kind: 'not-found' } | { kind: 'incomplete' };

/** Moves a submission to the enquiries, with its original time, and queues the mail about it to staff. */
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
    await moveAttachmentsToEnquiry(tx, key.id, enquiry.id);
    await deleteQuarantined(tx, key);
    await queueStaffNotification(tx, enquiry);
    const facts = { admin: admin.id, enquiry: enquiry.id };
    await recordAudit(tx, requester, 'quarantine.released', facts);
    return { kind: 'released', enquiryId: enquiry.id };
  });
}

const viewSchema = z.object({ search: searchParameter, ...pageParameters });

const BATCH_SIZE = 500;

/** `refusedCount` counts submissions that were refused because the folder was full. */
export interface QuarantinePage {
  view: z.infer<typeof viewSchema>;
  items: (Quarantined & { files: string[] })[];
  newerCursor: string | null;
  olderCursor: string | null;
  total: number;
  refusedCount: number;
}

export async function readQuarantinePage(params: URLSearchParams): Promise<QuarantinePage> {
  const view = viewSchema.parse(Object.fromEntries(params));
  const { rows, newerCursor, olderCursor } = await readPage(
    parsePageStart(view),
    DESK.quarantinePageRows,
    (range) => searchQuarantine(view.search, range),
  );
  const ids = rows.map(({ id }) => id);
  const firstDay = new Date(Date.now() - DESK.quarantineDays * DAY).toISOString();
  const fileNames = await listAttachmentNames(getDatabase(), ids, 'quarantine_id');
  return {
    view,
    items: rows.map((row) => ({ ...row, files: fileNames.get(row.id) ?? [] })),
    newerCursor,
    olderCursor,
    total: await countQuarantined(getDatabase()),
    refusedCount: await sumAuditCounts(getDatabase(), 'quarantine.full', firstDay),
  };
}

/** Searches row by row, because DESK.quarantineRows are too few for a text index. */
async function searchQuarantine(search: string, range: CursorRange): Promise<Quarantined[]> {
  const words = foldAccentsAndCase(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return listQuarantined(getDatabase(), range);
  const { limit = Infinity, order } = range;
  const matches: Quarantined[] = [];
  let batchRange: CursorRange = { ...range, limit: BATCH_SIZE };
  for (;;) {
    const batch = await listQuarantined(getDatabase(), batchRange);
    matches.push(...batch.filter((row) => containsAll(row, words)));
    if (batch.length < BATCH_SIZE || matches.length >= limit) return matches.slice(0, limit);
    const last = batch.at(-1);
    batchRange =
      order === 'newest' ? { ...batchRange, before: last } : { ...batchRange, after: last };
    // Serve requests between two batches.
    await nextTurn();
  }
}

const searchedFields = listEnquiryFields().filter(({ type }) => type !== 'choice');

function containsAll(row: Quarantined, words: readonly string[]): boolean {
  const text = foldAccentsAndCase(searchedFields.map(({ name }) => row[name]).join('\n'));
  return words.every((word) => text.includes(word));
}
