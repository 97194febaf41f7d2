import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import {
  findChangeableFields,
  findLastChange,
  setFieldAndRecordChange,
  toHistoryValue,
  type ChangeableField,
  type ChangeableFields,
  type EnquiryChange,
  type NewChange,
} from '#db/desk-changes.ts';
import { findRow, insertRow, insertRowIfNew } from '#db/rows.ts';
import type { Status } from '#db/schema.ts';

/** A change from the value that the page showed. */
export type ValueChange<Field extends ChangeableField> = Pick<
  NewChange<Field>,
  'enquiryId' | 'from' | 'to'
>;

type ChangeResult<Field extends ChangeableField> =
  | { kind: 'changed'; changeId: number }
  /** `from` and `to` are the same value. */
  | { kind: 'unchanged' }
  | ChangeConflict<Field>
  | { kind: 'not-found' };

/** The current value; who set it and when (ISO 8601) are null where the history does not say. */
export interface ChangeConflict<Field extends ChangeableField> {
  kind: 'conflict';
  value: ChangeableFields[Field];
  by: string | null;
  at: string | null;
}

const AUDIT_EVENTS: Record<ChangeableField, string> = {
  status: 'status.changed',
  assigned_to: 'assignment.changed',
  due_on: 'follow-up.changed',
};

/**
 * Changes a field of an enquiry, and audits it; a conflict if its value is no longer `from` (D-4, DA-3, DA-4). The caller
 * checks an assignee with isAssignable.
 */
export function changeField<Field extends ChangeableField>(
  author: Author,
  field: Field,
  change: ValueChange<Field>,
): Promise<ChangeResult<Field>> {
  return inTransaction((tx) => changeFieldInTransaction(tx, author, field, change));
}

/** Like changeField. Several changes with the same `changedAt` (ISO 8601) can be undone together. */
export async function changeFieldInTransaction<Field extends ChangeableField>(
  tx: Db,
  author: Author,
  field: Field,
  { enquiryId, from, to }: ValueChange<Field>,
  changedAt = new Date().toISOString(),
): Promise<ChangeResult<Field>> {
  const current = await findChangeableFields(tx, enquiryId);
  if (!current) return { kind: 'not-found' };
  if (current[field] !== from) return createConflict(tx, enquiryId, field, current[field]);
  if (from === to) return { kind: 'unchanged' };

  const changeId = await setFieldAndRecordChange(tx, {
    enquiryId,
    field,
    from,
    to,
    byAdmin: author.admin.email,
    byMessage: null,
    changedAt,
  });
  const facts = { enquiry: enquiryId, from, to };
  await recordAuditByAdmin(tx, author, AUDIT_EVENTS[field], facts);
  return { kind: 'changed', changeId };
}

/** Describes the current value. Names no colleague if the last change in the history did not lead to it. */
async function createConflict<Field extends ChangeableField>(
  tx: Db,
  enquiryId: number,
  field: Field,
  value: ChangeableFields[Field],
): Promise<ChangeConflict<Field>> {
  const lastChange = await findLastChange(tx, enquiryId, field);
  if (!lastChange || lastChange.to_value !== (await toHistoryValue(tx, value)))
    return { kind: 'conflict', value, by: null, at: null };
  return { kind: 'conflict', value, by: lastChange.by_admin, at: lastChange.created_at };
}

/**
 * Takes a status change of an enquiry back, by one more change; a conflict if another change has followed it (DA-6).
 * 'not-found' also for a change that is not one of this enquiry's status.
 */
export function undoStatusChange(
  author: Author,
  enquiryId: number,
  changeId: number,
): Promise<ChangeResult<'status'>> {
  return inTransaction(async (tx) => {
    // By all three: SQLite gives the id of a deleted change to a later one, perhaps of another enquiry.
    const keys = { id: changeId, enquiry_id: enquiryId, field: 'status' } as const;
    const change = await findRow(tx, 'enquiry_changes', keys);
    const current = await findChangeableFields(tx, enquiryId);
    if (!change || !current) return { kind: 'not-found' };

    if (!(await isLastChange(tx, change)))
      return createConflict(tx, enquiryId, 'status', current.status);

    const from = change.to_value as Status;
    const to = change.from_value as Status;
    return changeFieldInTransaction(tx, author, 'status', { enquiryId, from, to });
  });
}

/** Returns whether no change of the same field has followed. */
export async function isLastChange(db: Db, change: EnquiryChange): Promise<boolean> {
  return (await findLastChange(db, change.enquiry_id, change.field))?.id === change.id;
}

/** The fields of the form that takes a status change back; `after` is the id of the change. */
export interface StatusUndo {
  enquiry: number;
  from: Status;
  status: Status;
  after: number;
}

/** Returns the fields that undo a change; null if it is unknown or not of a status, or another has followed it. */
export async function findStatusUndo(changeId: number): Promise<StatusUndo | null> {
  const db = getDatabase();
  const change = await findRow(db, 'enquiry_changes', { id: changeId });
  if (change?.field !== 'status' || !(await isLastChange(db, change))) return null;
  return {
    enquiry: change.enquiry_id,
    from: change.to_value as Status,
    status: change.from_value as Status,
    after: change.id,
  };
}

/**
 * Returns whether enquiries can be assigned to an admin: not to an unknown or disabled one, nor to an invited one
 * without a password.
 */
export async function isAssignable(adminId: number): Promise<boolean> {
  const admin = await findRow(getDatabase(), 'admins', { id: adminId });
  return admin?.disabled === 0 && admin.password_hash !== null;
}

/** Stores a note with its author and the time. 'stored' also if this form has stored it before. */
export function addEnquiryNote(
  { admin }: Author,
  enquiryId: number,
  { note, key }: { note: string; key: string },
): Promise<'stored' | 'not-found'> {
  return inTransaction(async (tx) => {
    const enquiry = await findRow(tx, 'contact_submissions', { id: enquiryId });
    if (!enquiry) return 'not-found';

    const row = { enquiry_id: enquiryId, created_at: new Date().toISOString() };
    const token_hash = hashToken(JSON.stringify(['note', key, admin.id, enquiryId, note]));
    const isNew = await insertRowIfNew(tx, 'enquiry_forms', { ...row, token_hash });
    if (isNew) await insertRow(tx, 'enquiry_notes', { ...row, admin_email: admin.email, note });
    return 'stored';
  });
}
