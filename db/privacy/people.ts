import { setImmediate as breathe } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { dropSessionDrafts } from '#db/accounts/sessions.ts';
import type { Db } from '#db/database.server.ts';
import type { QuarantineTable } from '#db/desk-schema.ts';
import { emailKey } from '#db/email-key.ts';
import type { Enquiry } from '#db/schema.ts';

/** Everything a visitor with this address has sent, however it was written. */
export interface SentByPerson {
  enquiries: Omit<Enquiry, 'place' | 'email_key' | 'assigned_to'>[];
  quarantined: Omit<Selectable<QuarantineTable>, 'email_key'>[];
}

const SENT = [
  'id',
  'full_name',
  'email',
  'phone',
  'company',
  'project',
  'message',
  'created_at',
  'verified',
  'about_project',
  'language',
] as const;
const KEYED = ['contact_submissions', 'quarantine'] as const;
const KEY_BATCH = 500;

/**
 * Gives the rows that another program wrote the key by which people are found, some hundred at a
 * time, others being answered between; ask for it before looking somebody up.
 */
export async function fillEmailKeys(db: Db): Promise<void> {
  for (const table of KEYED) {
    while (await fillSomeKeys(db, table)) await breathe();
  }
}

async function fillSomeKeys(db: Db, table: (typeof KEYED)[number]): Promise<boolean> {
  const without = db.selectFrom(table).select(['id', 'email']).where('email_key', 'is', null);
  const rows = await without.limit(KEY_BATCH).execute();
  if (rows.length === 0) return false;
  const keys = JSON.stringify(rows.map(({ id, email }) => [id, emailKey(email)]));
  await sql`
    UPDATE ${sql.table(table)} SET email_key = entry.value ->> 1
    FROM json_each(${keys}) AS entry
    WHERE ${sql.table(table)}.id = entry.value ->> 0`.execute(db);
  return rows.length === KEY_BATCH;
}

/** What the sender of an address has sent, however the address is written. */
export async function readSentBy(db: Db, email: string): Promise<SentByPerson> {
  const key = emailKey(email);
  const enquiries = db
    .selectFrom('contact_submissions')
    .select([...SENT, 'status', 'due_on'])
    .where('email_key', '=', key);
  const quarantined = db
    .selectFrom('quarantine')
    .select([...SENT, 'reason', 'address'])
    .where('email_key', '=', key);
  return {
    enquiries: await enquiries.orderBy('id').execute(),
    quarantined: await quarantined.orderBy('id').execute(),
  };
}

/** Ids of enquiries of this sender, at most `limit`. */
export async function enquiriesOf(db: Db, email: string, limit: number): Promise<number[]> {
  const of = db.selectFrom('contact_submissions').select('id');
  const rows = await of.where('email_key', '=', emailKey(email)).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Deletes enquiries; their notes, history, forms, mail and words in the search go with them. */
export async function deleteEnquiries(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('contact_submissions').where('id', 'in', ids).execute();
  // Which enquiry a sealed draft is about, nobody can read.
  await dropSessionDrafts(tx, Infinity);
}

/** Deletes what of a person was set aside; returns how many. */
export async function deleteQuarantinedOf(tx: Db, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('quarantine')
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
