import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { findAdminById } from '#db/accounts.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import {
  addNote,
  changeAssignee,
  changeFollowUp,
  changeStatus,
  readAssignee,
  readFollowUp,
  readLastChange,
  readStatus,
  type Assignee,
} from '#db/desk-changes.ts';
import type { Status, StatusChange } from '#db/schema.ts';

export interface Author {
  admin: SignedInAdmin;
  requester: Requester;
}

const changeBy = (admin: SignedInAdmin, enquiryId: number) => ({
  enquiryId,
  adminEmail: admin.email,
  changedAt: new Date().toISOString(),
});

interface Setting<Value> {
  enquiryId: number;
  from: Value;
  to: Value;
}

export function recordChange(
  tx: Db,
  { admin, requester }: Author,
  event: string,
  { enquiryId: enquiry, from, to }: Setting<string | number | null>,
) {
  return recordAudit(tx, requester, event, { admin: admin.id, enquiry, from, to });
}

type StatusResult =
  { kind: 'changed'; undo: StatusUndo | null } | StaleStatus | { kind: 'not-found' };

/** The status as it is now; who set it and when (ISO 8601) are null where the history does not say. */
export interface StaleStatus {
  kind: 'stale';
  status: Status;
  changedBy: string | null;
  changedAt: string | null;
}

/**
 * Sets a status; the result is stale if the current status differs from `from` (D-4), or if `lastChangeId`
 * names a status change that has been followed by another: Undo takes back the last change only (DA-6).
 */
export function setStatus(
  admin: SignedInAdmin,
  requester: Requester,
  setting: Setting<Status> & { lastChangeId?: number | undefined },
): Promise<StatusResult> {
  const { enquiryId, from, to, lastChangeId } = setting;
  return inTransaction(async (tx) => {
    const current = await readStatus(tx, enquiryId);
    if (!current) return { kind: 'not-found' };
    const { status, change: lastChange } = current;
    const isLastChange = lastChangeId === undefined || lastChangeId === lastChange?.id;
    if (isLastChange && (await changeStatus(tx, changeBy(admin, enquiryId), from, to))) {
      await recordChange(tx, { admin, requester }, 'status.changed', setting);
      const newChange = from === to ? undefined : (await readStatus(tx, enquiryId))?.change;
      return { kind: 'changed', undo: newChange ? toUndo(newChange) : null };
    }
    const cause = lastChange?.to_status === status ? lastChange : undefined;
    const [changedBy, changedAt] = [cause?.admin_email ?? null, cause?.created_at ?? null];
    return { kind: 'stale', status, changedBy, changedAt };
  });
}

/** The fields of the form that takes a status change back. */
export interface StatusUndo {
  enquiry: number;
  from: Status;
  status: Status;
  after: number;
}

function toUndo({ id, enquiry_id, from_status, to_status }: StatusChange): StatusUndo {
  return { enquiry: enquiry_id, from: to_status, status: from_status, after: id };
}

/** Returns the Undo of a status change; null when it is not its enquiry's last one. */
export async function readUndo(changeId: number): Promise<StatusUndo | null> {
  const change = await readLastChange(database(), changeId);
  return change ? toUndo(change) : null;
}

type AssignmentResult =
  { kind: 'assigned' } | StaleAssignment | { kind: 'unknown-admin' } | { kind: 'not-found' };

/** The email of the assignee as it is now, and since when (ISO 8601) where the history says. */
export interface StaleAssignment {
  kind: 'stale';
  assigneeEmail: string | null;
  assignedAt: string | null;
}

/** Assigns an enquiry; the result is stale if its current assignee differs from `from` (DA-3). */
export function assignEnquiry(
  admin: SignedInAdmin,
  requester: Requester,
  setting: Setting<number | null>,
): Promise<AssignmentResult> {
  const { enquiryId, from, to } = setting;
  return inTransaction(async (tx) => {
    const assignee = to === null ? null : await findAssignableAdmin(tx, to);
    if (assignee === undefined) return { kind: 'unknown-admin' };
    if (await changeAssignee(tx, changeBy(admin, enquiryId), from, assignee)) {
      await recordChange(tx, { admin, requester }, 'assignment.changed', setting);
      return { kind: 'assigned' };
    }
    const current = await readAssignee(tx, enquiryId);
    if (!current) return { kind: 'not-found' };
    const assigneeEmail = current.holder?.email ?? null;
    const cause = current.last?.to_email === assigneeEmail ? current.last : undefined;
    return { kind: 'stale', assigneeEmail, assignedAt: cause?.created_at ?? null };
  });
}

/** Returns undefined for a disabled admin, and for an invited one without a password. */
export async function findAssignableAdmin(tx: Db, id: number): Promise<Assignee | undefined> {
  const admin = await findAdminById(tx, id);
  return admin?.disabled === 0 && admin.password_hash !== null ? admin : undefined;
}

type FollowUpResult = { kind: 'set' } | StaleFollowUp | { kind: 'not-found' };

/** The follow-up day as it is now (ISO), and who moved it when (ISO 8601) where the history says. */
export interface StaleFollowUp {
  kind: 'stale';
  day: string | null;
  lastMove: { changedBy: string; changedAt: string } | null;
}

/** Sets the follow-up day (ISO, in Athens); stale if the current day differs from `from` (DA-4). */
export function setFollowUp(
  admin: SignedInAdmin,
  requester: Requester,
  setting: Setting<string | null>,
): Promise<FollowUpResult> {
  const { enquiryId, from, to } = setting;
  return inTransaction(async (tx) => {
    if (await changeFollowUp(tx, changeBy(admin, enquiryId), from, to)) {
      await recordChange(tx, { admin, requester }, 'follow-up.changed', setting);
      return { kind: 'set' };
    }
    const current = await readFollowUp(tx, enquiryId);
    if (!current) return { kind: 'not-found' };
    const { day, last } = current;
    const isCause = last?.to_day === day;
    return {
      kind: 'stale',
      day,
      lastMove: isCause ? { changedBy: last.admin_email, changedAt: last.created_at } : null,
    };
  });
}

/** Returns false for an unknown enquiry. */
export function writeNote(admin: SignedInAdmin, enquiryId: number, note: string): Promise<boolean> {
  return inTransaction((tx) => addNote(tx, changeBy(admin, enquiryId), note));
}
