import type { Db } from './database.server.ts';
import type { Quarantined } from './desk-schema.ts';
import type { Enquiry } from './schema.ts';
import { sql } from 'kysely';

/** Everything a visitor with this address has sent, however it was written. */
export interface SentByPerson {
  enquiries: Omit<Enquiry, 'place'>[];
  quarantined: Quarantined[];
}

const sentBy = (email: string) => sql<boolean>`lower(email) = ${email.toLowerCase()}`;

export async function readSentBy(db: Db, email: string): Promise<SentByPerson> {
  const enquiries = await db
    .selectFrom('contact_submissions')
    .select(['id', 'full_name', 'email', 'phone', 'company', 'project', 'message', 'status'])
    .select(['created_at', 'verified', 'about_project'])
    .where(sentBy(email))
    .orderBy('id')
    .execute();
  const quarantined = db.selectFrom('quarantine').selectAll().where(sentBy(email));
  return { enquiries, quarantined: await quarantined.orderBy('id').execute() };
}

/** Deletes enquiries; their notes, history, forms, mail and words in the search go with them. */
export async function deleteEnquiries(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('contact_submissions').where('id', 'in', ids).execute();
}

/** Deletes what of a person was set aside; returns how many. */
export async function deleteQuarantinedOf(tx: Db, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('quarantine')
    .where(sentBy(email))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
