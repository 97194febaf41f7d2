import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { signedIn } from '../../support/people/admins.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const OTHERS = 5000;
const OWN = 250;
const site = await serveSite();
afterAll(() => site.stop());

function fill(): void {
  const file = new SQLite(join(site.dataDir, 'drys.db'));
  file.pragma('synchronous = OFF');
  file
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact_submissions (full_name, email, project, message, created_at, verified)
       SELECT 'Number ' || i, iif(i % ? = 0, 'Person@mail.example', 'n' || i || '@mail.example'),
         'Office Spaces', 'A table in oak', strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i, 'unixepoch'), 1
       FROM n`,
    )
    .run(OTHERS, OTHERS / OWN);
  file.close();
}

const left = () => {
  const file = new SQLite(join(site.dataDir, 'drys.db'), { readonly: true });
  const count = file.prepare(
    `SELECT count(*) FROM contact_submissions WHERE email = 'Person@mail.example'`,
  );
  const found = Number(count.pluck().get());
  file.close();
  return found;
};

test('visitors are answered all the while somebody is erased among many', async () => {
  fill();
  await site.run(['tests/support/people/fill-desk.ts', staff.anna.email]);
  const admin = await signedIn(site.url, staff.anna.email);
  expect(left()).toBe(OWN);
  let erasing = true;
  const request = { email: 'person@mail.example', sure: 'yes' };
  const erased = admin
    .post('/admin/dashboard/person/erasure', request)
    .finally(() => (erasing = false));
  let answered = 0;
  for (; erasing; answered++) expect((await fetch(`${site.url}/contact`)).status).toBe(200);
  expect((await erased).status).toBe(303);
  expect(left()).toBe(0);
  // While everything else stands still, hardly one gets through.
  expect(answered).toBeGreaterThan(10);
}, 60_000);
