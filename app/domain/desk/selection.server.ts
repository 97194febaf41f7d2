import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import type { Requester } from '#app/domain/audit.server.ts';
import { findAdmin } from '#db/accounts.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import {
  changeAssignee,
  changeStatus,
  listHistoryEntries,
  listNames,
  readAssignee,
  readStatus,
  type Assignee,
} from '#db/desk-changes.ts';
import type { Status } from '#db/schema.ts';
import { findAssignableAdmin, recordChange, type Author } from './enquiry-changes.server.ts';

/** A row as the page showed it: a row that differs from it by now is stale. */
interface ShownRow {
  enquiryId: number;
  status: Status;
  assigneeId: number | null;
}

interface RowChange {
  status?: Status | undefined;
  assignee?: Assignee | null | undefined;
}

/** What became of several rows, as ids of enquiries. */
export interface SelectionResult {
  kind: 'done';
  changedIds: number[];
  /** These already were as they should be. */
  unchangedIds: number[];
  /** These were left alone: a colleague has changed or deleted them since the page was loaded. */
  staleIds: number[];
  /** The time of each entry in the histories, which one Undo takes back. */
  changedAtMs: number;
}

/** Changes each row as a whole, or leaves it when it is stale (DK-5). */
export function changeSelection(
  admin: SignedInAdmin,
  requester: Requester,
  rows: readonly ShownRow[],
  { status, assigneeId }: { status?: Status | undefined; assigneeId?: number | null | undefined },
): Promise<SelectionResult | { kind: 'unknown-admin' }> {
  return inTransaction(async (tx) => {
    const newAssignee =
      typeof assigneeId === 'number' ? await findAssignableAdmin(tx, assigneeId) : null;
    if (newAssignee === undefined) return { kind: 'unknown-admin' };
    const change = { status, assignee: assigneeId === undefined ? undefined : newAssignee };
    return changeEachRow(rows, (row, at) => changeRow(tx, { admin, requester }, at, row, change));
  });
}

/** Takes back what `admin` changed at one time, except in rows with a later change. */
export function undoSelection(
  admin: SignedInAdmin,
  requester: Requester,
  enquiryIds: readonly number[],
  changedAtMs: number,
): Promise<SelectionResult> {
  const isUndone = (entry: HistoryEntry) =>
    entry.admin_email === admin.email && Date.parse(entry.created_at) === changedAtMs;
  const author = { admin, requester };
  return inTransaction((tx) => {
    const rows = enquiryIds.map((enquiryId) => ({ enquiryId }));
    return changeEachRow(rows, async ({ enquiryId }, at) => {
      const statusEntry = lastEntry(
        await listHistoryEntries(tx, 'status_changes', enquiryId),
        isUndone,
      );
      const assignment = lastEntry(
        await listHistoryEntries(tx, 'assignments', enquiryId),
        isUndone,
      );
      const entries = [statusEntry, assignment].filter((entry) => entry !== undefined);
      if (entries.length === 0 || !entries.every(isUndone)) return 'stale';
      const from = assignment && (await findEnabledAdmin(tx, assignment.to_email));
      const row = {
        enquiryId,
        status: statusEntry?.to_status ?? 'new',
        assigneeId: from?.id ?? null,
      };
      const assignee = assignment && (await findEnabledAdmin(tx, assignment.from_email));
      return changeRow(tx, author, at, row, { status: statusEntry?.from_status, assignee });
    });
  });
}

interface HistoryEntry {
  admin_email: string;
  created_at: string;
}

/** Returns the last entry of a history in which one matches. */
function lastEntry<Entry extends HistoryEntry>(
  entries: readonly Entry[],
  matches: (entry: HistoryEntry) => boolean,
): Entry | undefined {
  return entries.some(matches) ? entries.at(-1) : undefined;
}

async function findEnabledAdmin(tx: Db, email: string | null): Promise<Assignee | null> {
  const admin = email === null ? undefined : await findAdmin(tx, email);
  return admin?.disabled === 0 ? admin : null;
}

type RowOutcome = 'changed' | 'unchanged' | 'stale';

async function changeEachRow<Row extends { enquiryId: number }>(
  rows: readonly Row[],
  change: (row: Row, changedAt: string) => Promise<RowOutcome>,
): Promise<SelectionResult> {
  const now = new Date();
  const ids: Record<RowOutcome, number[]> = { changed: [], unchanged: [], stale: [] };
  for (const row of rows) ids[await change(row, now.toISOString())].push(row.enquiryId);
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
  { enquiryId, status: shownStatus, assigneeId: shownAssigneeId }: ShownRow,
  { status, assignee }: RowChange,
): Promise<RowOutcome> {
  const current = await readStatus(tx, enquiryId);
  const currentAssigneeId = (await readAssignee(tx, enquiryId))?.holder?.id ?? null;
  if (!current || (status && current.status !== shownStatus)) return 'stale';
  if (assignee !== undefined && currentAssigneeId !== shownAssigneeId) return 'stale';
  const change = { enquiryId, adminEmail: author.admin.email, changedAt };
  const hasNewStatus = status !== undefined && status !== shownStatus;
  const hasNewAssignee = assignee !== undefined && (assignee?.id ?? null) !== currentAssigneeId;
  if (hasNewStatus) {
    await changeStatus(tx, change, shownStatus, status);
    await recordChange(tx, author, 'status.changed', { enquiryId, from: shownStatus, to: status });
  }
  if (hasNewAssignee) {
    await changeAssignee(tx, change, currentAssigneeId, assignee);
    const setting = { enquiryId, from: currentAssigneeId, to: assignee?.id ?? null };
    await recordChange(tx, author, 'assignment.changed', setting);
  }
  return hasNewStatus || hasNewAssignee ? 'changed' : 'unchanged';
}

/** Returns who sent these enquiries; a deleted enquiry has no name. */
export function readSenderNames(enquiryIds: readonly number[]): Promise<Map<number, string>> {
  return listNames(database(), enquiryIds);
}
