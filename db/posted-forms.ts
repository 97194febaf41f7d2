import type { Insertable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Schema } from '#db/schema.ts';

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

/** How many stored forms came without a known session from the client of this hash. */
export async function countFormsOfSender(db: Db, senderHash: string): Promise<number> {
  const { count } = await db
    .selectFrom('posted_forms')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sender_hash', '=', senderHash)
    .executeTakeFirstOrThrow();
  return count;
}

/** Keeps the newest forms of an admin's ended sessions, and apart from them the newest anonymous ones. */
export async function deleteSurplusForms(
  tx: Db,
  adminId: number,
  max: { perAdmin: number; anonymous: number },
): Promise<void> {
  const newestFirst = tx
    .selectFrom('posted_forms')
    .select('id_hash')
    .orderBy('created_at', 'desc')
    .orderBy('id_hash')
    .limit(-1);
  const surplus = [
    newestFirst
      .where('sender_hash', 'is', null)
      .where('admin_id', '=', adminId)
      .offset(max.perAdmin),
    newestFirst.where('sender_hash', 'is not', null).offset(max.anonymous),
  ];
  for (const ids of surplus) {
    await tx.deleteFrom('posted_forms').where('id_hash', 'in', ids).execute();
  }
}

export async function deleteAdminPostedForms(tx: Db, adminId: number): Promise<void> {
  await tx.deleteFrom('posted_forms').where('admin_id', '=', adminId).execute();
}

export async function deleteAllPostedForms(tx: Db): Promise<void> {
  await tx.deleteFrom('posted_forms').execute();
}
