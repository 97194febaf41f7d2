import { describe, expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry } from '../../support/servers/store.ts';

const site = await startSite();
await makeAdmin(staff.anna.email);
const admin = await signedIn(site, staff.anna.email);
const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
await putEnquiry();
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('what is private is private however its path is spelled', () => {
  test.each([
    '/admin',
    '/ADMIN',
    '/admin.data',
    '/Admin.data',
    '/%61dmin',
    '/admin/',
    '//admin',
    '/x/../admin',
    '/admin/dashboard',
    '/ADMIN/dashboard',
    '/%61dmin/dashboard',
    '/%61dmin/dashboard.data',
    '/admin/dashboard.data',
    '/admin/dashboard/_.data',
    '/Admin/Dashboard.data',
    '/admin/Dashboard/export.csv',
    '/admin/dashboard/export%2ecsv',
    '/ADMIN/dashboard/export.xlsx',
    '/admin/dashboard/events?since=x',
    '/admin/unknown',
    '/reset-password',
    '/Reset-Password',
    '/reset%2Dpassword',
    '/reset-password.data',
    '/reset-password/',
  ])('%s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const post = method === 'POST' ? { headers: { ...form, cookie }, body: 'a=1' } : {};
      const answer = await exchange(site, { path, method, headers: { cookie }, ...post });
      expect({ method, ...headersOf(answer) }).toEqual({
        method,
        cache: 'no-store, no-cache, must-revalidate, private',
        robots: 'noindex',
        referrer: 'same-origin',
      });
    }
  });

  test('and stays so when it is refused', async () => {
    for (const [path, headers] of [
      ['/ADMIN/dashboard/export.csv', { 'sec-fetch-site': 'cross-site', cookie }],
      ['/%61dmin', { 'content-type': 'application/json' }],
    ] as const) {
      const refused = await exchange(site, { path, method: 'POST', headers, body: 'a=1' });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(headersOf(refused)).toMatchObject({ robots: 'noindex', referrer: 'same-origin' });
      expect(refused.headers['cache-control']).toContain('no-store');
    }
  });

  test.each(['/', '/about', '/contact', '/projects.data', '/nowhere', '/sitemap.xml'])(
    '%s is public',
    async (path) => {
      const answer = await exchange(site, { path });
      expect(headersOf(answer).referrer).toBe('strict-origin-when-cross-origin');
      expect(headersOf(answer).robots).toBe(path.endsWith('.data') ? 'noindex' : undefined);
    },
  );
});

describe('R-7 one spelling', () => {
  test.each([
    ['/ABOUT', '/about'],
    ['/%61bout', '/about'],
    ['/About/?utm_source=Mail', '/about', '/about?utm_source=Mail'],
    ['/ABOUT.data', '/about.data'],
    ['/x/../about', '/about'],
    ['/Projects/roche?photo=2', '/projects/roche?photo=2'],
    ['/projects/%72oche', '/projects/roche'],
    ['/projects/ROCHE', '/projects/roche'],
    ['/EL/Projects/Roche?photo=2', '/el/projects/roche?photo=2'],
    ['/CONTACT', '/contact'],
    ['/SITEMAP.xml', '/sitemap.xml'],
  ])('%s leads to %s', async (path, ...steps) => {
    let at = path;
    for (let hops = 0; hops < 3; hops++) {
      const answer = await exchange(site, { path: at });
      if (answer.status === 200) break;
      expect(answer.status).toBe(301);
      at = answer.headers.location!;
    }
    expect(at).toBe(steps.at(-1));
    expect((await exchange(site, { path: at })).status).toBe(200);
  });

  test.each([
    '/NOWHERE',
    '/Projects/Never-Built',
    '/projects/NEVER',
    '/media/NOTHING',
    '/About/Us',
  ])('%s is nobody, and not a redirect', async (path) =>
    expect((await exchange(site, { path })).status).toBe(404),
  );

  test('R-8 documents are found under their exact names', async () => {
    const path = '/financial-data/2019/balance-sheet-2019.pdf';
    expect((await exchange(site, { path })).status).toBe(200);
    expect((await exchange(site, { path: path.replace('balance', 'Balance') })).status).toBe(404);
  });

  test('a form that is posted under another spelling is taken', async () => {
    for (const path of ['/CONTACT', '/%63ontact', '/contact/']) {
      const sent = { path, method: 'POST', headers: form, body: 'full_name=E' };
      expect((await exchange(site, sent)).status).toBe(422);
    }
  });
});

test('D-6 files to be kept are no pages: their policy is a sandbox', async () => {
  const files = ['export.csv', 'export.xlsx'].map((file) => ({
    path: `/admin/dashboard/${file}`,
    headers: { cookie },
  }));
  const body = 'email=eleni%40mail.example';
  const headers = { ...form, cookie };
  const person = { path: '/admin/dashboard/person/file', method: 'POST', headers, body };
  // One after the other: there is one place for exports.
  for (const asked of [...files, person]) {
    const answer = await exchange(site, asked);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/);
  }
});

test('the data of a page names its charset', async () => {
  for (const path of ['/about.data', '/contact.data', '/admin.data', '/nowhere.data']) {
    const { headers } = await exchange(site, { path });
    expect(headers['content-type']).toBe('text/x-script; charset=utf-8');
  }
});

function headersOf({ headers }: Awaited<ReturnType<typeof exchange>>) {
  return {
    cache: headers['cache-control'],
    robots: headers['x-robots-tag'],
    referrer: headers['referrer-policy'],
  };
}
