import { statSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Db } from '#db/database.server.ts';
import type { Attachment } from '#db/schema.ts';

export type ReceivedFile = Pick<Attachment, 'name' | 'type' | 'size' | 'sha256' | 'file'> & {
  scanned_at?: string | null;
};

/** Checks a row's file name before the file is touched: a restored database may contain any path. */
export const isStoredName = (file: string) => /^[0-9a-f]{32}$/.test(file);

/** `from_message` is the row of the message that the files came with. */
type AttachmentOwner = { enquiry_id: number; from_message?: number } | { quarantine_id: number };

export async function insertAttachments(
  tx: Db,
  owner: AttachmentOwner,
  files: readonly ReceivedFile[],
  createdAt: string,
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ name, type, size, sha256, file, scanned_at }) => ({
    enquiry_id: null,
    quarantine_id: null,
    ...owner,
    name,
    type,
    size,
    sha256,
    file,
    scanned_at: scanned_at ?? null,
    created_at: createdAt,
  }));
  await tx.insertInto('attachments').values(rows).execute();
}

export async function moveAttachments(
  tx: Db,
  quarantineId: number,
  enquiryId: number,
): Promise<void> {
  await tx
    .updateTable('attachments')
    .set({ quarantine_id: null, enquiry_id: enquiryId })
    .where('quarantine_id', '=', quarantineId)
    .execute();
}

export function listAttachments(db: Db, enquiryId: number): Promise<Attachment[]> {
  const files = db.selectFrom('attachments').selectAll().where('enquiry_id', '=', enquiryId);
  return files.orderBy('id').execute();
}

export async function isFileReferenced(db: Db, file: string): Promise<boolean> {
  const row = db.selectFrom('attachments').select('id').where('file', '=', file);
  return (await row.executeTakeFirst()) !== undefined;
}

export async function sumAttachments(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('attachments')
    .select((e) => e.fn.sum<number | null>('size').as('bytes'))
    .where('removed', 'is', null)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/**
 * Marks the oldest quarantined files as removed until the rest takes at most `bytes`. The next sweep
 * deletes the files themselves.
 */
export async function shrinkQuarantinedFiles(tx: Db, bytes: number): Promise<void> {
  const sizes = tx
    .selectFrom('attachments')
    .select([
      'id',
      (e) =>
        e.fn
          .sum<number>('size')
          .over((o) => o.orderBy('id', 'desc'))
          .as('sum'),
    ])
    .where('quarantine_id', 'is not', null)
    .where('removed', 'is', null);
  const surplusIds = tx.selectFrom(sizes.as('sizes')).select('id').where('sum', '>', bytes);
  await tx
    .updateTable('attachments')
    .set({ removed: 'space' })
    .where('id', 'in', surplusIds)
    .execute();
}

export async function listReferencedFiles(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('attachments')
    .select('file')
    .where('removed', 'is', null)
    .execute();
  return new Set(rows.map(({ file }) => file));
}

export function findAttachment(db: Db, id: number): Promise<Attachment | undefined> {
  const file = db.selectFrom('attachments').selectAll().where('id', '=', id);
  return file.where('enquiry_id', 'is not', null).executeTakeFirst();
}

export async function listFileNames(
  db: Db,
  ids: readonly number[],
  owner: 'enquiry_id' | 'quarantine_id' = 'enquiry_id',
): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>();
  if (ids.length === 0) return names;
  const rows = await db
    .selectFrom('attachments')
    .select([`${owner} as id`, 'name'])
    .where(owner, 'in', ids)
    .orderBy('attachments.id')
    .execute();
  for (const { id, name } of rows) {
    if (id !== null) names.set(id, [...(names.get(id) ?? []), name]);
  }
  return names;
}

export function listUnscannedAttachments(
  db: Db,
  tries: number,
  limit: number,
): Promise<Attachment[]> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('scanned_at', 'is', null)
    .where('removed', 'is', null)
    .where('scan_tries', '<', tries)
    .orderBy('scan_tries')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countScanTry(db: Db, id: number): Promise<void> {
  await db
    .updateTable('attachments')
    .set((e) => ({ scan_tries: e('scan_tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function updateAttachment(
  tx: Db,
  id: number,
  change: { scanned_at: string } | { removed: 'infected' },
): Promise<void> {
  await tx.updateTable('attachments').set(change).where('id', '=', id).execute();
}

interface AttachmentReport {
  files: number;
  bytes: number;
  /** Ids of rows with a missing file, a file of another size, or an invalid file name. */
  missing: number[];
}

export function checkAttachments(path: string, folder: string): AttachmentReport {
  const db = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    const rows = db.prepare('SELECT id, file, size FROM attachments WHERE removed IS NULL').all();
    const storedFiles = rows as { id: number; file: string; size: number }[];
    const missing = storedFiles.filter(
      ({ file, size }) =>
        !isStoredName(file) ||
        statSync(join(folder, file), { throwIfNoEntry: false })?.size !== size,
    );
    return {
      files: storedFiles.length,
      bytes: storedFiles.reduce((sum, { size }) => sum + size, 0),
      missing: missing.map(({ id }) => id),
    };
  } finally {
    db.close();
  }
}
