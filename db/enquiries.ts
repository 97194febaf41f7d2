import type { Db } from './database.server.ts';
import type { NewEnquiry } from './schema.ts';

/** Stores an enquiry and the form it came on; returns its id. */
export async function insertEnquiry(tx: Db, enquiry: NewEnquiry, form: string): Promise<number> {
  const { id } = await tx
    .insertInto('contact_submissions')
    .values(enquiry)
    .returning('id')
    .executeTakeFirstOrThrow();
  const created_at = enquiry.created_at;
  await tx
    .insertInto('enquiry_forms')
    .values({ token_hash: form, enquiry_id: id, created_at })
    .execute();
  return id;
}

/** Whether this form, with these contents, has been stored before (CF-8). */
export async function isFormStored(tx: Db, form: string): Promise<boolean> {
  const row = await tx
    .selectFrom('enquiry_forms')
    .select('enquiry_id')
    .where('token_hash', '=', form)
    .executeTakeFirst();
  return row !== undefined;
}

/** Spends a solved challenge; false when it was spent before. `expiresAt` in epoch milliseconds. */
export async function spendChallenge(tx: Db, id: string, expiresAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_challenges')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
