import type { Selectable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Admin, Schema, Status } from '#db/schema.ts';

interface Change {
  enquiryId: number;
  adminEmail: string;
  changedAt: string;
}

const buildHistoryEntry = ({ enquiryId, adminEmail, changedAt }: Change) => ({
  enquiry_id: enquiryId,
  admin_email: adminEmail,
  created_at: changedAt,
});

type HistoryTable = 'enquiry_notes' | 'status_changes' | 'replies' | 'assignments' | 'follow_ups';

export function listHistoryEntries<Table extends HistoryTable>(
  db: Db,
  table: Table,
  enquiryId: number,
): Promise<Selectable<Schema[Table]>[]> {
  const entries = db.selectFrom(table as HistoryTable).selectAll();
  const rows = entries.where('enquiry_id', '=', enquiryId).orderBy('id').execute();
  return rows as unknown as Promise<Selectable<Schema[Table]>[]>;
}

const selectEnquiry = (db: Db, id: number) =>
  db.selectFrom('contact_submissions').where('contact_submissions.id', '=', id);

/** `byMessage` is the row of the customer's message that changed it, if no admin did. */
export async function changeStatus(
  tx: Db,
  change: Change,
  from: Status,
  to: Status,
  byMessage: number | null = null,
): Promise<boolean> {
  const update = tx.updateTable('contact_submissions').set({ status: to });
  const guardedUpdate = update.where('id', '=', change.enquiryId).where('status', '=', from);
  if ((await guardedUpdate.executeTakeFirst()).numUpdatedRows === 0n) return false;
  const cause = { from_status: from, to_status: to, by_message: byMessage };
  const entry = { ...buildHistoryEntry(change), ...cause };
  if (from !== to) await tx.insertInto('status_changes').values(entry).execute();
  return true;
}

export async function readStatus(db: Db, enquiryId: number) {
  const row = await selectEnquiry(db, enquiryId).select('status').executeTakeFirst();
  return (
    row && { ...row, change: (await listHistoryEntries(db, 'status_changes', enquiryId)).at(-1) }
  );
}

export async function readLastChange(db: Db, id: number) {
  const query = db.selectFrom('status_changes').selectAll().where('id', '=', id);
  const change = await query.executeTakeFirst();
  const enquiryStatus = change && (await readStatus(db, change.enquiry_id));
  return enquiryStatus?.change?.id === id ? change : undefined;
}

export async function addNote(tx: Db, change: Change, note: string): Promise<boolean> {
  if (!(await readStatus(tx, change.enquiryId))) return false;
  const entry = { ...buildHistoryEntry(change), note };
  await tx.insertInto('enquiry_notes').values(entry).execute();
  return true;
}

export type Assignee = Pick<Admin, 'id' | 'email'>;

export async function changeAssignee(
  tx: Db,
  change: Change,
  from: number | null,
  to: Assignee | null,
): Promise<boolean> {
  const current = await readAssignee(tx, change.enquiryId);
  if (!current || (current.holder?.id ?? null) !== from) return false;
  const update = tx.updateTable('contact_submissions').set({ assigned_to: to?.id ?? null });
  await update.where('id', '=', change.enquiryId).execute();
  const [from_email, to_email] = [current.holder?.email ?? null, to?.email ?? null];
  const entry = { ...buildHistoryEntry(change), from_email, to_email };
  if (from !== (to?.id ?? null)) await tx.insertInto('assignments').values(entry).execute();
  return true;
}

export async function readAssignee(db: Db, enquiryId: number) {
  const row = await selectEnquiry(db, enquiryId)
    // Enquiries of a disabled admin count as unassigned (DA-3).
    .leftJoin('admins', (join) =>
      join.onRef('admins.id', '=', 'assigned_to').on('admins.disabled', '=', 0),
    )
    .select(['admins.id', 'admins.email'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email } = row;
  const holder: Assignee | null = id === null || email === null ? null : { id, email };
  return { holder, last: (await listHistoryEntries(db, 'assignments', enquiryId)).at(-1) };
}

export async function listStaff(db: Db): Promise<(Assignee & { ready: boolean })[]> {
  const admins = db.selectFrom('admins').select(['id', 'email', 'password_hash']);
  const enabled = await admins.where('disabled', '=', 0).orderBy('email').execute();
  return enabled.map(({ password_hash, ...holder }) => ({ ...holder, ready: !!password_hash }));
}

export async function listDisabledAssignees(db: Db): Promise<number[]> {
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

export async function changeFollowUp(
  tx: Db,
  change: Change,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  const update = tx.updateTable('contact_submissions').set({ due_on: to });
  const guardedUpdate = update.where('id', '=', change.enquiryId).where('due_on', 'is', from);
  if ((await guardedUpdate.executeTakeFirst()).numUpdatedRows === 0n) return false;
  const entry = { ...buildHistoryEntry(change), from_day: from, to_day: to };
  if (from !== to) await tx.insertInto('follow_ups').values(entry).execute();
  return true;
}

export async function readFollowUp(db: Db, enquiryId: number) {
  const row = await selectEnquiry(db, enquiryId).select('due_on as day').executeTakeFirst();
  return row && { ...row, last: (await listHistoryEntries(db, 'follow_ups', enquiryId)).at(-1) };
}

export async function listNames(
  db: Db,
  enquiryIds: readonly number[],
): Promise<Map<number, string>> {
  const query = db.selectFrom('contact_submissions').select(['id', 'full_name']);
  const rows = await query.where('id', 'in', enquiryIds).execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}
