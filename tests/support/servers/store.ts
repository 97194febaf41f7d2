import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAttachmentFolder } from '#app/domain/attachments/attachment-folder.server.ts';
import { flushCounts } from '#app/domain/audit.server.ts';
import { insertAttachments } from '#db/attachments.ts';
import { database, getDatabaseFile } from '#db/database.server.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';

/** The first column of the first row that SQL finds. */
export const one = (sql: string, ...given: unknown[]) =>
  getDatabaseFile()
    .prepare(sql)
    .pluck()
    .get(...given);

/** The first column of all rows that SQL finds. */
export const column = (sql: string, ...given: unknown[]) =>
  getDatabaseFile()
    .prepare(sql)
    .pluck()
    .all(...given);

export const run = (sql: string, ...given: unknown[]) =>
  getDatabaseFile()
    .prepare(sql)
    .run(...given);

/** What the audit log says of the events of a name, the newest first. */
export const audited = (event: string) =>
  column('SELECT details FROM audit_log WHERE event = ? ORDER BY id DESC', event).map((details) =>
    JSON.parse(String(details)),
  );

/** Puts an enquiry of Eleni's straight into the table, as another program would; returns its id. */
export async function putEnquiry(given: Partial<NewEnquiry> = {}): Promise<number> {
  const { id } = await database()
    .insertInto('contact_submissions')
    .values({
      full_name: eleni.full_name,
      email: eleni.email,
      phone: '',
      company: '',
      project: 'Private House',
      message: '',
      created_at: new Date().toISOString(),
      verified: 1,
      about_project: null,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts many at once, a minute apart, the oldest first; `number` is in every name. */
export async function putMany(count: number, status = 'completed'): Promise<void> {
  run(
    `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions
         (full_name, email, project, message, status, created_at, verified)
       SELECT 'Number ' || i, 'n' || i || '@mail.example', 'Office Spaces', 'oak ' || i, ?,
         strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'), 1
       FROM n`,
    count,
    status,
  );
}

/** Puts a reply to an enquiry (`at`: ISO 8601 UTC) without sending it; returns its id. */
export async function putReply(enquiryId: number, at: string): Promise<number> {
  const sql = `INSERT INTO replies (enquiry_id, admin_email, created_at, subject, message, form_key, began)
    VALUES (?, ?, ?, 'Subject', 'Text', ?, 0)`;
  const key = randomBytes(16).toString('hex');
  const { lastInsertRowid } = run(sql, enquiryId, staff.anna.email, at, key);
  return Number(lastInsertRowid);
}

/** Puts a file with an enquiry, bytes and row; returns its name on the disk. */
export async function putFile(enquiryId: number, name: string, contents: string): Promise<string> {
  const file = randomBytes(16).toString('hex');
  mkdirSync(getAttachmentFolder(), { recursive: true });
  writeFileSync(join(getAttachmentFolder(), file), contents, { mode: 0o600 });
  const sha256 = createHash('sha256').update(contents).digest('hex');
  const held = { name, type: 'application/pdf', size: Buffer.byteLength(contents), sha256, file };
  await insertAttachments(database(), { enquiry_id: enquiryId }, [held], new Date().toISOString());
  return file;
}

/** Stores what waits and gives all counts: by event, the number of rows and the sum in them. */
export async function readCounts(): Promise<Record<string, { rows: number; count: number }>> {
  await flushCounts();
  const sql =
    'SELECT event, count(*) AS "rows", sum(count) AS count FROM audit_counts GROUP BY event';
  const found = getDatabaseFile()
    .prepare<[], { event: string; rows: number; count: number }>(sql)
    .all();
  return Object.fromEntries(found.map(({ event, rows, count }) => [event, { rows, count }]));
}
