import type { FollowUp } from '#db/schema.ts';
import type { Db } from '#db/database.server.ts';
import type { Deed } from './desk-updates.ts';

/** Moves the follow-up day (ISO) if it still is `from`. False: nothing was changed. */
export async function changeFollowUp(
  tx: Db,
  { enquiryId, adminEmail, at }: Deed,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_submissions')
    .set({ due_on: to })
    .where('id', '=', enquiryId)
    .where('due_on', 'is', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (from === to) return true;
  await tx
    .insertInto('follow_ups')
    .values({
      enquiry_id: enquiryId,
      admin_email: adminEmail,
      created_at: at,
      from_day: from,
      to_day: to,
    })
    .execute();
  return true;
}

/** The follow-up day of an enquiry, and who set it; undefined when the enquiry is gone. */
export async function readFollowUp(
  db: Db,
  enquiryId: number,
): Promise<{ day: string | null; last: FollowUp | undefined } | undefined> {
  const row = await db
    .selectFrom('contact_submissions')
    .select('due_on')
    .where('id', '=', enquiryId)
    .executeTakeFirst();
  return row && { day: row.due_on, last: (await readFollowUps(db, enquiryId)).at(-1) };
}

/** Who moved the follow-up day of an enquiry, the oldest first. */
export function readFollowUps(db: Db, enquiryId: number): Promise<FollowUp[]> {
  const of = db.selectFrom('follow_ups').selectAll().where('enquiry_id', '=', enquiryId);
  return of.orderBy('id').execute();
}
