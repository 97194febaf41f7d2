import type { Db } from '#db/database.server.ts';
import type { Admin, StoredLanguage } from '#db/schema.ts';

/** The admin with a (normalised) address, disabled ones included. */
export function findAdmin(db: Db, email: string): Promise<Admin | undefined> {
  return db.selectFrom('admins').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findAdminById(db: Db, id: number): Promise<Admin | undefined> {
  return db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Every admin, by address. */
export function listAdmins(db: Db): Promise<Admin[]> {
  return db.selectFrom('admins').selectAll().orderBy('email').execute();
}

export async function hasAdmins(db: Db): Promise<boolean> {
  return (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The languages of those of these (normalised) addresses that are an admin's. */
export async function languagesOf(
  db: Db,
  emails: readonly string[],
): Promise<Map<string, StoredLanguage>> {
  const rows = await db
    .selectFrom('admins')
    .select(['email', 'language'])
    .where('email', 'in', emails)
    .execute();
  return new Map(rows.map(({ email, language }) => [email, language]));
}

/** Adds an admin without a password; the address must be new. */
export function insertAdmin(db: Db, email: string, createdAt: string): Promise<Admin> {
  return db
    .insertInto('admins')
    .values({ email, created_at: createdAt })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes the columns given. */
export async function updateAdmin(
  db: Db,
  id: number,
  change: Partial<Omit<Admin, 'id' | 'email' | 'created_at'>>,
): Promise<void> {
  await db.updateTable('admins').set(change).where('id', '=', id).execute();
}

/** Spends a step of the second factor; false when it or a later one was spent before. */
export async function spendTotpStep(db: Db, id: number, step: number): Promise<boolean> {
  const result = await db
    .updateTable('admins')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
