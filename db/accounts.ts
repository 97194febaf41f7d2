import type { Expression, ExpressionBuilder, Insertable, SqlBool } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { deleteUnsentMail } from '#db/outbox.ts';
import type { AccessLink, Admin, Schema, SessionEnd } from '#db/schema.ts';

const admins = (db: Db) => db.selectFrom('admins').selectAll();

export const findAdmin = (db: Db, email: string) =>
  admins(db).where('email', '=', email).executeTakeFirst();

export const findAdminById = (db: Db, id: number) =>
  admins(db).where('id', '=', id).executeTakeFirst();

export const listAdmins = (db: Db) => admins(db).orderBy('email').execute();

export const listActiveAdmins = (db: Db) =>
  admins(db).where('disabled', '=', 0).where('password_hash', 'is not', null).execute();

export const listAdminPasskeys = (db: Db, adminId: number) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('admin_id', '=', adminId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const listPasskeyOwners = (db: Db) =>
  db.selectFrom('passkeys').select('admin_id').distinct().execute();

export const findPasskey = (db: Db, id: string) =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertPasskey(db: Db, passkey: Schema['passkeys']): Promise<void> {
  await db.insertInto('passkeys').values(passkey).execute();
}

/** Returns the deleted passkey, or undefined if this admin has none with this id. */
export const deletePasskey = (db: Db, adminId: number, id: string) =>
  db
    .deleteFrom('passkeys')
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Returns false if the passkey is gone, or another sign-in has moved its counter meanwhile. */
export async function updatePasskeyCounter(
  db: Db,
  { id, counter }: Pick<Schema['passkeys'], 'id' | 'counter'>,
  newCounter: number,
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter: newCounter })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteAdminPasskeys(db: Db, adminId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('admin_id', '=', adminId).execute();
}

/** Counts the admins that can sign in: neither disabled nor still invited. */
export async function countActiveAdmins(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('admins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('disabled', '=', 0)
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertAdmin(db: Db, email: string, createdAt: string): Promise<Admin> {
  return db
    .insertInto('admins')
    .values({ email, created_at: createdAt })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateAdmin(
  db: Db,
  id: number,
  change: Partial<Omit<Admin, 'id' | 'email' | 'created_at'>>,
): Promise<void> {
  await db.updateTable('admins').set(change).where('id', '=', id).execute();
}

/** Returns false if this time step or a later one was used before, so that a code works only once. */
export async function consumeTotpStep(db: Db, id: number, step: number): Promise<boolean> {
  const result = await db
    .updateTable('admins')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function insertSession(
  db: Db,
  session: Insertable<Schema['sessions']>,
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export function findSession(db: Db, tokenHash: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select(['admins.email', 'admins.language', 'admins.disabled'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function updateSession(
  db: Db,
  tokenHash: string,
  change: { last_seen_at: number } | { confirmed_at: number } | { draft: string | null },
): Promise<void> {
  await db.updateTable('sessions').set(change).where('token_hash', '=', tokenHash).execute();
}

export async function dropSessionDrafts(db: Db, createdBefore: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ draft: null })
    .where('draft', 'is not', null)
    .where('created_at', '<', createdBefore)
    .execute();
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export function endAdminSessions(
  tx: Db,
  adminId: number,
  { reason, nowMs, except = '' }: { reason: SessionEnd; nowMs: number; except?: string },
): Promise<number> {
  return endSessions(tx, { reason, nowMs }, ({ eb, and }) =>
    and([eb('admin_id', '=', adminId), eb('token_hash', '!=', except)]),
  );
}

export async function endOverdueSessions(tx: Db, nowMs: number, idleBefore: number): Promise<void> {
  await endSessions(tx, { reason: 'expired', nowMs }, ({ eb }) => eb('expires_at', '<=', nowMs));
  await endSessions(tx, { reason: 'idle', nowMs }, ({ eb }) =>
    eb('last_seen_at', '<=', idleBefore),
  );
}

export async function endSurplusSessions(
  tx: Db,
  adminId: number,
  keep: number,
  nowMs: number,
): Promise<void> {
  const newestTokens = tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('admin_id', '=', adminId)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(keep);
  await endSessions(tx, { reason: 'displaced', nowMs }, ({ eb, and }) =>
    and([eb('admin_id', '=', adminId), eb('token_hash', 'not in', newestTokens)]),
  );
}

export function findSessionEnd(db: Db, tokenHash: string) {
  return db
    .selectFrom('ended_sessions')
    .select(['admin_id as adminId', 'reason'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

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

export async function insertLink(db: Db, link: Insertable<Schema['access_links']>): Promise<void> {
  await db.insertInto('access_links').values(link).execute();
}

export function findLink(
  db: Db,
  column: 'id' | 'access_hash' | 'code_hash',
  value: number | string,
): Promise<AccessLink | undefined> {
  return db.selectFrom('access_links').selectAll().where(column, '=', value).executeTakeFirst();
}

export async function consumeLink(db: Db, id: number, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('access_links')
    .set({ used_at: nowMs })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteAdminLinks(tx: Db, adminId: number): Promise<void> {
  await deleteUnsentMail(tx, 'access_links', adminId);
  await tx.deleteFrom('access_links').where('admin_id', '=', adminId).execute();
}

export async function deleteOldLinks(db: Db, endedBefore: number): Promise<void> {
  await db
    .deleteFrom('access_links')
    .where((eb) => eb.or([eb('used_at', '<', endedBefore), eb('expires_at', '<', endedBefore)]))
    .execute();
}

/** In place of the one presented; those from before `before` go too. */
export async function replaceDevice(
  tx: Db,
  presented: string,
  device: Schema['devices'],
  createdBefore: number,
): Promise<void> {
  const deletion = tx.deleteFrom('devices');
  await deletion
    .where((e) => e.or([e('nonce_hash', '=', presented), e('created_at', '<', createdBefore)]))
    .execute();
  await tx.insertInto('devices').values(device).execute();
}

export async function isAdminDevice(
  db: Db,
  nonceHash: string,
  adminId: number,
  createdAfter: number,
) {
  const row = await db
    .selectFrom('devices')
    .select('admin_id')
    .where('nonce_hash', '=', nonceHash)
    .where('admin_id', '=', adminId)
    .where('created_at', '>', createdAfter)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAdminDevices(db: Db, adminId: number, except = ''): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('admin_id', '=', adminId)
    .where('nonce_hash', '!=', except)
    .execute();
}

export async function replaceRecoveryCodes(db: Db, adminId: number, hashes: string[]) {
  await db.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, admin_id: adminId })))
    .execute();
}

export async function consumeRecoveryCode(db: Db, adminId: number, hash: string): Promise<boolean> {
  const result = await db
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function countAdminRows(
  db: Db,
  table: 'sessions' | 'recovery_codes',
  adminId: number,
) {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return count;
}
