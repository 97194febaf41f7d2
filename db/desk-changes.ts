import type { Selectable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { findRow, insertRow, updateRows } from '#db/rows.ts';
import type { Schema, Status } from '#db/schema.ts';

/** The columns of an enquiry that the desk changes one by one, with a history. */
export interface ChangeableFields {
  status: Status;
  assigned_to: number | null;
  /** An ISO day in Athens. */
  due_on: string | null;
}

export type ChangeableField = keyof ChangeableFields;

export type EnquiryChange = Selectable<Schema['enquiry_changes']>;

/** Returns the present values, undefined for an unknown enquiry. A disabled assignee counts as none (DA-3). */
export function findChangeableFields(
  db: Db,
  enquiryId: number,
): Promise<ChangeableFields | undefined> {
  return db
    .selectFrom('contact_submissions')
    .leftJoin('admins', (join) =>
      join.onRef('admins.id', '=', 'assigned_to').on('admins.disabled', '=', 0),
    )
    .select(['status', 'admins.id as assigned_to', 'due_on'])
    .where('contact_submissions.id', '=', enquiryId)
    .executeTakeFirst();
}

/** The values are those of the column; a change has the email of an admin or the id of a message as its author. */
export interface NewChange<Field extends ChangeableField = ChangeableField> {
  enquiryId: number;
  field: Field;
  from: ChangeableFields[Field];
  to: ChangeableFields[Field];
  byAdmin: string | null;
  byMessage: number | null;
  /** ISO 8601. */
  changedAt: string;
}

/** Sets the field without a check for conflicts, and adds the change to the history. Returns the id of the change. */
export async function setFieldAndRecordChange(tx: Db, change: NewChange): Promise<number> {
  const { enquiryId, field, from, to, byAdmin, byMessage, changedAt } = change;
  await updateRows(tx, 'contact_submissions', { id: enquiryId }, { [field]: to });
  return insertRow(tx, 'enquiry_changes', {
    enquiry_id: enquiryId,
    field,
    from_value: await toHistoryValue(tx, from),
    to_value: await toHistoryValue(tx, to),
    by_admin: byAdmin,
    by_message: byMessage,
    created_at: changedAt,
  });
}

/** Returns the value of a field as the history stores it: an assignee by email, null for a deleted admin. */
export async function toHistoryValue(
  db: Db,
  value: ChangeableFields[ChangeableField],
): Promise<string | null> {
  if (typeof value !== 'number') return value;
  const admin = await findRow(db, 'admins', { id: value });
  return admin?.email ?? null;
}

export const findLastChange = (
  db: Db,
  enquiryId: number,
  field: ChangeableField,
): Promise<EnquiryChange | undefined> =>
  db
    .selectFrom('enquiry_changes')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .where('field', '=', field)
    .orderBy('id', 'desc')
    .executeTakeFirst();
