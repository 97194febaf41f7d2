import type { Updateable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Mailbox, Schema } from '#db/schema.ts';

export type MailboxKey = Pick<Mailbox, 'server' | 'user' | 'folder'>;

export function findMailbox(db: Db, key: MailboxKey): Promise<Mailbox | undefined> {
  return db
    .selectFrom('mailboxes')
    .selectAll()
    .where('server', '=', key.server)
    .where('user', '=', key.user)
    .where('folder', '=', key.folder)
    .executeTakeFirst();
}

/** Updates the mailbox's row, or inserts it. */
export async function updateMailbox(
  tx: Db,
  key: MailboxKey,
  change: Updateable<Schema['mailboxes']>,
): Promise<void> {
  await tx
    .insertInto('mailboxes')
    .values({ ...key, ...change } as typeof key)
    .onConflict((conflict) => conflict.columns(['server', 'user', 'folder']).doUpdateSet(change))
    .execute();
}
