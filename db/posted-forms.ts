import type { Insertable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Schema } from '#db/schema.ts';

// Forms of the desk that were posted after their session had ended, or without a known session. Each is kept,
// sealed, for the next sign-in of its admin. `sender_hash` is null where the ended session is known.

export async function insertPostedForm(
  tx: Db,
  form: Insertable<Schema['posted_forms']>,
): Promise<void> {
  await tx.insertInto('posted_forms').values(form).execute();
}

/** Deletes the form and returns its sealed text, so that each form is taken once. */
export async function takePostedForm(tx: Db, idHash: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('posted_forms')
    .where('id_hash', '=', idHash)
    .returning('sealed')
    .executeTakeFirst();
  return row?.sealed;
}

export async function hasPostedForm(db: Db, idHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('posted_forms')
    .select('id_hash')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the stored forms that came without a known session from the client of this hash. */
export async function countFormsOfSender(db: Db, senderHash: string): Promise<number> {
  const { count } = await db
    .selectFrom('posted_forms')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sender_hash', '=', senderHash)
    .executeTakeFirstOrThrow();
  return count;
}

/** SQLite accepts an offset only after a limit, and -1 is none. */
const selectAllButNewest = (db: Db, newestCount: number) =>
  db
    .selectFrom('posted_forms')
    .select('id_hash')
    .orderBy('created_at', 'desc')
    .orderBy('id_hash')
    .limit(-1)
    .offset(newestCount);

/** Deletes all forms from ended sessions of this admin except the newest `maxForms`. */
export async function deleteSurplusAdminForms(
  tx: Db,
  adminId: number,
  maxForms: number,
): Promise<void> {
  const surplus = selectAllButNewest(tx, maxForms)
    .where('sender_hash', 'is', null)
    .where('admin_id', '=', adminId);
  await tx.deleteFrom('posted_forms').where('id_hash', 'in', surplus).execute();
}

/** Deletes all forms that came without a known session except the newest `maxForms`. */
export async function deleteSurplusAnonymousForms(tx: Db, maxForms: number): Promise<void> {
  const surplus = selectAllButNewest(tx, maxForms).where('sender_hash', 'is not', null);
  await tx.deleteFrom('posted_forms').where('id_hash', 'in', surplus).execute();
}

export async function deleteAdminPostedForms(tx: Db, adminId: number): Promise<void> {
  await tx.deleteFrom('posted_forms').where('admin_id', '=', adminId).execute();
}

export async function deleteAllPostedForms(tx: Db): Promise<void> {
  await tx.deleteFrom('posted_forms').execute();
}
