import type { Insertable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { AccessLink, Schema } from '#db/schema.ts';

/** Returns the link's id. */
export async function insertLink(db: Db, link: Insertable<Schema['access_links']>) {
  const { id } = await db
    .insertInto('access_links')
    .values(link)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Remembers which mail carries a link. */
export async function tieLinkToMail(db: Db, id: number, mailId: number): Promise<void> {
  await db.updateTable('access_links').set({ mail_id: mailId }).where('id', '=', id).execute();
}

export function findLinkByAccess(db: Db, accessHash: string): Promise<AccessLink | undefined> {
  return db
    .selectFrom('access_links')
    .selectAll()
    .where('access_hash', '=', accessHash)
    .executeTakeFirst();
}

export function findLinkByCode(db: Db, codeHash: string): Promise<AccessLink | undefined> {
  return db
    .selectFrom('access_links')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

export function findLink(db: Db, id: number): Promise<AccessLink | undefined> {
  return db.selectFrom('access_links').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Marks a link used; false when it was used or has gone: each link works once. */
export async function spendLink(db: Db, id: number, now: number): Promise<boolean> {
  const result = await db
    .updateTable('access_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Takes away all of an admin's links, and those of their mails that have not gone out. */
export async function deleteLinksOf(tx: Db, adminId: number): Promise<void> {
  const mails = tx.selectFrom('access_links').select('mail_id').where('admin_id', '=', adminId);
  await tx
    .deleteFrom('outbox')
    .where('id', 'in', mails.where('mail_id', 'is not', null))
    .where('sent_at', 'is', null)
    .execute();
  await tx.deleteFrom('access_links').where('admin_id', '=', adminId).execute();
}

/** Deletes links that nobody can use any more since the given instant. */
export async function deleteDeadLinks(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('access_links')
    .where((eb) => eb.or([eb('used_at', '<', before), eb('expires_at', '<', before)]))
    .execute();
}
