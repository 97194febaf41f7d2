import type { Db } from '#db/database.server.ts';
import type { LoginLock } from '#db/schema.ts';

export function findLocks(db: Db, keys: string[]): Promise<LoginLock[]> {
  return db.selectFrom('login_locks').selectAll().where('key', 'in', keys).execute();
}

/** Locks a key, or moves its lock. */
export async function saveLock(db: Db, lock: LoginLock): Promise<void> {
  await db
    .insertInto('login_locks')
    .values(lock)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(lock))
    .execute();
}

export async function deleteLocks(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('login_locks').where('key', 'in', keys).execute();
}

/** Frees whatever an account's attempts have locked. */
export async function deleteLocksOfAccount(db: Db, account: string): Promise<void> {
  await db.deleteFrom('login_locks').where('account', '=', account).execute();
}
