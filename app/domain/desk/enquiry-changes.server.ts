import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { findAdminById } from '#db/accounts.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import {
  addNote,
  changeAssignee,
  changeFollowUp,
  changeStatus,
  findEnabledAssignee,
  findFollowUp,
  findStatus,
  findStatusChangeIfLast,
  type Assignee,
} from '#db/desk-changes.ts';
import type { Status, StatusChange } from '#db/schema.ts';

const buildChange = ({ admin }: Author, enquiryId: number) => ({
  enquiryId,
  adminEmail: admin.email,
  changedAt: new Date().toISOString(),
});

/** A change from the value that the admin saw. */
interface ValueChange<Value> {
  enquiryId: number;
  from: Value;
  to: Value;
}

export function auditEnquiryChange(
  tx: Db,
  { admin, requester }: Author,
  event: string,
  { enquiryId: enquiry, from, to }: ValueChange<string | number | null>,
): Promise<void> {
  return recordAudit(tx, requester, event, { admin: admin.id, enquiry, from, to });
}

type NotFound = { kind: 'not-found' };

type StatusResult = { kind: 'changed'; undo: StatusUndo | null } | StatusConflict | NotFound;

/** The status as it is now; who set it and when (ISO 8601) are null where the history does not say. */
export interface StatusConflict {
  kind: 'conflict';
  status: Status;
  changedBy: string | null;
  changedAt: string | null;
}

/**
 * Sets a status; the result is a conflict if the current status differs from `from` (D-4), or if `lastChangeId`
 * names a status change that has been followed by another: Undo takes back the last change only (DA-6).
 */
export function setStatus(
  author: Author,
  valueChange: ValueChange<Status> & { lastChangeId?: number | undefined },
): Promise<StatusResult> {
  const { enquiryId, from, to, lastChangeId } = valueChange;
  return inTransaction(async (tx) => {
    const current = await findStatus(tx, enquiryId);
    if (!current) return { kind: 'not-found' };
    const { status, lastChange } = current;
    const isOvertaken = lastChangeId !== undefined && lastChangeId !== lastChange?.id;
    if (isOvertaken) return toStatusConflict(status, lastChange);
    const isChanged = await changeStatus(tx, buildChange(author, enquiryId), { from, to });
    if (!isChanged) return toStatusConflict(status, lastChange);
    await auditEnquiryChange(tx, author, 'status.changed', valueChange);
    // The history has no entry for a status that stays the same.
    if (from === to) return { kind: 'changed', undo: null };
    const newChange = (await findStatus(tx, enquiryId))?.lastChange;
    return { kind: 'changed', undo: newChange ? toUndo(newChange) : null };
  });
}

/** Has no name if the last change in the history did not lead to the current status. */
function toStatusConflict(status: Status, lastChange: StatusChange | undefined): StatusConflict {
  const cause = lastChange?.to_status === status ? lastChange : undefined;
  return {
    kind: 'conflict',
    status,
    changedBy: cause?.admin_email ?? null,
    changedAt: cause?.created_at ?? null,
  };
}

/** The fields of the form that takes a status change back; `after` is the id of the change. */
export interface StatusUndo {
  enquiry: number;
  from: Status;
  status: Status;
  after: number;
}

function toUndo({ id, enquiry_id, from_status, to_status }: StatusChange): StatusUndo {
  return { enquiry: enquiry_id, from: to_status, status: from_status, after: id };
}

/** Returns null for an unknown change, and when a later change has followed it. */
export async function findStatusUndo(changeId: number): Promise<StatusUndo | null> {
  const change = await findStatusChangeIfLast(getDatabase(), changeId);
  return change ? toUndo(change) : null;
}

type AssignmentResult =
  { kind: 'assigned' } | AssignmentConflict | { kind: 'unknown-admin' } | NotFound;

/** The email of the assignee as it is now, and since when (ISO 8601) where the history says. */
export interface AssignmentConflict {
  kind: 'conflict';
  assigneeEmail: string | null;
  assignedAt: string | null;
}

/** Assigns an enquiry; the result is a conflict if its current assignee differs from `from` (DA-3). */
export function assignEnquiry(
  author: Author,
  valueChange: ValueChange<number | null>,
): Promise<AssignmentResult> {
  const { enquiryId, from, to } = valueChange;
  return inTransaction(async (tx) => {
    const assignee = to === null ? null : await findAssignableAdmin(tx, to);
    if (to !== null && assignee === null) return { kind: 'unknown-admin' };
    const change = buildChange(author, enquiryId);
    const isAssigned = await changeAssignee(tx, change, { fromId: from, to: assignee });
    if (!isAssigned) return readAssignmentConflict(tx, enquiryId);
    await auditEnquiryChange(tx, author, 'assignment.changed', valueChange);
    return { kind: 'assigned' };
  });
}

/** Has no time if the last assignment in the history did not lead to the current assignee. */
async function readAssignmentConflict(
  tx: Db,
  enquiryId: number,
): Promise<AssignmentConflict | NotFound> {
  const current = await findEnabledAssignee(tx, enquiryId);
  if (!current) return { kind: 'not-found' };
  const { assignee, lastAssignment } = current;
  const assigneeEmail = assignee?.email ?? null;
  const isCause = lastAssignment?.to_email === assigneeEmail;
  return {
    kind: 'conflict',
    assigneeEmail,
    assignedAt: isCause ? lastAssignment.created_at : null,
  };
}

/** Returns null for an unknown or disabled admin, and for an invited one without a password. */
export async function findAssignableAdmin(tx: Db, id: number): Promise<Assignee | null> {
  const admin = await findAdminById(tx, id);
  return admin?.disabled === 0 && admin.password_hash !== null ? admin : null;
}

type FollowUpResult = { kind: 'set' } | FollowUpConflict | NotFound;

/** The follow-up day as it is now (ISO), and who moved it when (ISO 8601) where the history says. */
export interface FollowUpConflict {
  kind: 'conflict';
  day: string | null;
  lastMove: { changedBy: string; changedAt: string } | null;
}

/** Sets the follow-up day (ISO, in Athens); a conflict if the current day differs from `from` (DA-4). */
export function setFollowUp(
  author: Author,
  valueChange: ValueChange<string | null>,
): Promise<FollowUpResult> {
  const { enquiryId, from, to } = valueChange;
  return inTransaction(async (tx) => {
    const isChanged = await changeFollowUp(tx, buildChange(author, enquiryId), { from, to });
    if (!isChanged) return readFollowUpConflict(tx, enquiryId);
    await auditEnquiryChange(tx, author, 'follow-up.changed', valueChange);
    return { kind: 'set' };
  });
}

/** Has no name if the last move in the history did not lead to the current day. */
async function readFollowUpConflict(
  tx: Db,
  enquiryId: number,
): Promise<FollowUpConflict | NotFound> {
  const current = await findFollowUp(tx, enquiryId);
  if (!current) return { kind: 'not-found' };
  const { day, lastMove } = current;
  if (lastMove?.to_day !== day) return { kind: 'conflict', day, lastMove: null };
  const { admin_email: changedBy, created_at: changedAt } = lastMove;
  return { kind: 'conflict', day, lastMove: { changedBy, changedAt } };
}

export async function addEnquiryNote(
  author: Author,
  enquiryId: number,
  note: string,
): Promise<'added' | 'not-found'> {
  const isAdded = await inTransaction((tx) => addNote(tx, buildChange(author, enquiryId), note));
  return isAdded ? 'added' : 'not-found';
}
