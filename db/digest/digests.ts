import type { Db } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';

/** Who gets a digest. */
export type Subscriber = Pick<Admin, 'id' | 'email' | 'language'>;

/** The admins who want the digest, are not disabled and have none of this ISO day yet. */
export function readSubscribers(db: Db, day: string): Promise<Subscriber[]> {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'language'])
    .where('digest', '=', 1)
    .where('disabled', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('digests')
            .select('day')
            .whereRef('admin_id', '=', 'admins.id')
            .where('day', '=', day),
        ),
      ),
    )
    .execute();
}

/** When the last digest before `now` was made for an admin (epoch milliseconds); null: none. */
export async function readLastDigest(db: Db, adminId: number, now: number): Promise<number | null> {
  // One from the future was made by a clock that has been set back since.
  const { last } = await db
    .selectFrom('digests')
    .select((e) => e.fn.max('created_at').as('last'))
    .where('admin_id', '=', adminId)
    .where('created_at', '<=', now)
    .executeTakeFirstOrThrow();
  return last;
}

/**
 * Takes the digest of a day for whoever calls first; false when somebody has, and when the admin no
 * longer wants or may have it.
 */
export async function takeDigest(
  tx: Db,
  { adminId, day, now }: { adminId: number; day: string; now: number },
): Promise<boolean> {
  const open = await readSubscribers(tx, day);
  if (!open.some(({ id }) => id === adminId)) return false;
  await tx.insertInto('digests').values({ admin_id: adminId, day, created_at: now }).execute();
  return true;
}

/** Remembers which mail carries a digest. */
export async function tieDigestToMail(
  tx: Db,
  { adminId, day, mailId }: { adminId: number; day: string; mailId: number },
): Promise<void> {
  await tx
    .updateTable('digests')
    .set({ mail_id: mailId })
    .where('admin_id', '=', adminId)
    .where('day', '=', day)
    .execute();
}

/** Takes back an admin's digests that have not gone out. */
export async function withdrawDigests(tx: Db, adminId: number): Promise<void> {
  const mails = tx.selectFrom('digests').select('mail_id').where('admin_id', '=', adminId);
  await tx
    .deleteFrom('outbox')
    .where('id', 'in', mails.where('mail_id', 'is not', null))
    .where('sent_at', 'is', null)
    .execute();
}
