import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { findAdminByEmail } from '#db/accounts.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import {
  changeAssignee,
  changeStatus,
  findEnabledAssignee,
  findStatus,
  listHistoryEntries,
  listSenderNames,
  type Assignee,
} from '#db/desk-changes.ts';
import type { Status } from '#db/schema.ts';
import { auditEnquiryChange, findAssignableAdmin } from './enquiry-changes.server.ts';

/** A row as the page showed it: a row that differs from it by now is stale. */
interface ShownRow {
  enquiryId: number;
  status: Status;
  assigneeId: number | null;
}

/** A status or an assignee that is undefined stays as it is. */
interface RowChange {
  enquiryId: number;
  status: { from: Status; to: Status } | undefined;
  assignee: { from: number | null; to: Assignee | null } | undefined;
}

export interface SelectionResult {
  kind: 'done';
  changedIds: number[];
  /** These already had the new values. */
  unchangedIds: number[];
  /** A colleague has changed or deleted these since the page was loaded. */
  staleIds: number[];
  /** The time of each entry in the histories, which one Undo takes back. */
  changedAtMs: number;
}

/**
 * Sets the status, the assignee or both of several enquiries; a stale row is left as it is (DK-5). An assignee
 * with the id null is nobody.
 */
export function changeSelectedEnquiries(
  author: Author,
  rows: readonly ShownRow[],
  { status, assignee }: { status: Status | undefined; assignee: { id: number | null } | undefined },
): Promise<SelectionResult | { kind: 'unknown-admin' }> {
  return inTransaction(async (tx) => {
    const newId = assignee?.id ?? null;
    const newAssignee = newId === null ? null : await findAssignableAdmin(tx, newId);
    if (newId !== null && newAssignee === null) return { kind: 'unknown-admin' };
    return changeEachRow(rows, (row, changedAt) =>
      changeRow(tx, author, changedAt, {
        enquiryId: row.enquiryId,
        status: status && { from: row.status, to: status },
        assignee: assignee && { from: row.assigneeId, to: newAssignee },
      }),
    );
  });
}

/**
 * Undoes one changeSelectedEnquiries of the admin, except in rows with a later change. Its history entries are
 * those of the admin with the time `changedAtMs`.
 */
export function undoSelectionChange(
  author: Author,
  enquiryIds: readonly number[],
  changedAtMs: number,
): Promise<SelectionResult> {
  const isUndoneEntry = (entry: HistoryEntry) =>
    entry.admin_email === author.admin.email && Date.parse(entry.created_at) === changedAtMs;
  return inTransaction((tx) => {
    const rows = enquiryIds.map((enquiryId) => ({ enquiryId }));
    return changeEachRow(rows, async ({ enquiryId }, changedAt) => {
      const change = await findReverseChange(tx, enquiryId, isUndoneEntry);
      return change ? changeRow(tx, author, changedAt, change) : 'stale';
    });
  });
}

interface HistoryEntry {
  admin_email: string;
  created_at: string;
}

/** Returns the change back to the values before the undone entries; null without any, or if others followed. */
async function findReverseChange(
  tx: Db,
  enquiryId: number,
  isUndoneEntry: (entry: HistoryEntry) => boolean,
): Promise<RowChange | null> {
  const statusChanges = await listHistoryEntries(tx, 'status_changes', enquiryId);
  const assignments = await listHistoryEntries(tx, 'assignments', enquiryId);
  const statusChange = statusChanges.findLast(isUndoneEntry);
  const assignment = assignments.findLast(isUndoneEntry);
  if (!statusChange && !assignment) return null;
  if (statusChange && statusChange !== statusChanges.at(-1)) return null;
  if (assignment && assignment !== assignments.at(-1)) return null;
  return {
    enquiryId,
    status: statusChange && { from: statusChange.to_status, to: statusChange.from_status },
    assignee: assignment && {
      from: (await findEnabledAdmin(tx, assignment.to_email))?.id ?? null,
      to: await findEnabledAdmin(tx, assignment.from_email),
    },
  };
}

async function findEnabledAdmin(tx: Db, email: string | null): Promise<Assignee | null> {
  const admin = email === null ? undefined : await findAdminByEmail(tx, email);
  return admin?.disabled === 0 ? admin : null;
}

type RowOutcome = 'changed' | 'unchanged' | 'stale';

async function changeEachRow<Row extends { enquiryId: number }>(
  rows: readonly Row[],
  change: (row: Row, changedAt: string) => Promise<RowOutcome>,
): Promise<SelectionResult> {
  const now = new Date();
  const ids: Record<RowOutcome, number[]> = { changed: [], unchanged: [], stale: [] };
  for (const row of rows) {
    const outcome = await change(row, now.toISOString());
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

async function changeRow(
  tx: Db,
  author: Author,
  changedAt: string,
  { enquiryId, status, assignee }: RowChange,
): Promise<RowOutcome> {
  const currentStatus = (await findStatus(tx, enquiryId))?.status;
  const currentAssigneeId = (await findEnabledAssignee(tx, enquiryId))?.assignee?.id ?? null;
  if (currentStatus === undefined) return 'stale';
  if (status && currentStatus !== status.from) return 'stale';
  if (assignee && currentAssigneeId !== assignee.from) return 'stale';
  const change = { enquiryId, adminEmail: author.admin.email, changedAt };
  const hasNewStatus = status !== undefined && status.to !== status.from;
  if (hasNewStatus) {
    await changeStatus(tx, change, status);
    await auditEnquiryChange(tx, author, 'status.changed', { enquiryId, ...status });
  }
  const newAssigneeId = assignee?.to?.id ?? null;
  const hasNewAssignee = assignee !== undefined && newAssigneeId !== assignee.from;
  if (hasNewAssignee) {
    await changeAssignee(tx, change, { fromId: assignee.from, to: assignee.to });
    const ids = { from: assignee.from, to: newAssigneeId };
    await auditEnquiryChange(tx, author, 'assignment.changed', { enquiryId, ...ids });
  }
  return hasNewStatus || hasNewAssignee ? 'changed' : 'unchanged';
}

/** Returns the senders' names by the ids of their enquiries, without those of deleted enquiries. */
export function readSenderNames(enquiryIds: readonly number[]): Promise<Map<number, string>> {
  return listSenderNames(getDatabase(), enquiryIds);
}
