import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { config } from '#app/config.server.ts';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { isWithinStorageLimit } from '#app/domain/attachments/attachment-folder.server.ts';
import { sumFileSizes } from '#app/domain/attachments/attachment-intake.server.ts';
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { pageParameters, searchParameter } from '#app/domain/desk/desk-filter.server.ts';
import { hashIpAddressForDay } from '#app/domain/keys.server.ts';
import { ATTACHMENTS, DESK, MB } from '#app/domain/limits.ts';
import { foldAccentsAndCase } from '#app/domain/plain-text.ts';
import { listEnquiryFields } from '#app/enquiry-fields.server.ts';
import {
  insertAttachments,
  listAttachmentNames,
  markSurplusSpamFilesRemoved,
  type ReceivedFile,
} from '#db/attachments.ts';
import { sumAuditCounts } from '#db/audit.ts';
import { parsePageStart, readPage, type CursorRange, type Page } from '#db/cursor.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import { deleteRows, findRow, insertRow, updateRows } from '#db/rows.ts';
import { getEmailKey, type Spam } from '#db/schema.ts';
import {
  allocateEnquiryNumber,
  countSpam,
  deleteOldestSpam,
  listSpam,
  type SpamKey,
} from '#db/spam.ts';
import { queueStaffNotification } from './enquiry-email.server.ts';
import { enquirySchema, type EnquiryFields } from './enquiry-form.server.ts';

export type SpamFields = EnquiryFields & Pick<Spam, 'about_project' | 'language' | 'form_hash'>;

/**
 * Stores a submission with a filled honeypot in the spam folder: a password manager may have filled it for a person
 * (CF-7). If the folder is full, the oldest submission is deleted. Returns 'refused', and stores nothing, if the IP
 * address has reached its daily limit. Removes the oldest files of the folder until the new ones have space; if there
 * is still too little, stores none of them.
 */
export async function storeAsSpam(
  tx: Db,
  fields: SpamFields,
  { ipAddress, files }: { ipAddress: string | null; files: readonly ReceivedFile[] },
): Promise<'stored' | 'refused'> {
  const ipAddressHash =
    ipAddress === null ? null : hashIpAddressForDay('spam', ipAddress, new Date());
  if (ipAddressHash !== null) {
    const storedCount = await countSpam(tx, ipAddressHash);
    if (storedCount >= DESK.spamPerIpAddressAndDay) return 'refused';
  }

  const created_at = new Date().toISOString();
  const { about_project, language, form_hash } = fields;
  const shortFields = shortenFields(fields);
  const id = await insertRow(tx, 'spam', {
    ...shortFields,
    email_key: getEmailKey(shortFields.email),
    about_project,
    language,
    form_hash,
    number: await allocateEnquiryNumber(tx),
    verified: 0,
    reason: 'honeypot',
    created_at,
    ip_hash: ipAddressHash,
  });

  await deleteOldestSpam(tx, DESK.spamRows);
  const hasSpace = await makeSpaceForFiles(tx, sumFileSizes(files));
  if (hasSpace) await insertAttachments(tx, { spam_id: id }, files, created_at);

  return 'stored';
}

/** Cuts the fields to their maximum: a program that ignores the rules of the form may send longer ones. */
function shortenFields(fields: EnquiryFields): EnquiryFields {
  const texts = listEnquiryFields().map(({ name, max }) => [name, fields[name].slice(0, max)]);
  return Object.fromEntries(texts) as EnquiryFields;
}

/** Removes the oldest files of the spam folder. Returns false if the space is still too small (AT-8). */
async function makeSpaceForFiles(tx: Db, sizeBytes: number): Promise<boolean> {
  const maxBytes = config().attachmentsMaxMb * MB * ATTACHMENTS.honeypotShare;
  if (sizeBytes === 0 || sizeBytes > maxBytes) return false;
  await markSurplusSpamFilesRemoved(tx, maxBytes - sizeBytes);
  return isWithinStorageLimit(tx, sizeBytes);
}

/** `incomplete`: the contact form would have refused the submission, so it stays. */
type ReleaseResult =
  { kind: 'released'; enquiryId: number } | { kind: 'not-found' } | { kind: 'incomplete' };

/** Moves a submission with its files to the enquiries, keeps its time, and queues the mail about it to staff. */
export async function releaseFromSpam(
  author: Author,
  { id, created_at }: SpamKey,
): Promise<ReleaseResult> {
  // SQLite refuses to compare the number of a forged form.
  if (!Number.isSafeInteger(id)) return { kind: 'not-found' };

  return inTransaction(async (tx) => {
    const submission = await findRow(tx, 'spam', { id, created_at });
    if (!submission) return { kind: 'not-found' };

    const parsed = enquirySchema.safeParse(submission);
    if (!parsed.success) return { kind: 'incomplete' };

    const { verified, about_project, language } = submission;
    const enquiry = await insertEnquiry(tx, {
      ...parsed.data,
      verified,
      about_project,
      language,
      created_at,
    });

    // Before the submission, which would take the rows of its files with it.
    const owner = { spam_id: null, enquiry_id: enquiry.id };
    await updateRows(tx, 'attachments', { spam_id: id }, owner);
    await deleteRows(tx, 'spam', { id });
    await queueStaffNotification(tx, enquiry);

    await recordAuditByAdmin(tx, author, 'quarantine.released', { enquiry: enquiry.id });
    return { kind: 'released', enquiryId: enquiry.id };
  });
}

const viewSchema = z.object({ search: searchParameter, ...pageParameters });

const BATCH_SIZE = 500;

export interface SpamFolderPage extends Omit<Page<Spam>, 'rows'> {
  /** The query parameters; a missing or invalid one is ''. */
  view: z.infer<typeof viewSchema>;
  /** `files` are the names of the files. */
  items: (Spam & { files: string[] })[];
  /** Counts the whole folder, not only the results of the search. */
  total: number;
  /** Counts the submissions that were refused in the last DESK.spamDays because of the daily limit. */
  refusedCount: number;
}

/** Reads the page of the spam folder with these parameters, the newest submission first. */
export async function readSpamPage(params: URLSearchParams): Promise<SpamFolderPage> {
  const view = viewSchema.parse(Object.fromEntries(params));
  const start = parsePageStart(view);
  const { rows, ...cursors } = await readPage(start, DESK.spamPageRows, (range) =>
    searchSpam(view.search, range),
  );

  const ids = rows.map(({ id }) => id);
  const firstDay = new Date(Date.now() - DESK.spamDays * DAY).toISOString();
  const fileNames = await listAttachmentNames(getDatabase(), ids, 'spam_id');

  return {
    ...cursors,
    view,
    items: rows.map((row) => ({ ...row, files: fileNames.get(row.id) ?? [] })),
    total: await countSpam(getDatabase()),
    refusedCount: await sumAuditCounts(getDatabase(), 'quarantine.full', firstDay),
  };
}

/** Searches row by row, because DESK.spamRows are too few for a text index. */
async function searchSpam(search: string, range: CursorRange): Promise<Spam[]> {
  const words = foldAccentsAndCase(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return listSpam(getDatabase(), range);

  const { limit = Infinity, order } = range;
  const matches: Spam[] = [];
  let batchRange: CursorRange = { ...range, limit: BATCH_SIZE };

  for (;;) {
    const batch = await listSpam(getDatabase(), batchRange);
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

function containsAll(row: Spam, words: readonly string[]): boolean {
  const text = foldAccentsAndCase(searchedFields.map(({ name }) => row[name]).join('\n'));
  return words.every((word) => text.includes(word));
}
