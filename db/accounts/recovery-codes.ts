import type { Db } from '#db/database.server.ts';

/** Replaces an admin's recovery codes; an empty list takes them away. */
export async function replaceRecoveryCodes(db: Db, adminId: number, hashes: string[]) {
  await db.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, admin_id: adminId })))
    .execute();
}

/** Takes a code out; false when the admin has no such code. */
export async function spendRecoveryCode(db: Db, adminId: number, hash: string): Promise<boolean> {
  const result = await db
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** How many codes an admin has left. */
export async function countRecoveryCodes(db: Db, adminId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return count;
}
