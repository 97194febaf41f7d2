import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { PERSONAL_DATA } from '#app/domain/personal-data.ts';
import { office, staff } from '#db/seed/people.ts';
import { signedIn } from '../../support/people/admins.ts';
import type { PlainBrowser } from '../../support/reading/browser.ts';
import { drawing, newVisitor, typed } from '../../support/people/enquirer.ts';
import { openReply, sendReply } from '../../support/people/desk.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const site = await serveSite({ ENQUIRY_NOTIFY_TO: office, TRUST_PROXY: '1' });
afterAll(() => site.stop());
const OTHERS = 20;
const database = join(site.dataDir, 'drys.db');
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

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Whether bytes hold something of the person, in whatever case. */
function tellOfPerson(bytes: Buffer): boolean {
  const lowered = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
  return NEEDLES.some((needle) => bytes.includes(needle) || lowered.includes(needle));
}

const filesThatTell = () =>
  filesOf(site.dataDir).filter((file) => tellOfPerson(readFileSync(file)));

const attachments = () => readdirSync(join(site.dataDir, 'attachments'));

async function send(fields: Record<string, string>): Promise<void> {
  const visitor = newVisitor(site.url);
  const plan = drawing('Quillfeather kitchen.pdf', { mark: 'xylophonequarry' });
  const answer = await visitor.attach(await visitor.get('/contact'), fields, [plan]);
  expect(answer.status).toBe(303);
}

async function workAtTheDesk(): Promise<PlainBrowser> {
  const others = Array.from({ length: OTHERS }, (_, i) => ({ message: `Somebody else ${i}` }));
  const fill = ['tests/support/people/fill-desk.ts', staff.anna.email, JSON.stringify(others)];
  const filled = await site.run(fill);
  expect(filled.code).toBe(0);
  const admin = await signedIn(site.url, staff.anna.email);
  const note = { enquiry: '1', note: 'Quillfeather called: xylophonequarry' };
  expect((await admin.post('/admin/dashboard/notes', note)).status).toBe(303);
  const change = { enquiry: '1', from: 'new', status: 'completed' };
  expect((await admin.post('/admin/dashboard/status', change)).status).toBe(303);
  const reply = await openReply(admin, 1, 1);
  expect((await sendReply(admin, reply)).status).toBe(303);
  const taken = { enquiry: '1', from: '', admin: '1' };
  expect((await admin.post('/admin/dashboard/assignment', taken)).status).toBe(303);
  const day = { enquiry: '1', from: '', due_on: '2030-01-02' };
  expect((await admin.post('/admin/dashboard/follow-up', day)).status).toBe(303);
  expect((await admin.get('/admin/dashboard?q=quillfeather')).html).toContain('Quillfeather');
  return admin;
}

/** What earlier days left: a mail whose row has gone, and the database that a restore replaced. */
async function leaveOldFiles(): Promise<void> {
  const folder = join(site.dataDir, 'outbox');
  const written = (kind: string) =>
    readdirSync(folder).filter((name) => name.endsWith(`-${kind}.eml`));
  await eventually(() => expect(written('reply')).toHaveLength(1));
  const old = readFileSync(join(folder, written('enquiry')[0]!));
  writeFileSync(join(folder, '009000-enquiry.eml'), old);
  writeFileSync(join(folder, '009001-enquiry.eml.part'), old);
  const backup = join(site.dataDir, 'backup.db');
  expect((await site.run(['scripts/data.ts', 'backup', backup])).code).toBe(0);
  copyFileSync(backup, `${database}.before-upgrade`);
  renameSync(backup, `${database}.before-restore`);
  // What is in the log now is in the file as well.
  const file = new SQLite(database);
  file.exec('INSERT INTO outbox_mentions SELECT id, 1 FROM outbox WHERE enquiry_id = 1');
  file.pragma('wal_checkpoint(PASSIVE)');
  file.close();
}

type TablePlace = Extract<(typeof PERSONAL_DATA)[number], { kind: 'table'; whose: 'visitor' }>;
const FOUND = 'SELECT count(*) FROM enquiry_search WHERE enquiry_search MATCH';

/** How many rows of a visitor each table has: a new place in the list has to be counted here. */
const rowsIn = {
  contact_submissions: `SELECT count(*) FROM contact_submissions WHERE email LIKE '%quillfeather%'`,
  enquiry_search: `${FOUND} 'quillf* OR θαλη* OR xylophonequarry'`,
  enquiry_notes: 'SELECT count(*) FROM enquiry_notes',
  status_changes: 'SELECT count(*) FROM status_changes',
  replies: 'SELECT count(*) FROM replies',
  assignments: 'SELECT count(*) FROM assignments',
  follow_ups: 'SELECT count(*) FROM follow_ups',
  enquiry_forms: `SELECT count(*) FROM enquiry_forms WHERE enquiry_id = 1`,
  attachments: 'SELECT count(*) FROM attachments',
  quarantine: 'SELECT count(*) FROM quarantine',
  outbox: 'SELECT count(*) FROM outbox WHERE enquiry_id = 1',
  outbox_mentions: 'SELECT count(*) FROM outbox_mentions',
  counted_uses: 'SELECT count(*) FROM counted_uses',
  audit_log: 'SELECT count(*) FROM audit_log',
  audit_counts: 'SELECT count(*) FROM audit_counts',
} satisfies Record<TablePlace['place'] & string, string>;
const tables = PERSONAL_DATA.filter(
  (place): place is TablePlace => place.kind === 'table' && place.whose === 'visitor',
);

test('AT-8 an erased person is nowhere: no table, file, log of the database, index or line of output', async () => {
  await send({ ...typed, ...person });
  await send({ ...typed, ...person, website: 'https://filled.example' });
  await workAtTheDesk();
  await leaveOldFiles();
  for (const { place } of tables) {
    expect(site.one(rowsIn[place]), `${place} before`).toBeGreaterThan(0);
  }
  expect(attachments()).toHaveLength(2);
  const told = filesThatTell().map((file) => file.slice(site.dataDir.length + 1));
  for (const file of [
    'drys.db',
    'drys.db-wal',
    'drys.db.before-restore',
    'drys.db.before-upgrade',
    'outbox/009000-enquiry.eml',
  ]) {
    expect(told).toContain(file);
  }

  const erased = await site.run(['scripts/data.ts', 'erase', ADDRESS]);
  expect(erased).toMatchObject({ code: 0, stderr: '' });
  expect(erased.stdout).toContain('Erased 1 enquiries and 1 messages set aside as spam.');
  expect(erased.stdout).toContain(
    'What was kept from before a restore or an upgrade held them too and was deleted.',
  );

  for (const { place, erase } of tables) {
    if (erase === 'not readable') continue;
    expect(site.one(rowsIn[place]), `${place} after`).toBe(0);
  }
  expect(filesThatTell()).toEqual([]);
  expect(attachments()).toEqual([]);
  expect(statSync(`${database}-wal`).size).toBe(0);
  for (const kind of ['restore', 'upgrade'])
    expect(existsSync(`${database}.before-${kind}`), kind).toBe(false);
  expect(tellOfPerson(Buffer.from(site.output()))).toBe(false);
  expect(site.one('SELECT count(*) FROM contact_submissions')).toBe(OTHERS);
}, 60_000);

test("the log names mail by kind and number; an account's mail with subject and link", async () => {
  await eventually(() => expect(site.output()).toContain('"kind":"enquiry"'));
  const lines = () =>
    site
      .output()
      .split('\n')
      .filter((line) => line.includes('"mail-written"'));
  expect(lines()[0]).toMatch(/"mail":\d+,"kind":"enquiry","file":"[^"]+"/);
  expect(lines()[0]).not.toContain('subject');
  expect((await site.run(['scripts/admin.ts', 'invite', staff.basil.email])).code).toBe(0);
  await eventually(() => expect(lines().at(-1)).toContain('"kind":"invite"'));
  expect(lines().at(-1)).toMatch(/"subject":"Your invitation [^"]+","link":"[^"]+#access_token=/);
});
