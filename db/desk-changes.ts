import type { Selectable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Admin, Schema, Status, StatusChange } from '#db/schema.ts';

// A change of an enquiry names the value that the page showed (`from`), which a colleague may have changed since,
// and the new one (`to`). It is recorded in a history, unless both are the same.

/** Who changes which enquiry, and when (ISO 8601). */
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

/** Returns the history of an enquiry in this table, the oldest entry first. */
export function listHistoryEntries<Table extends HistoryTable>(
  db: Db,
  table: Table,
  enquiryId: number,
): Promise<Selectable<Schema[Table]>[]> {
  const entries = db.selectFrom(table as HistoryTable).selectAll();
  const rows = entries.where('enquiry_id', '=', enquiryId).orderBy('id').execute();
  // Kysely has no types for a query of a generic table.
  return rows as unknown as Promise<Selectable<Schema[Table]>[]>;
}

const selectEnquiry = (db: Db, id: number) =>
  db.selectFrom('contact_submissions').where('contact_submissions.id', '=', id);

/**
 * Returns false, and changes nothing, if the current status is not `from`. `byMessageId` is the customer's message
 * that caused the change, if no admin did.
 */
export async function changeStatus(
  tx: Db,
  change: Change,
  { from, to, byMessageId }: { from: Status; to: Status; byMessageId?: number },
): Promise<boolean> {
  const update = tx.updateTable('contact_submissions').set({ status: to });
  const guardedUpdate = update.where('id', '=', change.enquiryId).where('status', '=', from);
  if ((await guardedUpdate.executeTakeFirst()).numUpdatedRows === 0n) return false;
  if (from === to) return true;
  const statuses = { from_status: from, to_status: to, by_message: byMessageId ?? null };
  const entry = { ...buildHistoryEntry(change), ...statuses };
  await tx.insertInto('status_changes').values(entry).execute();
  return true;
}

/** Returns undefined for an unknown enquiry. */
export async function findStatus(
  db: Db,
  enquiryId: number,
): Promise<{ status: Status; lastChange: StatusChange | undefined } | undefined> {
  const row = await selectEnquiry(db, enquiryId).select('status').executeTakeFirst();
  if (!row) return undefined;
  const changes = await listHistoryEntries(db, 'status_changes', enquiryId);
  return { status: row.status, lastChange: changes.at(-1) };
}

/** Returns undefined for a status change that is unknown, or not the last one of its enquiry. */
export async function findStatusChangeIfLast(
  db: Db,
  changeId: number,
): Promise<StatusChange | undefined> {
  const query = db.selectFrom('status_changes').selectAll().where('id', '=', changeId);
  const change = await query.executeTakeFirst();
  if (!change) return undefined;
  const changes = await listHistoryEntries(db, 'status_changes', change.enquiry_id);
  return changes.at(-1)?.id === changeId ? change : undefined;
}

/** Returns false for an unknown enquiry. */
export async function addNote(tx: Db, change: Change, note: string): Promise<boolean> {
  const enquiry = await selectEnquiry(tx, change.enquiryId).select('id').executeTakeFirst();
  if (!enquiry) return false;
  const entry = { ...buildHistoryEntry(change), note };
  await tx.insertInto('enquiry_notes').values(entry).execute();
  return true;
}

export type Assignee = Pick<Admin, 'id' | 'email'>;

/** Returns false, and changes nothing, if the enabled assignee (null for none) is not `fromId`. */
export async function changeAssignee(
  tx: Db,
  change: Change,
  { fromId, to }: { fromId: number | null; to: Assignee | null },
): Promise<boolean> {
  const current = await findEnabledAssignee(tx, change.enquiryId);
  if (!current || (current.assignee?.id ?? null) !== fromId) return false;
  const toId = to?.id ?? null;
  await tx
    .updateTable('contact_submissions')
    .set({ assigned_to: toId })
    .where('id', '=', change.enquiryId)
    .execute();
  if (toId === fromId) return true;
  const entry = {
    ...buildHistoryEntry(change),
    from_email: current.assignee?.email ?? null,
    to_email: to?.email ?? null,
  };
  await tx.insertInto('assignments').values(entry).execute();
  return true;
}

/**
 * Returns the assignee, or null if there is none or that admin is disabled (DA-3), and the last assignment,
 * which may be to a disabled admin. Returns undefined for an unknown enquiry.
 */
export async function findEnabledAssignee(
  db: Db,
  enquiryId: number,
): Promise<
  | { assignee: Assignee | null; lastAssignment: Selectable<Schema['assignments']> | undefined }
  | undefined
> {
  const row = await selectEnquiry(db, enquiryId)
    .leftJoin('admins', (join) =>
      join.onRef('admins.id', '=', 'assigned_to').on('admins.disabled', '=', 0),
    )
    .select(['admins.id', 'admins.email'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email } = row;
  const assignee: Assignee | null = id === null || email === null ? null : { id, email };
  const assignments = await listHistoryEntries(db, 'assignments', enquiryId);
  return { assignee, lastAssignment: assignments.at(-1) };
}

/** `canSignIn` is false while an invitation has not been accepted. */
export type StaffMember = Assignee & { canSignIn: boolean };

export async function listEnabledAdmins(db: Db): Promise<StaffMember[]> {
  const admins = db.selectFrom('admins').select(['id', 'email', 'password_hash']);
  const enabled = await admins.where('disabled', '=', 0).orderBy('email').execute();
  return enabled.map(({ password_hash, ...assignee }) => ({
    ...assignee,
    canSignIn: password_hash !== null,
  }));
}

/** Returns the ids of the disabled admins to whom enquiries are assigned. */
export async function listDisabledAssigneeIds(db: Db): Promise<number[]> {
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

/** Sets the follow-up day (ISO). Returns false, and changes nothing, if the current day is not `from`. */
export async function changeFollowUp(
  tx: Db,
  change: Change,
  { from, to }: { from: string | null; to: string | null },
): Promise<boolean> {
  const update = tx.updateTable('contact_submissions').set({ due_on: to });
  const guardedUpdate = update.where('id', '=', change.enquiryId).where('due_on', 'is', from);
  if ((await guardedUpdate.executeTakeFirst()).numUpdatedRows === 0n) return false;
  if (from === to) return true;
  const entry = { ...buildHistoryEntry(change), from_day: from, to_day: to };
  await tx.insertInto('follow_ups').values(entry).execute();
  return true;
}

/** Returns the follow-up day (ISO) and its last change, if any; undefined for an unknown enquiry. */
export async function findFollowUp(
  db: Db,
  enquiryId: number,
): Promise<
  { day: string | null; lastMove: Selectable<Schema['follow_ups']> | undefined } | undefined
> {
  const row = await selectEnquiry(db, enquiryId).select('due_on').executeTakeFirst();
  if (!row) return undefined;
  const moves = await listHistoryEntries(db, 'follow_ups', enquiryId);
  return { day: row.due_on, lastMove: moves.at(-1) };
}

/** Returns the names by enquiry id. Unknown enquiries are missing. */
export async function listSenderNames(
  db: Db,
  enquiryIds: readonly number[],
): Promise<Map<number, string>> {
  const query = db.selectFrom('contact_submissions').select(['id', 'full_name']);
  const rows = await query.where('id', 'in', enquiryIds).execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}
