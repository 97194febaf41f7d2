import type { Expression, ExpressionBuilder, Insertable, SqlBool } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Admin, Schema, Session, SessionEnd } from '#db/schema.ts';

export async function insertSession(
  db: Db,
  session: Insertable<Schema['sessions']>,
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** The session of a token's hash with its admin, whatever state they are in. */
export async function findSession(
  db: Db,
  tokenHash: string,
): Promise<
  { session: Session; admin: Pick<Admin, 'id' | 'email' | 'language' | 'disabled'> } | undefined
> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select(['admins.email', 'admins.language', 'admins.disabled'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { email, language, disabled, ...session } = row;
  return { session, admin: { id: session.admin_id, email, language, disabled } };
}

export async function touchSession(db: Db, tokenHash: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function setSessionDraft(
  db: Db,
  tokenHash: string,
  draft: string | null,
): Promise<void> {
  await db.updateTable('sessions').set({ draft }).where('token_hash', '=', tokenHash).execute();
}

/** Drops the drafts of sessions that were opened before an instant. */
export async function dropSessionDrafts(db: Db, before: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ draft: null })
    .where('draft', 'is not', null)
    .where('created_at', '<', before)
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
export function endSessionsOf(
  tx: Db,
  adminId: number,
  { reason, now, except = '' }: { reason: SessionEnd; now: number; except?: string },
): Promise<number> {
  return endSessions(tx, { reason, now }, ({ eb, and }) =>
    and([eb('admin_id', '=', adminId), eb('token_hash', '!=', except)]),
  );
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

/** Ends what is past its end, or was not seen since `idleBefore`. */
export async function endOverdueSessions(tx: Db, now: number, idleBefore: number): Promise<void> {
  await endSessions(tx, { reason: 'expired', now }, ({ eb }) => eb('expires_at', '<=', now));
  await endSessions(tx, { reason: 'idle', now }, ({ eb }) => eb('last_seen_at', '<=', idleBefore));
}

/** Keeps an admin's newest sessions and ends the others. */
export async function keepNewestSessions(
  tx: Db,
  adminId: number,
  keep: number,
  now: number,
): Promise<void> {
  const newest = tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('admin_id', '=', adminId)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(keep);
  await endSessions(tx, { reason: 'displaced', now }, ({ eb, and }) =>
    and([eb('admin_id', '=', adminId), eb('token_hash', 'not in', newest)]),
  );
}

/** How a session ended behind its browser's back; undefined when nothing is remembered of it. */
export function findSessionEnd(db: Db, tokenHash: string) {
  return db
    .selectFrom('ended_sessions')
    .select(['admin_id', 'reason'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Deletes sessions and remembers why, for the browsers that still have their cookies. */
async function endSessions(
  tx: Db,
  { reason, now }: { reason: SessionEnd; now: number },
  which: (eb: ExpressionBuilder<Schema, 'sessions'>) => Expression<SqlBool>,
): Promise<number> {
  const ending = tx
    .selectFrom('sessions')
    .select((eb) => ['token_hash', 'admin_id', eb.val(reason).as('reason')])
    .select((eb) => eb.val(now).as('ended_at'))
    .where(which);
  await tx
    .insertInto('ended_sessions')
    .columns(['token_hash', 'admin_id', 'reason', 'ended_at'])
    .expression(ending)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numDeletedRows } = await tx.deleteFrom('sessions').where(which).executeTakeFirst();
  return Number(numDeletedRows);
}
