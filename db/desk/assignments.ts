import type { Admin, Assignment } from '#db/schema.ts';
import type { Db } from '#db/database.server.ts';
import type { Deed } from './desk-updates.ts';

/** An admin as the desk names them. */
export type Holder = Pick<Admin, 'id' | 'email'>;

/** Gives an enquiry to somebody, or nobody, if `from` still has it. False: nothing was changed. */
export async function changeHolder(
  tx: Db,
  { enquiryId, adminEmail, at }: Deed,
  from: number | null,
  to: Holder | null,
): Promise<boolean> {
  const before = await readHolder(tx, enquiryId);
  if (!before || (before.holder?.id ?? null) !== from) return false;
  await tx
    .updateTable('contact_submissions')
    .set({ assigned_to: to?.id ?? null })
    .where('id', '=', enquiryId)
    .execute();
  if (from === (to?.id ?? null)) return true;
  await tx
    .insertInto('assignments')
    .values({
      enquiry_id: enquiryId,
      admin_email: adminEmail,
      created_at: at,
      from_email: before.holder?.email ?? null,
      to_email: to?.email ?? null,
    })
    .execute();
  return true;
}

/** Who has an enquiry, and how they came by it; undefined when it is gone. */
export async function readHolder(
  db: Db,
  enquiryId: number,
): Promise<{ holder: Holder | null; last: Assignment | undefined } | undefined> {
  const row = await db
    .selectFrom('contact_submissions')
    // Nobody has what a disabled admin has.
    .leftJoin('admins', (join) =>
      join.onRef('admins.id', '=', 'assigned_to').on('admins.disabled', '=', 0),
    )
    .select(['admins.id', 'admins.email'])
    .where('contact_submissions.id', '=', enquiryId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email } = row;
  const last = (await readAssignments(db, enquiryId)).at(-1);
  return { holder: id === null || email === null ? null : { id, email }, last };
}

/** Who gave an enquiry to whom, the oldest first. */
export function readAssignments(db: Db, enquiryId: number): Promise<Assignment[]> {
  const of = db.selectFrom('assignments').selectAll().where('enquiry_id', '=', enquiryId);
  return of.orderBy('id').execute();
}

/** The admins that an enquiry can be given to, by address. */
export function readStaff(db: Db): Promise<Holder[]> {
  const enabled = db.selectFrom('admins').select(['id', 'email']).where('disabled', '=', 0);
  return enabled.orderBy('email').execute();
}

/** The ids of disabled admins to whom an enquiry was given. */
export async function readFormerHolders(db: Db): Promise<number[]> {
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
