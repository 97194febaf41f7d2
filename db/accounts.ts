import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { deleteUnsentAdminMail } from '#db/outbox.ts';
import { countRows, deleteRows, insertRow, listRows } from '#db/rows.ts';
import type { Admin, Passkey, Schema, Session, SessionEnd } from '#db/schema.ts';

// The staff's accounts and their means of signing in: passkeys, links in e-mails, recovery codes and codes of an app
// (TOTP). A device is a browser in which an admin has signed in. Tokens and codes are stored as hashes.

export const listAdmins = (db: Db): Promise<Admin[]> =>
  db.selectFrom('admins').selectAll().orderBy('email').execute();

/** Returns the admins that can sign in: neither disabled nor still invited. */
export async function listActiveAdmins(db: Db): Promise<Admin[]> {
  const enabledAdmins = await listRows(db, 'admins', { disabled: 0 });
  return enabledAdmins.filter(({ password_hash }) => password_hash !== null);
}

export const listPasskeyOwners = (db: Db): Promise<Pick<Passkey, 'admin_id'>[]> =>
  db.selectFrom('passkeys').select('admin_id').distinct().execute();

/** Inserts an admin without a password: the caller must send an invitation. Throws for the email of another admin. */
export function insertAdmin(db: Db, email: string, createdAt: string): Promise<Admin> {
  return db
    .insertInto('admins')
    .values({ email, created_at: createdAt })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Marks the time step of a code as used. Returns false if it or a later one was used before: a code works only once.
 */
export async function consumeTotpStep(db: Db, adminId: number, step: number): Promise<boolean> {
  const result = await db
    .updateTable('admins')
    .set({ totp_last_step: step })
    .where('id', '=', adminId)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export type SessionOfAdmin = Session & Pick<Admin, 'email' | 'language' | 'disabled'>;

/** Returns the session with its admin, even if it has expired or the admin is disabled. */
export function findSession(db: Db, tokenHash: string): Promise<SessionOfAdmin | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select(['admins.email', 'admins.language', 'admins.disabled'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/**
 * Ends an admin's sessions, except the one with this hash; stores why, for their browsers. Returns how many it ended.
 */
export function endAdminSessions(
  tx: Db,
  adminId: number,
  { reason, exceptTokenHash = null }: { reason: SessionEnd; exceptTokenHash?: string | null },
): Promise<number> {
  // Without an exception, all end: every hash `is not` null.
  return endSessions(tx, { reason, nowMs: Date.now() }, ({ eb, and }) =>
    and([eb('admin_id', '=', adminId), eb('token_hash', 'is not', exceptTokenHash)]),
  );
}

/** Ends the sessions of all admins that have expired or were last used by `idleSinceMs`, and stores the reasons. */
export async function endOverdueSessions(
  tx: Db,
  { nowMs, idleSinceMs }: { nowMs: number; idleSinceMs: number },
): Promise<void> {
  await endSessions(tx, { reason: 'expired', nowMs }, ({ eb }) => eb('expires_at', '<=', nowMs));
  await endSessions(tx, { reason: 'idle', nowMs }, ({ eb }) =>
    eb('last_seen_at', '<=', idleSinceMs),
  );
}

/** Ends an admin's sessions except the `maxSessions` that began last, and stores that they were displaced. */
export async function endSurplusSessions(
  tx: Db,
  adminId: number,
  { maxSessions, nowMs }: { maxSessions: number; nowMs: number },
): Promise<void> {
  const newestTokens = tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('admin_id', '=', adminId)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(maxSessions);
  await endSessions(tx, { reason: 'displaced', nowMs }, ({ eb, and }) =>
    and([eb('admin_id', '=', adminId), eb('token_hash', 'not in', newestTokens)]),
  );
}

/** Moves the matching sessions to ended_sessions, and returns how many. */
async function endSessions(
  tx: Db,
  { reason, nowMs }: { reason: SessionEnd; nowMs: number },
  condition: (eb: ExpressionBuilder<Schema, 'sessions'>) => Expression<SqlBool>,
): Promise<number> {
  const endedRows = tx
    .selectFrom('sessions')
    .select((eb) => ['token_hash', 'admin_id', eb.val(reason).as('reason')])
    .select((eb) => eb.val(nowMs).as('ended_at'))
    .where(condition);

  await tx
    .insertInto('ended_sessions')
    .columns(['token_hash', 'admin_id', 'reason', 'ended_at'])
    .expression(endedRows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

  const { numDeletedRows } = await tx.deleteFrom('sessions').where(condition).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteAdminLinksAndTheirUnsentMail(tx: Db, adminId: number): Promise<void> {
  await deleteUnsentAdminMail(tx, 'access_links', adminId);
  await deleteRows(tx, 'access_links', { admin_id: adminId });
}

/** Deletes the links that were used, or have expired, before a time (epoch ms). */
export async function deleteOldLinks(db: Db, endedBeforeMs: number): Promise<void> {
  await db
    .deleteFrom('access_links')
    .where((eb) => eb.or([eb('used_at', '<', endedBeforeMs), eb('expires_at', '<', endedBeforeMs)]))
    .execute();
}

/** Deletes the devices that an admin trusts, except the one with this hash; null deletes all. */
export async function deleteAdminDevices(
  db: Db,
  adminId: number,
  { exceptNonceHash }: { exceptNonceHash: string | null },
): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('admin_id', '=', adminId)
    // Every hash `is not` null.
    .where('nonce_hash', 'is not', exceptNonceHash)
    .execute();
}

export async function replaceRecoveryCodes(
  db: Db,
  adminId: number,
  hashes: string[],
): Promise<void> {
  await deleteRows(db, 'recovery_codes', { admin_id: adminId });
  for (const code_hash of hashes)
    await insertRow(db, 'recovery_codes', { code_hash, admin_id: adminId });
}

export function countRecoveryCodes(db: Db, adminId: number): Promise<number> {
  const codes = db.selectFrom('recovery_codes').select('code_hash');
  return countRows(db, codes.where('admin_id', '=', adminId));
}

/** Returns the sessions of an admin, also those that are overdue and have not been ended yet. */
export const listAdminSessions = (db: Db, adminId: number): Promise<Session[]> =>
  db.selectFrom('sessions').selectAll().where('admin_id', '=', adminId).execute();
