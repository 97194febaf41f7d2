import type { Db } from '#db/database.server.ts';

/** Counts one attempt for a key; pending ones are settled by their ids. */
export async function insertAttempt(
  db: Db,
  attempt: { key: string; account: string; at: number; pending: 0 | 1 },
): Promise<number> {
  const { id } = await db
    .insertInto('login_attempts')
    .values(attempt)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Attempts of a key after an instant. A pending one that began before `stale` counts as failed. */
export async function countAttempts(
  db: Db,
  key: string,
  since: number,
  stale: number,
): Promise<{ failed: number; pending: number }> {
  const rows = await db
    .selectFrom('login_attempts')
    .select(['pending', 'at'])
    .where('key', '=', key)
    .where('at', '>', since)
    .execute();
  const pending = rows.filter((row) => row.pending === 1 && row.at > stale).length;
  return { failed: rows.length - pending, pending };
}

/** Instants of a key's attempts after an instant, oldest first. */
export async function attemptInstants(db: Db, key: string, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('login_attempts')
    .select('at')
    .where('key', '=', key)
    .where('at', '>', since)
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

export async function markFailed(db: Db, ids: number[]): Promise<void> {
  await db.updateTable('login_attempts').set({ pending: 0 }).where('id', 'in', ids).execute();
}

export async function deleteAttempts(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('login_attempts').where('id', 'in', ids).execute();
}

export async function deleteAttemptsOfKeys(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', 'in', keys).execute();
}

export async function deleteAttemptsOfAccount(db: Db, account: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('account', '=', account).execute();
}

/** Attempts from the future (the clock was set back) happened now: else they count for too long. */
export async function pullBackAttempts(db: Db, now: number): Promise<void> {
  await db.updateTable('login_attempts').set({ at: now }).where('at', '>', now).execute();
}
