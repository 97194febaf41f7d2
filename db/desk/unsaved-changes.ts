import type { Db } from '#db/database.server.ts';
import type { KeptChange } from '#db/signed-out-schema.ts';

/** Keeps a change for a session; an earlier one of its kind goes. */
export async function insertUnsaved(tx: Db, change: KeptChange): Promise<void> {
  await tx.replaceInto('unsaved_changes').values(change).execute();
}

/** The changes that a session left unsaved since an instant, oldest first, and whose enquiry. */
export function findUnsaved(
  db: Db,
  tokenHash: string,
  since: number,
): Promise<(KeptChange & { full_name: string })[]> {
  return db
    .selectFrom('unsaved_changes')
    .innerJoin('contact_submissions', 'contact_submissions.id', 'enquiry_id')
    .selectAll('unsaved_changes')
    .select('full_name')
    .where('token_hash', '=', tokenHash)
    .where('unsaved_changes.created_at', '>', since)
    .orderBy('unsaved_changes.created_at')
    .execute();
}

/** Hands an admin's changes from the session that ended on to the one that took its place. */
export async function handOnUnsaved(
  tx: Db,
  { from, to, adminId }: { from: string; to: string; adminId: number },
): Promise<void> {
  await tx
    .updateTable('unsaved_changes')
    .set({ token_hash: to })
    .where('token_hash', '=', from)
    .where('admin_id', '=', adminId)
    .execute();
}

/** Drops a session's changes: of one kind on one enquiry, or all. */
export async function deleteUnsaved(
  db: Db,
  tokenHash: string,
  which: Partial<Pick<KeptChange, 'kind' | 'enquiry_id'>> = {},
): Promise<void> {
  let deletion = db.deleteFrom('unsaved_changes').where('token_hash', '=', tokenHash);
  if (which.kind) deletion = deletion.where('kind', '=', which.kind);
  if (which.enquiry_id) deletion = deletion.where('enquiry_id', '=', which.enquiry_id);
  await deletion.execute();
}

/** Drops what was kept before an instant. */
export async function deleteOldUnsaved(db: Db, before: number): Promise<void> {
  await db.deleteFrom('unsaved_changes').where('created_at', '<=', before).execute();
}
