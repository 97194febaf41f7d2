import type { Db } from '#db/database.server.ts';
import type { Mailbox } from '#db/schema.ts';

export type MailboxKey = Pick<Mailbox, 'server' | 'user' | 'folder'>;

/** Inserts the row of a mailbox, or changes only these columns of it. */
export async function upsertMailbox(
  tx: Db,
  key: MailboxKey,
  change: Partial<Omit<Mailbox, 'id' | keyof MailboxKey>>,
): Promise<void> {
  await tx
    .insertInto('mailboxes')
    .values({ ...key, ...change })
    .onConflict((conflict) => conflict.columns(['server', 'user', 'folder']).doUpdateSet(change))
    .execute();
}
