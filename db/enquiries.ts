import type { Db } from '#db/database.server.ts';
import { getSenderKey, type Enquiry, type NewEnquiry } from '#db/schema.ts';

export function insertEnquiry(tx: Db, enquiry: NewEnquiry): Promise<Enquiry> {
  return tx
    .insertInto('contact_submissions')
    .values({ ...enquiry, email_key: getSenderKey(enquiry) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores which form an enquiry came from, so that the same form sent twice is stored once. */
export async function insertEnquiryFormIfNew(
  tx: Db,
  tokenHash: string,
  enquiry: Enquiry,
): Promise<void> {
  const row = { token_hash: tokenHash, enquiry_id: enquiry.id, created_at: enquiry.created_at };
  const insertion = tx.insertInto('enquiry_forms').values(row);
  // The same text may have been stored before with other files (AT-5).
  await insertion.onConflict((conflict) => conflict.doNothing()).execute();
}

export async function findEnquiryIdByForm(db: Db, tokenHash: string): Promise<number | undefined> {
  const query = db.selectFrom('enquiry_forms').select('enquiry_id');
  return (await query.where('token_hash', '=', tokenHash).executeTakeFirst())?.enquiry_id;
}

/** Marks a challenge as used until it expires (epoch ms). Returns false if it was used before. */
export async function consumeChallenge(tx: Db, id: string, expiresAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_challenges')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
