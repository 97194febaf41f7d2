import type { Db } from './database.server.ts';
import type { Admin, Session } from './schema.ts';

export async function insertSession(db: Db, session: Session): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** The session of a token's hash with its admin, whatever state they are in. */
export async function findSession(
  db: Db,
  tokenHash: string,
): Promise<{ session: Session; admin: Pick<Admin, 'id' | 'email' | 'disabled'> } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select(['admins.email', 'admins.disabled'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { email, disabled, ...session } = row;
  return { session, admin: { id: session.admin_id, email, disabled } };
}

export async function touchSession(db: Db, tokenHash: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Db, tokenHash: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends an admin's sessions, but for the one named; returns how many. */
export async function deleteSessionsOf(db: Db, adminId: number, except = ''): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('admin_id', '=', adminId)
    .where('token_hash', '!=', except)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** How many sessions an admin has, ended ones that were not yet cleared away included. */
export async function countSessionsOf(db: Db, adminId: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes what has ended: past its end, or not seen since `idleBefore`. */
export async function deleteEndedSessions(db: Db, now: number, idleBefore: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', idleBefore)]))
    .execute();
}

/** Keeps an admin's newest sessions and deletes the others. */
export async function keepNewestSessions(db: Db, adminId: number, keep: number): Promise<void> {
  const newest = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('admin_id', '=', adminId)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(keep);
  await db
    .deleteFrom('sessions')
    .where('admin_id', '=', adminId)
    .where('token_hash', 'not in', newest)
    .execute();
}
