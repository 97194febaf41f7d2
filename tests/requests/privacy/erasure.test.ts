import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { inviteAdmin } from '#app/domain/accounts/accounts.server.ts';
import { flushEventCounts } from '#app/domain/audit.server.ts';
import { createBackup } from '#app/domain/backup.server.ts';
import { deliverDueMail, getOutboxFolder } from '#app/domain/mail/mail-delivery.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { newAdmin } from '../../support/people/admins.ts';
import { openReply, sendReply } from '../../support/people/desk.ts';
import { drawing, MB, newVisitor, typed } from '../../support/people/enquirer.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { listPlaces } from '../../support/reading/privacy-page.ts';
import { useFewPictures } from '../../support/servers/few-pictures.ts';
import { runScript } from '../../support/servers/served-site.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, one, putMany, run } from '../../support/servers/store.ts';

const logLines: string[] = [];
for (const stream of [process.stdout, process.stderr]) {
  vi.spyOn(stream, 'write').mockImplementation((text) => logLines.push(`${text}`) > 0);
}
useFewPictures();
const site = await startSite({ ENQUIRY_NOTIFY_TO: office, TRUST_PROXY: '1' });
const dataDir = process.env['DATA_DIR']!;
const OTHERS = 20;
const database = join(dataDir, 'drys.db');
const person = {
  full_name: 'Θαλή Quillfeather',
  email: 'Θαλής@quillfeather.example',
  company: 'Quillfeather & Sons',
  message: 'xylophonequarry στο Σούνιο',
};
/** How the person writes the address later: other case, decomposed, another sigma, full width. */
const ADDRESS = 'θαλήσ@QuillFeather.example'.normalize('NFD').replace('@', '＠');
/** What nothing may hold of the person, in the spellings in which software keeps text. */
const NAMES = [
  'quillfeather',
  'xylophonequarry',
  'Θαλή',
  'θαλή',
  'θαλη',
  'ΘΑΛΉ',
  'Σούνιο',
  'σουνιο',
];
const NEEDLES = NAMES.flatMap((name) => [name, name.normalize('NFD')]);

/** Returns whether bytes contain data of the person, in upper or lower case. */
function tellOfPerson(bytes: Buffer): boolean {
  const lowered = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
  return NEEDLES.some((needle) => bytes.includes(needle) || lowered.includes(needle));
}

/** Reads a database by another process: closing it in this one would give up the locks that SQLite holds. */
const readStoredFile = (file: string) =>
  file.startsWith(database)
    ? execFileSync('cat', [file], { maxBuffer: 64 * MB })
    : readFileSync(file);

const filesThatTell = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => tellOfPerson(readStoredFile(file)))
    .map((file) => file.slice(dataDir.length + 1));

const attachments = () => readdirSync(join(dataDir, 'attachments'));

async function send(fields: Record<string, string>): Promise<void> {
  const visitor = newVisitor(site);
  const plan = drawing('Quillfeather kitchen.pdf', { mark: 'xylophonequarry' });
  const answer = await visitor.attach(await visitor.get('/contact'), fields, [plan]);
  expect(answer.status).toBe(303);
}

async function workAtTheDesk(): Promise<void> {
  const admin = await newAdmin(site, staff.anna.email);
  const reply = await openReply(admin, 1, 1);
  expect((await sendReply(admin, reply)).status).toBe(303);
  for (const [intent, fields] of Object.entries<Record<string, string>>({
    note: { note: 'Quillfeather called: xylophonequarry' },
    status: { from: 'in_progress', status: 'completed' },
    assignee: { from: '', admin: '1' },
    followUp: { from: '', due_on: '2030-01-02' },
  })) {
    const response = await admin.post('/admin/dashboard', { intent, enquiry: '1', ...fields });
    expect(response.status, intent).toBe(303);
  }
  run(
    `INSERT INTO messages (enquiry_id, body_hash, received_at, sender, kind, subject, text, quoted_text)
     VALUES (1, 'hash', '2026-11-20T10:00:00Z', ?, 'answer', 'Re: Σούνιο', ?, 'xylophonequarry')`,
    person.email,
    person.message,
  );
  expect((await admin.get('/admin/dashboard?q=quillfeather')).html).toContain('Quillfeather');
}

/** Creates old files: a mail without its row, and the database from before an upgrade. */
async function leaveOldFiles(): Promise<void> {
  await deliverDueMail();
  const outboxFiles = readdirSync(getOutboxFolder());
  expect(outboxFiles).toHaveLength(2);
  for (const name of ['009000-enquiry.eml', '009001-enquiry.eml.part']) {
    copyFileSync(join(getOutboxFolder(), outboxFiles[0]!), join(getOutboxFolder(), name));
  }
  const backup = join(dataDir, 'backup.db');
  await createBackup(backup);
  renameSync(backup, `${database}.before-upgrade`);
  // The checkpoint copies the data from the log into the database file.
  run('INSERT INTO outbox_mentions SELECT id, 1 FROM outbox WHERE enquiry_id = 1');
  run('PRAGMA wal_checkpoint(PASSIVE)');
}

const FOUND = 'SELECT count(*) FROM enquiry_search WHERE enquiry_search MATCH';

/** How many rows of a visitor each table has: a new table in docs/privacy.md has to be counted here. */
const rowsIn: Record<string, string> = {
  contact_submissions: `SELECT count(*) FROM contact_submissions WHERE email LIKE '%quillfeather%'`,
  enquiry_search: `${FOUND} 'quillf* OR θαλη* OR xylophonequarry'`,
  enquiry_notes: 'SELECT count(*) FROM enquiry_notes',
  enquiry_changes: 'SELECT count(*) FROM enquiry_changes',
  replies: 'SELECT count(*) FROM replies',
  enquiry_forms: `SELECT count(*) FROM enquiry_forms WHERE enquiry_id = 1`,
  attachments: 'SELECT count(*) FROM attachments',
  spam: 'SELECT count(*) FROM spam',
  outbox: 'SELECT count(*) FROM outbox WHERE enquiry_id = 1',
  outbox_mentions: 'SELECT count(*) FROM outbox_mentions',
  sent_message_ids: 'SELECT count(*) FROM sent_message_ids WHERE enquiry_id = 1',
  messages: 'SELECT count(*) FROM messages',
  message_search: `SELECT count(*) FROM message_search WHERE message_search MATCH 'xylophonequarry'`,
  counted_uses: 'SELECT count(*) FROM counted_uses',
  audit_log: 'SELECT count(*) FROM audit_log',
  audit_counts: 'SELECT count(*) FROM audit_counts',
};
const tableNames = column('SELECT name FROM sqlite_schema');
const tables = listPlaces().filter(
  ({ place, subject }) => subject === 'visitor' && tableNames.includes(place),
);

test('AT-8 leaves no trace of an erased person in any table, file, database log, index or output; logs account mail with subject and link, other mail by kind and number', async () => {
  await send({ ...typed, ...person });
  await send({ ...typed, ...person, website: 'https://filled.example' });
  await putMany(OTHERS);
  await workAtTheDesk();
  await leaveOldFiles();
  // Event counts are written once a second: the test must not depend on taking that long.
  await flushEventCounts();
  for (const { place } of tables) expect(one(rowsIn[place]!), `${place} before`).toBeGreaterThan(0);
  expect(attachments()).toHaveLength(2);
  expect(filesThatTell()).toEqual(
    expect.arrayContaining([
      'drys.db',
      'drys.db-wal',
      'drys.db.before-upgrade',
      'outbox/009000-enquiry.eml',
    ]),
  );

  const erased = await runScript(['scripts/data.ts', 'erase', ADDRESS], {});
  expect(erased).toMatchObject({ code: 0, stderr: '' });
  expect(erased.stdout).toContain('Erased 1 enquiry and 1 submission in the spam folder.');
  expect(erased.stdout).toContain(
    'The copy of the database from before the upgrade was deleted too.',
  );

  for (const { place, erase } of tables) {
    if (erase !== 'nothing: names nobody') expect(one(rowsIn[place]!), `${place} after`).toBe(0);
  }
  expect(filesThatTell()).toEqual([]);
  expect(attachments()).toEqual([]);
  expect(statSync(`${database}-wal`).size).toBe(0);
  expect(existsSync(`${database}.before-upgrade`)).toBe(false);
  expect(logLines.join('')).toContain('"mail-written"');
  expect(tellOfPerson(Buffer.from(logLines.join('')))).toBe(false);
  expect(one('SELECT count(*) FROM contact_submissions')).toBe(OTHERS);

  const lines = () => logLines.join('').match(/.*"mail-written".*/g)!;
  expect(lines()[0]).toMatch(/"mail":\d+,"kind":"enquiry","file":"[^"]+"/);
  expect(lines()[0]).not.toContain('subject');
  await inviteAdmin(staff.basil.email);
  await deliverDueMail();
  const invitation = /"kind":"invite","file":"[^"]+","subject":"Your invitation [^"]+"}/;
  await eventually(() => expect(lines().at(-1)).toMatch(invitation));
  expect(logLines.join('')).not.toContain('access_token');
});
