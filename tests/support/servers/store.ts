import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewEnquiry } from '#db/schema.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';

/** Puts an enquiry of Eleni's straight into the table, as another program would; returns its id. */
export async function putEnquiry(given: Partial<NewEnquiry> = {}): Promise<number> {
  const { database } = await import('#db/database.server.ts');
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
  const { databaseFile } = await import('#db/database.server.ts');
  databaseFile()
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions
         (full_name, email, project, message, status, created_at, verified)
       SELECT 'Number ' || i, 'n' || i || '@mail.example', 'Office Spaces', 'oak ' || i, ?,
         strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'), 1
       FROM n`,
    )
    .run(count, status);
}

/** Puts a reply to an enquiry (`at`: ISO 8601 UTC) without sending it; returns its id. */
export async function putReply(enquiryId: number, at: string): Promise<number> {
  const { databaseFile } = await import('#db/database.server.ts');
  const { lastInsertRowid } = databaseFile()
    .prepare(
      `INSERT INTO replies (enquiry_id, admin_email, created_at, subject, message, form_key, began)
       VALUES (?, ?, ?, 'Subject', 'Text', ?, 0)`,
    )
    .run(enquiryId, staff.anna.email, at, randomBytes(16).toString('hex'));
  return Number(lastInsertRowid);
}

/** Puts a file with an enquiry, bytes and row; returns its name on the disk. */
export async function putFile(enquiryId: number, name: string, contents: string): Promise<string> {
  const { attachmentFolder } = await import('#app/domain/attachments/attachment-folder.server.ts');
  const { insertAttachments } = await import('#db/attachments.ts');
  const { database } = await import('#db/database.server.ts');
  const file = randomBytes(16).toString('hex');
  mkdirSync(attachmentFolder(), { recursive: true });
  writeFileSync(join(attachmentFolder(), file), contents, { mode: 0o600 });
  const sha256 = createHash('sha256').update(contents).digest('hex');
  const held = { name, type: 'application/pdf', size: Buffer.byteLength(contents), sha256, file };
  await insertAttachments(database(), { enquiry_id: enquiryId }, [held], new Date().toISOString());
  return file;
}
