import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAttachmentFolder } from '#app/domain/attachments/attachment-folder.server.ts';
import { flushEventCounts } from '#app/domain/audit.server.ts';
import type { SpamFields } from '#app/domain/enquiries/spam.server.ts';
import { unsealMail } from '#app/domain/mail/mail.server.ts';
import { insertAttachments } from '#db/attachments.ts';
import { getDatabase, getSqliteConnection } from '#db/database.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import { insertMessageIfNew, type NewMessage } from '#db/messages.ts';
import { insertRow, updateRows } from '#db/rows.ts';
import type { NewEnquiry } from '#db/schema.ts';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';

/** Returns the first value of a query. */
export const one = (sql: string, ...values: unknown[]) =>
  getSqliteConnection()
    .prepare(sql)
    .pluck()
    .get(...values);

/** Returns the first column of all rows of a query. */
export const column = (sql: string, ...values: unknown[]) =>
  getSqliteConnection()
    .prepare(sql)
    .pluck()
    .all(...values);

/** Returns all rows of a query. */
export const listRows = <Row>(sql: string, ...values: unknown[]) =>
  getSqliteConnection()
    .prepare<unknown[], Row>(sql)
    .all(...values);

export const run = (sql: string, ...values: unknown[]) =>
  getSqliteConnection()
    .prepare(sql)
    .run(...values);

/** Returns the id of the newest row of the audit log, from which no row can be deleted. */
export const lastAuditId = () => Number(one('SELECT max(id) FROM audit_log'));

/** Returns the details of all audit log rows of an event with a greater id, newest first. */
export const audited = (event: string, afterId = 0) =>
  column(
    'SELECT details FROM audit_log WHERE event = ? AND id > ? ORDER BY id DESC',
    event,
    afterId,
  ).map((details) => JSON.parse(String(details)));

/** Inserts an enquiry of Eleni's without the form, and returns its id. */
export async function putEnquiry(values: Partial<NewEnquiry> = {}): Promise<number> {
  const { id } = await insertEnquiry(getDatabase(), {
    full_name: eleni.full_name,
    email: eleni.email,
    phone: '',
    company: '',
    project: 'Private House',
    message: '',
    created_at: new Date().toISOString(),
    verified: 1,
    about_project: null,
    ...values,
  });
  return id;
}

/** Inserts many enquiries, a minute apart, oldest first; every name contains "Number". */
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

/** Inserts a reply to an enquiry without sending it, and returns its id. The time is ISO 8601 UTC. */
export async function putReply(enquiryId: number, createdAt: string): Promise<number> {
  const sql = `INSERT INTO replies (enquiry_id, admin_email, created_at, subject, message, form_key, started_progress)
    VALUES (?, ?, ?, 'Subject', 'Text', ?, 0)`;
  const key = randomBytes(16).toString('hex');
  const { lastInsertRowid } = run(sql, enquiryId, staff.anna.email, createdAt, key);
  return Number(lastInsertRowid);
}

let messageCount = 0;

/** Stores a message as the mailbox would bring it, by default an answer of Eleni's, and returns its id. */
export async function putMessage(
  enquiryId: number,
  values: Partial<NewMessage> = {},
): Promise<number> {
  messageCount += 1;
  const message: NewMessage = {
    enquiry_id: enquiryId,
    message_id: `<answer-${process.pid}-${messageCount}@mail.example>`,
    body_hash: `${process.pid}-${messageCount}`,
    received_at: new Date().toISOString(),
    sender: eleni.email,
    kind: 'answer',
    subject: '',
    text: '',
    quoted_text: '',
    ...values,
  };
  const id = await insertMessageIfNew(getDatabase(), message);
  if (message.kind === 'answer')
    await updateRows(getDatabase(), 'contact_submissions', { id: enquiryId }, { unread: 1 });
  return id!;
}

/** Stores the Message-ID of a mail to the sender of an enquiry, which answers name. */
export const putSentMessageId = (message_id: string, enquiry_id: number) =>
  insertRow(getDatabase(), 'sent_message_ids', { message_id, enquiry_id });

/** Returns the mails that wait in the outbox, of one kind or all, oldest first. */
export function readMails(kind?: string) {
  const rows = listRows<{ kind: string; sealed: string }>(
    'SELECT kind, sealed FROM outbox WHERE sealed IS NOT NULL AND kind = coalesce(?, kind) ORDER BY id',
    kind ?? null,
  );
  return rows.map((row) => ({ kind: row.kind, ...unsealMail(row.sealed)! }));
}

/** Stores a submission of a program in the spam folder. */
export async function putSpam({
  created_at,
  ...fields
}: Partial<SpamFields> & { created_at?: string } = {}): Promise<void> {
  const submission = {
    full_name: 'Bot',
    email: 'bot@mail.example',
    phone: '',
    company: '',
    project: 'Office Spaces',
    message: '',
    about_project: null,
    language: 'en',
    form_hash: null,
    ...fields,
  } as const;
  const { storeAsSpam } = await import('#app/domain/enquiries/spam.server.ts');
  await storeAsSpam(getDatabase(), submission, { ipAddress: null, files: [] });
  if (created_at)
    run('UPDATE spam SET created_at = ? WHERE id = (SELECT max(id) FROM spam)', created_at);
}

/** Attaches a file to an enquiry and returns its name on the disk. */
export async function putFile(enquiryId: number, name: string, contents: string): Promise<string> {
  const file = randomBytes(16).toString('hex');
  mkdirSync(getAttachmentFolder(), { recursive: true });
  writeFileSync(join(getAttachmentFolder(), file), contents, { mode: 0o600 });
  const sha256 = createHash('sha256').update(contents).digest('hex');
  const attachment = {
    name,
    type: 'application/pdf',
    size: Buffer.byteLength(contents),
    sha256,
    file,
  };
  await insertAttachments(
    getDatabase(),
    { enquiry_id: enquiryId },
    [attachment],
    new Date().toISOString(),
  );
  return file;
}

/** Flushes the audit counts and returns, by event, the number of rows and the sum of their counts. */
export async function readCounts(): Promise<Record<string, { rows: number; count: number }>> {
  await flushEventCounts();
  const sql =
    'SELECT event, count(*) AS "rows", sum(count) AS count FROM audit_counts GROUP BY event';
  const rows = listRows<{ event: string; rows: number; count: number }>(sql);
  return Object.fromEntries(rows.map(({ event, ...counts }) => [event, counts]));
}
