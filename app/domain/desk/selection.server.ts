import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { findChangeableFields, type EnquiryChange, type NewChange } from '#db/desk-changes.ts';
import { mapSenderNames } from '#db/enquiries.ts';
import { findRow, listRows } from '#db/rows.ts';
import type { Status } from '#db/schema.ts';
import { changeFieldInTransaction, isAssignable, isLastChange } from './enquiry-changes.server.ts';

/** A row as the page showed it: a row that differs from it by now is stale. */
interface ShownRow {
  enquiryId: number;
  status: Status;
  assigneeId: number | null;
}

export interface SelectionResult {
  kind: 'done';
  changedIds: number[];
  /** These already had the new values. */
  unchangedIds: number[];
  /** A colleague has changed or deleted these since the page was loaded. */
  staleIds: number[];
  /** The time of the changes, which one Undo takes back. */
  changedAtMs: number;
}

/**
 * Sets the status, the assignee or both of several enquiries; a stale row is left as it is (DK-5). An assignee
 * with the id null unassigns the enquiries. 'unknown-admin', and no change, for an assignee who is not assignable.
 */
export async function changeSelectedEnquiries(
  author: Author,
  rows: readonly ShownRow[],
  { status, assignee }: { status: Status | undefined; assignee: { id: number | null } | undefined },
): Promise<SelectionResult | { kind: 'unknown-admin' }> {
  const assigneeId = assignee?.id ?? null;
  if (assigneeId !== null && !(await isAssignable(assigneeId))) return { kind: 'unknown-admin' };

  const rowChanges = rows.map((row) => {
    const changes: FieldChange[] = [];
    if (status) changes.push({ field: 'status', from: row.status, to: status });
    if (assignee) changes.push({ field: 'assigned_to', from: row.assigneeId, to: assigneeId });
    return { enquiryId: row.enquiryId, changes };
  });

  return inTransaction((tx) => changeRows(tx, author, rowChanges));
}

/**
 * Undoes one changeSelectedEnquiries of the admin, except in rows with a later change, which are stale. An enquiry gets no
 * assignee if its former one is disabled by now.
 */
export function undoSelectionChange(
  author: Author,
  enquiryIds: readonly number[],
  changedAtMs: number,
): Promise<SelectionResult> {
  const changedAt = new Date(changedAtMs).toISOString();
  return inTransaction(async (tx) => {
    const rowChanges: RowChanges[] = [];
    for (const enquiryId of enquiryIds) {
      const undone = await listRows(tx, 'enquiry_changes', {
        enquiry_id: enquiryId,
        by_admin: author.admin.email,
        created_at: changedAt,
      });
      rowChanges.push({ enquiryId, changes: await buildReverseChanges(tx, undone) });
    }
    return changeRows(tx, author, rowChanges);
  });
}

type FieldChange = Pick<NewChange, 'field' | 'from' | 'to'>;

/** `changes` is null for a row that is known to be stale. */
interface RowChanges {
  enquiryId: number;
  changes: FieldChange[] | null;
}

/** Returns null if there is nothing to undo, or if a change has been followed by another. */
async function buildReverseChanges(
  tx: Db,
  undone: readonly EnquiryChange[],
): Promise<FieldChange[] | null> {
  if (undone.length === 0) return null;

  const changes: FieldChange[] = [];
  for (const change of undone) {
    if (!(await isLastChange(tx, change))) return null;

    const toValue = async (text: string | null) =>
      change.field === 'assigned_to' ? findEnabledAdminId(tx, text) : text;
    changes.push({
      field: change.field,
      from: await toValue(change.to_value),
      to: await toValue(change.from_value),
    });
  }
  return changes;
}

/** Returns the id of an admin in the history; null without an email, or if that admin is disabled or unknown. */
async function findEnabledAdminId(tx: Db, email: string | null): Promise<number | null> {
  const admin = email === null ? undefined : await findRow(tx, 'admins', { email });
  return admin?.disabled === 0 ? admin.id : null;
}

/** Each row is changed completely or not at all. */
async function changeRows(
  tx: Db,
  author: Author,
  rows: readonly RowChanges[],
): Promise<SelectionResult> {
  const now = new Date();
  const ids: Record<RowOutcome, number[]> = { changed: [], unchanged: [], stale: [] };

  for (const row of rows) {
    const outcome = await changeRow(tx, author, row, now.toISOString());
    ids[outcome].push(row.enquiryId);
  }

  return {
    kind: 'done',
    changedIds: ids.changed,
    unchangedIds: ids.unchanged,
    staleIds: ids.stale,
    changedAtMs: now.getTime(),
  };
}

type RowOutcome = 'changed' | 'unchanged' | 'stale';

async function changeRow(
  tx: Db,
  author: Author,
  { enquiryId, changes }: RowChanges,
  changedAt: string,
): Promise<RowOutcome> {
  const current = await findChangeableFields(tx, enquiryId);
  if (!current || !changes) return 'stale';
  if (changes.some(({ field, from }) => current[field] !== from)) return 'stale';

  let outcome: RowOutcome = 'unchanged';
  for (const { field, from, to } of changes) {
    const change = { enquiryId, from, to };
    const result = await changeFieldInTransaction(tx, author, field, change, changedAt);
    if (result.kind === 'changed') outcome = 'changed';
  }
  return outcome;
}

export const readSenderNames = (enquiryIds: readonly number[]): Promise<Map<number, string>> =>
  mapSenderNames(getDatabase(), enquiryIds);
