import { findAdminById } from '#db/accounts.ts';
import type { Status, StatusChange } from '#db/schema.ts';
import {
  addNote,
  changeStatus,
  readLastChange,
  readStatus,
  type Holder,
  changeHolder,
  readHolder,
  changeFollowUp,
  readFollowUp,
} from '#db/desk-changes.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import { athensText, dayText } from '#app/domain/clock.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';

interface StatusSetting {
  enquiryId: number;
  from: Status;
  to: Status;
  after?: number | undefined;
}

export type StatusResult =
  | { kind: 'changed'; undo: StatusUndo | null }
  | { kind: 'stale'; status: Status; by: string | null; at: string | null }
  | { kind: 'gone' };

/**
 * Sets a status unless somebody else did since `from` was shown: a stale change is refused with who
 * made the other one and nothing is overwritten (D-4). With `after`, the id of a change, any change
 * since that one makes it stale: what takes a change back (DA-6).
 */
export function setStatus(
  admin: SignedInAdmin,
  requester: Requester,
  { enquiryId, from, to, after }: StatusSetting,
): Promise<StatusResult> {
  return inTransaction(async (tx) => {
    const change = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
    const found = await readStatus(tx, enquiryId);
    if (!found) return { kind: 'gone' };
    const isLast = after === undefined || after === found.change?.id;
    if (isLast && (await changeStatus(tx, change, from, to))) {
      const details = { enquiry: enquiryId, from, to };
      await recordAudit(tx, requester, { event: 'status.changed', adminId: admin.id, details });
      const made = from === to ? undefined : (await readStatus(tx, enquiryId))?.change;
      return { kind: 'changed', undo: made ? undoOf(made) : null };
    }
    const { status, change: last } = found;
    const known = last?.to_status === status ? last : undefined;
    const at = known ? athensText(known.created_at, admin.language) : null;
    return { kind: 'stale', status, by: known?.admin_email ?? null, at };
  });
}

/** The fields of the form that takes a status change back. */
export interface StatusUndo {
  enquiry: number;
  from: Status;
  status: Status;
  /** The id of the change: with any other after it, there is nothing to take back. */
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

/** Whom an enquiry is to be given to, and who had it when the form was shown; null: nobody. */
interface Assignment {
  enquiryId: number;
  from: number | null;
  to: number | null;
}

export type AssignmentResult =
  | { kind: 'assigned' }
  | { kind: 'stale'; holder: string | null; since: string | null }
  | { kind: 'unknown' }
  | { kind: 'gone' };

/**
 * Gives an enquiry to an admin, or to nobody, unless somebody else did since `from` was shown: then
 * nothing is overwritten, and who has it is told (DA-3). A disabled admin is given nothing.
 */
export function assignEnquiry(
  admin: SignedInAdmin,
  requester: Requester,
  { enquiryId, from, to }: Assignment,
): Promise<AssignmentResult> {
  return inTransaction(async (tx) => {
    const holder = to === null ? null : await findHolder(tx, to);
    if (holder === undefined) return { kind: 'unknown' };
    const change = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
    if (await changeHolder(tx, change, from, holder)) {
      const details = { enquiry: enquiryId, from, to };
      await recordAudit(tx, requester, { event: 'assignment.changed', adminId: admin.id, details });
      return { kind: 'assigned' };
    }
    return staleOf(tx, enquiryId, admin);
  });
}

async function findHolder(tx: Db, id: number): Promise<Holder | undefined> {
  const admin = await findAdminById(tx, id);
  return admin?.disabled === 0 ? admin : undefined;
}

async function staleOf(
  tx: Db,
  enquiryId: number,
  { language }: SignedInAdmin,
): Promise<AssignmentResult> {
  const found = await readHolder(tx, enquiryId);
  if (!found) return { kind: 'gone' };
  const holder = found.holder?.email ?? null;
  const known = found.last?.to_email === holder ? found.last : undefined;
  const since = known ? athensText(known.created_at, language) : null;
  return { kind: 'stale', holder, since };
}

/** ISO days in Athens; null: none. `from` is what it was when the form was shown. */
interface FollowUp {
  enquiryId: number;
  from: string | null;
  to: string | null;
}

type FollowUpResult =
  | { kind: 'set' }
  | { kind: 'stale'; day: string | null; moved: { by: string; at: string } | null }
  | { kind: 'gone' };

/** Sets the follow-up day of an enquiry, unless somebody else did since `from` was shown (DA-4). */
export function setFollowUp(
  admin: SignedInAdmin,
  requester: Requester,
  { enquiryId, from, to }: FollowUp,
): Promise<FollowUpResult> {
  return inTransaction(async (tx) => {
    const change = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
    if (await changeFollowUp(tx, change, from, to)) {
      const details = { enquiry: enquiryId, from, to };
      await recordAudit(tx, requester, { event: 'follow-up.changed', adminId: admin.id, details });
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

/** False when the enquiry is gone. */
export function writeNote(admin: SignedInAdmin, enquiryId: number, note: string): Promise<boolean> {
  const change = { enquiryId, adminEmail: admin.email, at: new Date().toISOString() };
  return inTransaction((tx) => addNote(tx, change, note));
}
