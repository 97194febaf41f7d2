import type { Db } from '#db/database.server.ts';
import type { Admin, Assignment, FollowUp, Status, StatusChange } from '#db/schema.ts';

/** Who did something at the desk, and when (ISO 8601 UTC). */
interface Deed {
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

/** An admin as the desk names them. */
export type Holder = Pick<Admin, 'id' | 'email'>;

/** Gives an enquiry to somebody, or nobody, if `from` still has it. False: nothing was changed. */
export async function changeHolder(
  tx: Db,
  { enquiryId, adminEmail, at }: Deed,
  from: number | null,
  to: Holder | null,
): Promise<boolean> {
  const before = await readHolder(tx, enquiryId);
  if (!before || (before.holder?.id ?? null) !== from) return false;
  await tx
    .updateTable('contact_submissions')
    .set({ assigned_to: to?.id ?? null })
    .where('id', '=', enquiryId)
    .execute();
  if (from === (to?.id ?? null)) return true;
  await tx
    .insertInto('assignments')
    .values({
      enquiry_id: enquiryId,
      admin_email: adminEmail,
      created_at: at,
      from_email: before.holder?.email ?? null,
      to_email: to?.email ?? null,
    })
    .execute();
  return true;
}

/** Who has an enquiry, and how they came by it; undefined when it is gone. */
export async function readHolder(
  db: Db,
  enquiryId: number,
): Promise<{ holder: Holder | null; last: Assignment | undefined } | undefined> {
  const row = await db
    .selectFrom('contact_submissions')
    // Nobody has what a disabled admin has.
    .leftJoin('admins', (join) =>
      join.onRef('admins.id', '=', 'assigned_to').on('admins.disabled', '=', 0),
    )
    .select(['admins.id', 'admins.email'])
    .where('contact_submissions.id', '=', enquiryId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email } = row;
  const last = (await readAssignments(db, enquiryId)).at(-1);
  return { holder: id === null || email === null ? null : { id, email }, last };
}

/** Who gave an enquiry to whom, the oldest first. */
export function readAssignments(db: Db, enquiryId: number): Promise<Assignment[]> {
  const of = db.selectFrom('assignments').selectAll().where('enquiry_id', '=', enquiryId);
  return of.orderBy('id').execute();
}

/** The admins that an enquiry can be given to, by address. */
export function readStaff(db: Db): Promise<Holder[]> {
  const enabled = db.selectFrom('admins').select(['id', 'email']).where('disabled', '=', 0);
  return enabled.orderBy('email').execute();
}

/** The ids of disabled admins to whom an enquiry was given. */
export async function readFormerHolders(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('admins')
    .select('id')
    .where('disabled', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('contact_submissions')
          .select('contact_submissions.id')
          .whereRef('assigned_to', '=', 'admins.id'),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

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
