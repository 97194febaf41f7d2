import { expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, logIn, makeAdmin, signedIn } from '../../support/people/admins.ts';
import { PlainBrowser, attribute, elements, forms, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();
const NEW_PASSWORD = 'dovetail & mortise 7';
const EMAIL = staff.anna.email;
await makeAdmin(EMAIL);

const PROTECTED = [
  '/admin/dashboard',
  '/admin/dashboard.data',
  '/admin/dashboard.data?_routes=routes%2Fadmin%2Fdashboard',
  '/admin/dashboard/account',
  '/admin/dashboard/account.data',
  '/admin/dashboard/account/password',
  '/admin/dashboard/account/two-step',
  '/admin/dashboard/account/two-step.data?_routes=routes%2Fadmin%2Faccount-two-step',
];

test.each(PROTECTED)('D-1 %s leads to the login without a session', async (path) => {
  const page = await new PlainBrowser(site).get(path);
  expect(page.html).not.toMatch(/submissions<|otpauth/);
  if (path.includes('.data')) expect(page.status).toBe(202);
  else expect([page.status, page.headers.get('location')]).toEqual([303, '/admin']);
});

test.each(['/account/language', '/account/sessions', '/account/password', '/account/two-step'])(
  'D-1 a post to %s without a session does nothing',
  async (path) => {
    const page = await new PlainBrowser(site).post(`/admin/dashboard${path}`, {});
    expect([page.status, page.headers.get('location')]).toEqual([303, '/admin']);
  },
);

test('EL-6 an admin chooses the language of their mail, without JavaScript', async () => {
  const anna = await signedIn(site, EMAIL);
  const languageOf = async () => {
    const { html } = await anna.get('/admin/dashboard/account');
    const form = forms(html).find(({ action }) => action?.endsWith('/account/language'))!;
    return form.fields['language'];
  };
  expect(await languageOf()).toBe('en');
  for (const [given, kept] of [
    ['el', 'el'],
    ['de', 'el'],
    ['', 'el'],
    ['en', 'en'],
  ] as const) {
    const page = await anna.get('/admin/dashboard/account');
    const form = forms(page.html).findIndex(({ action }) => action?.endsWith('/account/language'));
    const saved = await anna.submit(page, { language: given }, form);
    expect([saved.status, saved.headers.get('location')]).toEqual([
      303,
      '/admin/dashboard/account',
    ]);
    expect(await languageOf()).toBe(kept);
  }
});

test.each([
  ['garbage', 'sid=garbage'],
  ['15 KB', `sid=${'x'.repeat(15_000)}`],
  ['unknown', `sid=${'A'.repeat(43)}`],
  ['empty', 'sid='],
  ['not ASCII', 'sid=%ff%00; brw=\u00e9'],
  ['signed by nobody', 'brw=abc.def; pw=1~2.x; step=1~2~3.x; notice=<script>'],
])('cookies that are %s make an anonymous visitor, no error', async (_, cookie) => {
  const browser = new PlainBrowser(site, { cookie });
  expect((await browser.get('/admin/dashboard')).headers.get('location')).toBe('/admin');
  for (const path of ['/admin', '/reset-password']) {
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('&lt;script&gt;');
  }
});

test('a session cookie sent twice counts for nothing', async () => {
  const browser = await signedIn(site, EMAIL);
  const sid = browser.cookies.get('sid');
  const twice = new PlainBrowser(site, { cookie: `sid=${sid}; sid=other` });
  expect((await twice.get('/admin/dashboard')).status).toBe(303);
});

test('D-1 the header names the admin, and Logout ends the session', async () => {
  const browser = await signedIn(site, EMAIL);
  const device = [...browser.cookies.keys()].find((name) => name.startsWith('dv_'))!;
  const sid = browser.cookies.get('sid')!;
  const dashboard = await browser.get('/admin/dashboard');
  expect(textOf(elements(dashboard.html, 'header')[0]!)).toContain(EMAIL);
  expect(dashboard.headers.get('cache-control')).toContain('no-store');

  const read = await browser.get('/admin/logout');
  expect(read.status).toBe(303);
  expect((await browser.get('/admin/dashboard')).status).toBe(200);

  const out = await browser.submit(dashboard, {});
  expect([out.status, out.headers.get('location')]).toEqual([303, '/admin']);
  expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(browser.cookies.has('sid')).toBe(false);
  expect(browser.cookies.has(device)).toBe(true);
  const thief = new PlainBrowser(site, { cookie: `sid=${sid}` });
  expect((await thief.get('/admin/dashboard')).status).toBe(303);
});

test('the cookies are out of reach of scripts and of other sites', async () => {
  const answer = await logIn(new PlainBrowser(site), EMAIL);
  const lines = answer.headers.getSetCookie();
  const sid = lines.find((line) => line.startsWith('sid='))!;
  expect(sid).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
  const device = lines.find((line) => line.startsWith('dv_'))!;
  expect(device).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/);
  for (const line of lines) expect(line).not.toMatch(/Domain=/i);
});

test('an admin signs out everywhere else, and stays here', async () => {
  const [here, there] = [await signedIn(site, EMAIL), await signedIn(site, EMAIL)];
  const account = await here.get('/admin/dashboard/account');
  const form = elements(account.html, 'form').findIndex(
    (e) => attribute(e, 'action') === '/admin/dashboard/account/sessions',
  );
  const answer = await here.submit(account, {}, form);
  expect(textOf((await here.follow(answer)).html)).toContain('Logged out everywhere else');
  expect((await there.get('/admin/dashboard')).status).toBe(303);
});

test('RP-7 a changed password ends every other session, and this browser stays', async () => {
  const email = 'change@drys.example';
  await makeAdmin(email);
  const [here, there] = [await signedIn(site, email), await signedIn(site, email)];
  const page = await here.get('/admin/dashboard/account/password');
  const change = (current_password: string, password: string) =>
    here.submit(page, { current_password, password, confirm_password: password }, 1);
  const wrong = await change('not my password', NEW_PASSWORD);
  expect(wrong.status).toBe(422);
  expect(textOf(wrong.html)).toContain('This is not your current password.');
  expect((await change(PASSWORD, 'password')).status).toBe(422);
  const before = here.cookies.get('sid');
  expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(303);
  expect(here.cookies.get('sid')).not.toBe(before);
  expect((await here.get('/admin/dashboard')).status).toBe(200);
  expect((await there.get('/admin/dashboard')).status).toBe(303);
  await signedIn(site, email, NEW_PASSWORD);
});
