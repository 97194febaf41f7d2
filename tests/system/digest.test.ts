import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { eventually } from '../support/reading/eventually.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

const folder = newFolder();
const clock = join(folder, 'clock');
const mail = await startMailServer();
const environment = {
  DATA_DIR: join(folder, 'data'),
  PUBLIC_URL: 'http://localhost:4000',
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  CLOCK: clock,
};
const command = [
  process.execPath,
  '--import',
  './tests/support/servers/set-clock.ts',
  'scripts/serve.ts',
];
const serve = () => serveSite(environment, process.cwd(), command);
const setClock = (athens: string) => writeFileSync(clock, `${athens}+02:00`);

// Ten seconds early on a Friday.
setClock('2026-11-20T08:29:50');
const [one, other] = await Promise.all([serve(), serve()]);
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await mail.stop();
});

const digestsTo = (email: string) =>
  mail.findBySubject('Enquiries on').filter(({ recipients }) => recipients.includes(email));

function store(sql: string, ...given: unknown[]): void {
  using file = one.openDatabase();
  file.prepare(sql).run(...given);
}

/**
 * Adds an admin who wants the digest. When their digest has arrived, a process has looked for all
 * due digests.
 */
const subscribe = (email: string) =>
  store(`INSERT INTO admins (email, created_at, digest) VALUES (?, '2026-01-01', 1)`, email);

const DIGESTS = `SELECT count(*) FROM outbox WHERE kind = 'digest'`;
const queued = () => one.one(DIGESTS);
const unsent = () => one.one(`${DIGESTS} AND sent_at IS NULL`);

/**
 * Waits until every sent mail is recorded too: a server that is killed before that sends the mail
 * again.
 */
const arrivals = (email: string, count: number) =>
  eventually(() => {
    expect(digestsTo(email).length).toBeGreaterThanOrEqual(count);
    expect(unsent()).toBe(0);
  });

async function restartAll(signal: NodeJS.Signals, athens: string, ...sites: ServedSite[]) {
  setClock(athens);
  await Promise.all(sites.map((site) => site.restart(signal)));
}

test('DA-4 a digest arrives once a day from two processes, across kill -9 and restarts', async () => {
  subscribe(staff.anna.email);
  store(
    `INSERT INTO contact_submissions (full_name, email, project, created_at)
     VALUES (?, ?, 'Private House', '2026-11-10T10:00:00.000Z')`,
    eleni.full_name,
    eleni.email,
  );
  await arrivals(staff.anna.email, 1);
  const [digest] = digestsTo(staff.anna.email);
  expect(digest!.subject).toBe('Enquiries on 20 Nov 2026: 0 new, 1 overdue, 0 follow-ups due');
  expect(digest!.text).toContain(eleni.full_name);
  expect(digest!.text).toContain('http://localhost:4000/admin/dashboard?enquiry=1');

  subscribe(staff.basil.email);
  await restartAll('SIGKILL', '2026-11-20T08:45:00', one, other);
  await arrivals(staff.basil.email, 1);
  subscribe(staff.dora.email);
  await restartAll('SIGTERM', '2026-11-20T11:50:00', one);
  await arrivals(staff.dora.email, 1);
  expect([mail.findBySubject('Enquiries on').length, queued()]).toEqual([3, 3]);
});
