import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CHECKED_AT_OPENING_BYTES } from '#db/engine/integrity-check.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../support/people/admins.ts';
import { eventually } from '../support/reading/eventually.ts';
import { serveSite } from '../support/servers/served-site.ts';

const site = await serveSite();
const path = join(site.dataDir, 'drys.db');
afterAll(() => site.stop());

const OTHERS = 5000;
const OWN = 250;

function fill(): void {
  using file = new SqliteFile(path);
  file.pragma('synchronous = OFF');
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions (full_name, email, email_key, project, message, created_at, verified)
       SELECT 'Number ' || i, iif(i % ? = 0, 'Person@mail.example', 'n' || i || '@mail.example'),
         iif(i % ? = 0, 'person@mail.example', 'n' || i || '@mail.example'), 'Office Spaces', 'A table in oak', strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i, 'unixepoch'), 1
       FROM n`,
    )
    .run(OTHERS, OTHERS / OWN, OTHERS / OWN);
}

const countEnquiriesOfPerson = () =>
  site.one(`SELECT count(*) FROM contact_submissions WHERE email = 'Person@mail.example'`);

test('keeps serving visitors while a person is erased among many enquiries', async () => {
  fill();
  await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  const admin = await signedIn(site.url, staff.anna.email);
  expect(countEnquiriesOfPerson()).toBe(OWN);
  let erasing = true;
  const request = { intent: 'erase', email: 'person@mail.example', sure: 'yes' };
  const erased = admin.post('/admin/dashboard/person', request).finally(() => (erasing = false));
  let answered = 0;
  for (; erasing; answered++) expect((await fetch(`${site.url}/contact`)).status).toBe(200);
  expect((await erased).status).toBe(303);
  expect(countEnquiriesOfPerson()).toBe(0);
  // While everything else stands still, hardly one gets through.
  expect(answered).toBeGreaterThan(10);
});

/** Puts so much into a table of its own that the file is not read whole at a start. */
function grow(): void {
  using file = new SqliteFile(path);
  file.exec('CREATE TABLE ballast (bytes BLOB)');
  const insert = file.prepare('INSERT INTO ballast VALUES (randomblob(1000000))');
  for (let i = 0; i * 1_000_000 < CHECKED_AT_OPENING_BYTES; i++) insert.run();
  file.exec('CREATE TABLE notches (text TEXT); CREATE INDEX notches_text ON notches (text)');
  file.exec(
    `INSERT INTO notches WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n
     WHERE i < 20000) SELECT hex(randomblob(40)) FROM n`,
  );
  file.pragma('wal_checkpoint(TRUNCATE)');
}

test('starts without waiting for the check of a large database; finds and reports damage in it', async () => {
  grow();
  await site.restart();
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  // The last pages hold the index: noise there is damage that nothing stumbles on at first.
  const file = openSync(path, 'r+');
  const { size } = statSync(path);
  for (let page = 10; page < 60; page++) {
    writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, size - page * 4096);
  }
  closeSync(file);
  await site.restart('SIGKILL');
  await eventually(async () => {
    const health = await fetch(`${site.url}/healthz`);
    expect(health.status).toBe(503);
    expect(await health.text()).toBe('the database is damaged: restore a backup\n');
  });
  await eventually(() => expect(site.output()).toContain('"event":"database-damaged"'));
  expect((await fetch(site.url)).status).toBe(200);
});
