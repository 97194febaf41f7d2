import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { getSafeFileName } from '#app/file-names.ts';
import type { Db } from '#db/database.server.ts';
import { isForbidden } from '#db/engine/file-access.ts';
import { getEndOfDay } from '#db/messages.ts';
import { findRow, listRows } from '#db/rows.ts';
import type { Attachment } from '#db/schema.ts';

// The files of enquiries, of suspected submissions, of messages and of replies. The row of a removed file stays.
// A row stores the sender's name for the file; the functions here return a safe name for downloads (AT-3).

export type ReceivedFile = Pick<Attachment, 'name' | 'type' | 'size' | 'sha256' | 'file'> & {
  scanned_at?: string | null;
};

/** Checks a row's file name before the file is touched: a restored database may contain any path. */
export const isStoredFileName = (file: string): boolean => /^[0-9a-f]{32}$/.test(file);

/** `from_message` is the row of the message that the files came with, `reply_id` the reply that they leave with. */
type AttachmentOwner =
  | { enquiry_id: number; from_message?: number }
  | { enquiry_id: number; reply_id: number }
  | { spam_id: number };

/** Inserts the rows of files that are on the disk already. */
export async function insertAttachments(
  tx: Db,
  owner: AttachmentOwner,
  files: readonly ReceivedFile[],
  createdAt: string,
): Promise<void> {
  if (files.length === 0) return;

  const rows = files.map(({ name, type, size, sha256, file, scanned_at = null }) => ({
    ...owner,
    name,
    type,
    size,
    sha256,
    file,
    scanned_at,
    created_at: createdAt,
  }));
  await tx.insertInto('attachments').values(rows).execute();
}

/** Returns the files of an enquiry, of its messages and of its replies. Includes those with a removed file. */
export async function listAttachments(db: Db, enquiryId: number): Promise<Attachment[]> {
  const rows = await listRows(db, 'attachments', { enquiry_id: enquiryId });
  return rows.map(withSafeName);
}

/** Returns the files that the customer sent. Includes those with a removed file. */
export async function listCustomerAttachments(db: Db, enquiryId: number): Promise<Attachment[]> {
  const files = await listAttachments(db, enquiryId);
  return files.filter(({ reply_id }) => reply_id === null);
}

/** Returns the files of the reply that a mail sends, removed ones too, by id; [] for a mail of another kind. */
export async function listAttachmentsOfMail(db: Db, mailId: number): Promise<Attachment[]> {
  const rows = await db
    .selectFrom('attachments')
    .innerJoin('replies', 'replies.id', 'attachments.reply_id')
    .selectAll('attachments')
    .where('replies.mail_id', '=', mailId)
    .orderBy('attachments.id')
    .execute();
  return rows.map(withSafeName);
}

function withSafeName(row: Attachment): Attachment {
  return { ...row, name: getSafeFileName(row.name, row.type) };
}

/** Returns the total size of the files that have not been removed. */
export async function sumAttachmentBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('attachments')
    .select((e) => e.fn.sum<number | null>('size').as('bytes'))
    .where('removed', 'is', null)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/**
 * Returns the total size of the files that came by mail and have not been removed; `scope` limits it to the mail that
 * was received on a day (UTC, YYYY-MM-DD) for an enquiry.
 */
export async function sumMailedBytes(
  db: Db,
  scope?: { enquiryId: number; day: string },
): Promise<number> {
  let query = db
    .selectFrom('attachments')
    .select((e) => e.fn.sum<number | null>('size').as('bytes'))
    .where('from_message', 'is not', null)
    .where('removed', 'is', null);

  if (scope) {
    query = query
      .where('enquiry_id', '=', scope.enquiryId)
      .where('created_at', '>=', scope.day)
      .where('created_at', '<', getEndOfDay(scope.day));
  }

  const { bytes } = await query.executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/**
 * Marks the oldest files of the spam folder as removed until the others have at most `maxTotalBytes`. The next sweep
 * deletes the marked files from the disk.
 */
export async function markSurplusSpamFilesRemoved(tx: Db, maxTotalBytes: number): Promise<void> {
  // `total_bytes` is the size of a file and all newer ones together.
  await sql`
    UPDATE attachments SET removed = 'space' WHERE id IN (
      SELECT id FROM (
        SELECT id, sum(size) OVER (ORDER BY id DESC) AS total_bytes FROM attachments
        WHERE spam_id IS NOT NULL AND removed IS NULL
      ) WHERE total_bytes > ${maxTotalBytes}
    )`.execute(tx);
}

/** Returns the names of all files that no sweep may delete: those not removed, and the remains of lost ones. */
export async function listStoredFileNames(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('attachments')
    .select('file')
    .where((e) => e.or([e('removed', 'is', null), e('removed', '=', 'lost')]))
    .execute();
  return new Set(rows.map(({ file }) => file));
}

/** Returns an attachment of an enquiry or of the spam folder, also a removed one. */
export async function findAttachment(db: Db, id: number): Promise<Attachment | undefined> {
  const row = await findRow(db, 'attachments', { id });
  return row && withSafeName(row);
}

/**
 * Returns the names of the files that customers sent, removed ones too, by the id of their enquiry or suspected
 * submission, which has no entry if it has none. A name is safe as the name of a file.
 */
export async function listAttachmentNames(
  db: Db,
  ownerIds: readonly number[],
  ownerColumn: 'enquiry_id' | 'spam_id' = 'enquiry_id',
): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('attachments')
    .select([`${ownerColumn} as ownerId`, 'name', 'type'])
    .where(ownerColumn, 'in', ownerIds)
    .where('reply_id', 'is', null)
    .orderBy('attachments.id')
    .execute();

  const namesByOwner = new Map<number, string[]>();
  for (const { ownerId, name, type } of rows) {
    const names = namesByOwner.getOrInsertComputed(ownerId!, () => []);
    names.push(getSafeFileName(name, type));
  }
  return namesByOwner;
}

/** Returns the files that still have to be scanned, those with the fewest tries first. */
export function listUnscannedAttachments(
  db: Db,
  maxTries: number,
  limit: number,
): Promise<Pick<Attachment, 'id' | 'file'>[]> {
  return db
    .selectFrom('attachments')
    .select(['id', 'file'])
    .where('scanned_at', 'is', null)
    .where('removed', 'is', null)
    .where('scan_tries', '<', maxTries)
    .orderBy('scan_tries')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function incrementScanTries(db: Db, id: number): Promise<void> {
  await db
    .updateTable('attachments')
    .set((e) => ({ scan_tries: e('scan_tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

interface AttachmentCheck {
  fileCount: number;
  totalBytes: number;
  /** Attachments without a file of this name and size. */
  missingIds: number[];
  /** Files that the user of this process may not read. */
  unreadablePaths: string[];
}

/** Compares the rows of all attachments, except removed ones, with the files in a folder, by name and size. */
export async function checkAttachmentFiles(db: Db, folder: string): Promise<AttachmentCheck> {
  const query = db.selectFrom('attachments').select(['id', 'file', 'size']);
  const storedFiles = await query.where('removed', 'is', null).execute();
  const missingIds: number[] = [];
  const unreadablePaths: string[] = [];

  for (const { id, file, size } of storedFiles) {
    const path = join(folder, file);
    if (!isStoredFileName(file)) missingIds.push(id);
    else if (isForbidden(path, 'r')) unreadablePaths.push(path);
    else if (statSync(path, { throwIfNoEntry: false })?.size !== size) missingIds.push(id);
  }

  const totalBytes = await sumAttachmentBytes(db);
  return { fileCount: storedFiles.length, totalBytes, missingIds, unreadablePaths };
}
