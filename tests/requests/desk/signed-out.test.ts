import { beforeEach, describe, expect, test } from 'vitest';
import { signedOut } from '#app/content/texts/auth.server.ts';
import { disableAdmin, enableAdmin, signOutAdmin } from '#app/domain/accounts/accounts.server.ts';
import { DAY, HOUR } from '#app/domain/clock.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { logIn, makeAdmin, signedIn } from '../../support/people/admins.ts';
import { PlainBrowser } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { one, putEnquiry, run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const ANNA = staff.anna.email;
const BASIL = staff.basil.email;
const LIST = '/admin/dashboard?status=new&q=larch';
await makeAdmin(ANNA);
await makeAdmin(BASIL);

let anna: PlainBrowser;
let id: number;

beforeEach(async () => {
  getSqliteConnection().exec('DELETE FROM sessions');
  anna = await signedIn(site, ANNA);
  id = await putEnquiry({ full_name: 'Larch Sample' });
});

const toDeskPath = (path = '') => `/admin/dashboard${path}`;
const statusOf = (enquiry: number) =>
  one('SELECT status FROM contact_submissions WHERE id = ?', enquiry);

const PAGES = ['', '/account', '/account/password', '/account/two-step', '/quarantine', '/person'];
const SITE_PAGES = ['/site', '/site/projects', '/site/projects/2', '/site/projects?bin'];
const FILES = ['/export.csv', '/export.xlsx', '/events'];

test('D-1 leads every path of the desk to the login without a session', async () => {
  const browser = new PlainBrowser(site, { cookie: `sid=${'A'.repeat(43)}` });
  for (const path of [...PAGES, ...SITE_PAGES, ...FILES])
    expect((await browser.get(toDeskPath(path))).outcome, path).toBe('303 /admin');
  expect((await browser.get('/admin')).text).not.toContain(signedOut.en.title);
  const secondStep = '/account/two-step.data?_routes=routes%2Fadmin%2Faccount-two-step';
  for (const path of ['.data', secondStep]) {
    const page = await browser.get(toDeskPath(path));
    expect(page.html).not.toMatch(/submissions<|otpauth/);
    expect(page.status).toBe(202);
  }
});

test('D-1 leads from the login to the desk while there is a session', async () => {
  expect((await anna.get('/admin')).outcome).toBe('303 /admin/dashboard');
  expect((await anna.get('/admin?forgot')).status).toBe(200);
});

test('D-1 shows the email of the admin in the header, and Logout ends the session', async () => {
  const device = [...anna.cookies.keys()].find((name) => name.startsWith('dv_'))!;
  const sid = anna.cookies.get('sid')!;
  const dashboard = await anna.get(toDeskPath());
  expect(dashboard.texts('header')[0]).toContain(ANNA);
  expect(dashboard.headers.get('cache-control')).toContain('no-store');

  expect((await anna.get('/admin/logout')).status).toBe(303);
  expect((await anna.get(toDeskPath())).status).toBe(200);

  const response = await anna.submit(dashboard, {});
  expect(response.outcome).toBe('303 /admin');
  expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(anna.cookies.has('sid')).toBe(false);
  expect(anna.cookies.has(device)).toBe(true);
  const thief = new PlainBrowser(site, { cookie: `sid=${sid}` });
  expect((await thief.get(toDeskPath())).status).toBe(303);
});

describe('D-1 the login explains why the session has ended', () => {
  const age = (column: string, ms: number) =>
    run(`UPDATE sessions SET ${column} = ${column} - ?`, ms);
  const limits = {
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    maxSessions: AUTH.sessionsPerAdmin,
  };

  test.each<[keyof typeof signedOut.en.reasons, () => unknown]>([
    ['operator', () => signOutAdmin(ANNA)],
    [
      'operator',
      async () => {
        await disableAdmin(ANNA);
        expect((await logIn(new PlainBrowser(site), ANNA)).status).toBe(401);
        await enableAdmin(ANNA);
      },
    ],
    [
      'elsewhere',
      async () => {
        const other = await signedIn(site, ANNA);
        const page = await other.get(toDeskPath('/account'));
        const accountPage = await other.follow(await other.submitTo(page, 'signOutOthers'));
        expect(accountPage.text).toContain('Logged out everywhere else');
      },
    ],
    ['idle', () => age('last_seen_at', AUTH.sessionIdleHours * HOUR)],
    ['expired', () => age('expires_at', AUTH.sessionMaxDays * DAY)],
    [
      'displaced',
      async () => {
        for (let i = 0; i < AUTH.sessionsPerAdmin; i++) await signedIn(site, ANNA);
      },
    ],
  ])('in the case %s', async (reason, end) => {
    await end();
    const answer = await anna.get(LIST);
    expect(answer.outcome).toBe('303 /admin');
    for (const page of [await anna.follow(answer), await anna.get('/admin')]) {
      expect(page.text).toContain(signedOut.en.title);
      expect(page.text).toContain(signedOut.en.reasons[reason](limits));
    }
    await logIn(anna, ANNA);
    await anna.post('/admin/logout', {});
    expect((await anna.get('/admin')).text).not.toContain(signedOut.en.title);
  });

  test('DK-6 when the browser has lost the cookie', async () => {
    const readSignInPage = async () => (await anna.get('/admin')).text;
    const { unknown: unknownReason } = signedOut.en.reasons;
    anna.cookies.clear();
    await anna.get(LIST);
    expect(await readSignInPage()).not.toContain(signedOut.en.title);
    for (const [path, headers] of [
      ['/admin/dashboard.data', {}],
      [LIST, { referer: `${site}/admin/dashboard` }],
    ] as const) {
      const browser = new PlainBrowser(site, headers);
      await browser.get(path);
      expect((await browser.get('/admin')).text).toContain(unknownReason());
    }
    await anna.post('/admin/dashboard', { intent: 'note', note: 'x', enquiry: '1' });
    expect(await readSignInPage()).toContain(unknownReason());
  });
});

describe('D-1 the login returns', () => {
  test('to the page with its query, from a path without a page to the list, and never to another site', async () => {
    for (const [path, back] of [
      [LIST, LIST],
      [toDeskPath(`?page=last&enquiry=${id}`), toDeskPath(`?page=last&enquiry=${id}`)],
      [toDeskPath('/quarantine?before=7'), toDeskPath('/quarantine?before=7')],
      [toDeskPath('.data?status=new&_routes=x'), toDeskPath('?status=new')],
      [toDeskPath('/export.csv?status=new'), toDeskPath('?status=new')],
      [toDeskPath('?redirectTo=https://evil.example'), toDeskPath()],
      [toDeskPath('/https://evil.example'), toDeskPath()],
      [toDeskPath(`?q=${'x'.repeat(3000)}`), toDeskPath()],
    ] as const) {
      const browser = new PlainBrowser(site);
      await browser.get(path);
      expect((await logIn(browser, ANNA)).location).toBe(back);
      expect((await logIn(browser, ANNA)).location).toBe(toDeskPath());
    }
    for (const forged of ['https://evil.example/', 'x'.repeat(900), '']) {
      const browser = new PlainBrowser(site);
      browser.cookies.set('back', forged);
      expect((await logIn(browser, ANNA)).location).toBe(toDeskPath());
    }
  });

  test('by a short-lived cookie that scripts and other sites cannot read', async () => {
    await signOutAdmin(ANNA);
    const answer = await anna.get(LIST);
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('back='))!;
    expect(line).toContain(
      `; Max-Age=${DESK.draftHours * 3600}; Path=/; HttpOnly; SameSite=Strict`,
    );
    expect(Buffer.from(line.slice(5).split(';')[0]!, 'base64url').toString()).not.toContain(
      'larch',
    );
  });
});

test('DK-6 a form that a script posts after the session has ended leads to the login, and then back', async () => {
  await signOutAdmin(ANNA);
  const fields = { intent: 'status', enquiry: String(id), from: 'new', status: 'completed' };
  const answer = await anna.post('/admin/dashboard.data?q=larch', fields);
  expect(answer.status).toBe(202);
  expect(statusOf(id)).toBe('new');
  const response = await logIn(anna, ANNA);
  expect(response.location).toBe('/admin/dashboard?q=larch');
});
