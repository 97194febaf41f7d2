import type { Db } from '#db/database.server.ts';
import type { Status, StatusChange } from '#db/schema.ts';

/** Who did something at the desk, and when (ISO 8601 UTC). */
export interface Deed {
  enquiryId: number;
  adminEmail: string;
  at: string;
}

/** Sets the status if it still is `from`, with its line of history. False: nothing was changed. */
export async function changeStatus(
  tx: Db,
  { enquiryId, adminEmail, at }: Deed,
  from: Status,
  to: Status,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_submissions')
    .set({ status: to })
    .where('id', '=', enquiryId)
    .where('status', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (from === to) return true;
  await tx
    .insertInto('status_changes')
    .values({
      enquiry_id: enquiryId,
      admin_email: adminEmail,
      created_at: at,
      from_status: from,
      to_status: to,
    })
    .execute();
  return true;
}

/** The status an enquiry has, and the change that led to it; undefined when it is gone. */
export async function readStatus(
  db: Db,
  enquiryId: number,
): Promise<{ status: Status; change: StatusChange | undefined } | undefined> {
  const row = await db
    .selectFrom('contact_submissions')
    .select('status')
    .where('id', '=', enquiryId)
    .executeTakeFirst();
  if (!row) return undefined;
  const change = await db
    .selectFrom('status_changes')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { status: row.status, change };
}

/** The status change with this id, unless its enquiry has had another one since. */
export async function readLastChange(db: Db, id: number): Promise<StatusChange | undefined> {
  const change = await db
    .selectFrom('status_changes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const found = change && (await readStatus(db, change.enquiry_id));
  return found?.change?.id === id ? change : undefined;
}

/** Adds a note; false when the enquiry is gone. */
export async function addNote(
  tx: Db,
  { enquiryId, adminEmail, at }: Deed,
  note: string,
): Promise<boolean> {
  const found = await readStatus(tx, enquiryId);
  if (!found) return false;
  await tx
    .insertInto('enquiry_notes')
    .values({ enquiry_id: enquiryId, admin_email: adminEmail, created_at: at, note })
    .execute();
  return true;
}
