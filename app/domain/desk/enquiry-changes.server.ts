import { findAdminById } from '#db/accounts.ts';
import type { Status, StatusChange } from '#db/schema.ts';
import {
  addNote,
  changeStatus,
  readLastChange,
  readStatus,
  changeHolder,
  readHolder,
  changeFollowUp,
  readFollowUp,
  type Holder,
} from '#db/desk-changes.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import { athensText, dayText } from '#app/domain/clock.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';

export interface Author {
  admin: SignedInAdmin;
  requester: Requester;
}

const changeOf = (admin: SignedInAdmin, enquiryId: number) => ({
  enquiryId,
  adminEmail: admin.email,
  at: new Date().toISOString(),
});

interface Setting<Value> {
  enquiryId: number;
  from: Value;
  to: Value;
}

export function auditChange(
  tx: Db,
  { admin, requester }: Author,
  event: string,
  { enquiryId: enquiry, from, to }: Setting<string | number | null>,
) {
  return recordAudit(tx, requester, event, { admin: admin.id, enquiry, from, to });
}

type StatusResult =
  | { kind: 'changed'; undo: StatusUndo | null }
  | { kind: 'stale'; status: Status; by: string | null; at: string | null }
  | { kind: 'gone' };

/**
 * A change that is stale since `from` was shown is refused with who made the other (D-4). With
 * `after`, the id of a change, any later one makes it stale: what takes a change back (DA-6).
 */
export function setStatus(
  admin: SignedInAdmin,
  requester: Requester,
  setting: Setting<Status> & { after?: number | undefined },
): Promise<StatusResult> {
  const { enquiryId, from, to, after } = setting;
  return inTransaction(async (tx) => {
    const found = await readStatus(tx, enquiryId);
    if (!found) return { kind: 'gone' };
    const { status, change: last } = found;
    const isLast = after === undefined || after === last?.id;
    if (isLast && (await changeStatus(tx, changeOf(admin, enquiryId), from, to))) {
      await auditChange(tx, { admin, requester }, 'status.changed', setting);
      const made = from === to ? undefined : (await readStatus(tx, enquiryId))?.change;
      return { kind: 'changed', undo: made ? undoOf(made) : null };
    }
    const known = last?.to_status === status ? last : undefined;
    const at = known ? athensText(known.created_at, admin.language) : null;
    return { kind: 'stale', status, by: known?.admin_email ?? null, at };
  });
}

export interface StatusUndo {
  enquiry: number;
  from: Status;
  status: Status;
  after: number;
}

function undoOf({ id, enquiry_id, from_status, to_status }: StatusChange): StatusUndo {
  return { enquiry: enquiry_id, from: to_status, status: from_status, after: id };
}

/** What takes the change with this id back; null when it is not its enquiry's last one. */
export async function readUndo(changeId: number): Promise<StatusUndo | null> {
  const change = await readLastChange(database(), changeId);
  return change ? undoOf(change) : null;
}

type AssignmentResult =
  | { kind: 'assigned' }
  | { kind: 'stale'; holder: string | null; since: string | null }
  | { kind: 'unknown' }
  | { kind: 'gone' };

/** Refused like a stale status, with who has it (DA-3). A disabled admin is given nothing. */
export function assignEnquiry(
  admin: SignedInAdmin,
  requester: Requester,
  setting: Setting<number | null>,
): Promise<AssignmentResult> {
  const { enquiryId, from, to } = setting;
  return inTransaction(async (tx) => {
    const next = to === null ? null : await nextHolder(tx, to);
    if (next === undefined) return { kind: 'unknown' };
    if (await changeHolder(tx, changeOf(admin, enquiryId), from, next)) {
      await auditChange(tx, { admin, requester }, 'assignment.changed', setting);
      return { kind: 'assigned' };
    }
    const found = await readHolder(tx, enquiryId);
    if (!found) return { kind: 'gone' };
    const holder = found.holder?.email ?? null;
    const known = found.last?.to_email === holder ? found.last : undefined;
    const since = known ? athensText(known.created_at, admin.language) : null;
    return { kind: 'stale', holder, since };
  });
}

/** Who was invited and has no password yet is not at the desk, as who was disabled is not any more. */
export async function nextHolder(tx: Db, id: number): Promise<Holder | undefined> {
  const admin = await findAdminById(tx, id);
  return admin?.disabled === 0 && admin.password_hash !== null ? admin : undefined;
}

type FollowUpResult =
  | { kind: 'set' }
  | { kind: 'stale'; day: string | null; moved: { by: string; at: string } | null }
  | { kind: 'gone' };

/** Sets the follow-up day (ISO, in Athens), unless somebody else did since `from` was shown (DA-4). */
export function setFollowUp(
  admin: SignedInAdmin,
  requester: Requester,
  setting: Setting<string | null>,
): Promise<FollowUpResult> {
  const { enquiryId, from, to } = setting;
  return inTransaction(async (tx) => {
    if (await changeFollowUp(tx, changeOf(admin, enquiryId), from, to)) {
      await auditChange(tx, { admin, requester }, 'follow-up.changed', setting);
      return { kind: 'set' };
    }
    const found = await readFollowUp(tx, enquiryId);
    if (!found) return { kind: 'gone' };
    const { day, last } = found;
    const at = last ? athensText(last.created_at, admin.language) : '';
    const moved = last?.to_day === day ? { by: last.admin_email, at } : null;
    return { kind: 'stale', day: day && dayText(day, admin.language), moved };
  });
}

export function writeNote(admin: SignedInAdmin, enquiryId: number, note: string): Promise<boolean> {
  return inTransaction((tx) => addNote(tx, changeOf(admin, enquiryId), note));
}
