import {
  resetErrors,
  resetPassword,
  secondStep,
  signIn,
  signInMessages,
} from '#app/content/words/auth.server.ts';
import { expect, test } from 'vitest';
import { seal } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { updateAdmin } from '#db/accounts.ts';
import { database } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, inviteCode, makeAdmin } from '../../support/people/admins.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  textOf,
} from '../../support/reading/browser.ts';
import { latinIn } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const { email: ANNA } = staff.anna;
const NEW_PASSWORD = 'dovetail & mortise 7';

/** A browser whose owner has chosen Greek. */
async function greekBrowser(): Promise<PlainBrowser> {
  const browser = newVisitor(site);
  await browser.get('/admin?language=el');
  return browser;
}

/** Words that are the same in Greek: names, addresses, the name of the other language. */
const allowed = new Set('DRYS Woodworking English email Email anna drys example'.split(' '));

function expectGreek({ html }: Page, says = ''): void {
  expect(html).toContain('<html lang="el"');
  expect(latinIn(html).filter((word) => !allowed.has(word))).toEqual([]);
  expect(textOf(html)).toContain(says);
}

test('EL-6 the link to Greek is kept for a year, out of reach of scripts, and says nothing else', async () => {
  const answer = await fetch(`${site}/admin?language=el`);
  const [line] = answer.headers.getSetCookie().filter((cookie) => cookie.includes('language'));
  expect(line).toMatch(/^(__Host-)?language=el; .*Path=\/; HttpOnly; SameSite=Lax/);
  expect(line).toContain('Max-Age=31536000');
  expect(await answer.text()).toContain('<html lang="el"');
  const other = await fetch(`${site}/admin?language=fr`);
  expect(other.headers.getSetCookie().filter((cookie) => cookie.includes('language'))).toEqual([]);
  expect(await other.text()).toContain('<html lang="en"');
});

test('EL-6 every page before the desk leads to itself in the other language, and back', async () => {
  const browser = new PlainBrowser(site);
  for (const path of ['/admin', '/admin?forgot', '/reset-password']) {
    const way = (page: Page) => {
      const link = elements(page.html, 'a').find((each) => attribute(each, 'hreflang'))!;
      return ['hreflang', 'lang', 'href'].map((name) => attribute(link, name)!);
    };
    const [language, lang, href = ''] = way(await browser.get(path));
    expect([language, lang, href.startsWith(path)]).toEqual(['el', 'el', true]);
    const greek = await browser.get(href);
    expectGreek(greek);
    expectGreek(await browser.get(path));
    await browser.get(way(greek)[2]!);
    expect((await browser.get(path)).html).toContain('<html lang="en"');
  }
});

test('EL-6 what came in the address of a page stands in none of its links', async () => {
  const typed = 'email=anna%40drys.example&password=chisel-and-mallet';
  const browser = new PlainBrowser(site);
  for (const path of ['/admin', '/admin/code', '/reset-password']) {
    const { html } = await browser.get(`${path}?forgot&${typed}&language=en`);
    expect(html).not.toMatch(/chisel-and-mallet|anna(@|%40|&#x40;)/);
  }
  const { html } = await browser.get(`/admin?${typed}&forgot`);
  expect(html).toContain('href="/admin?forgot&amp;language=el"');
});

test('EL-6 nobody is spoken to in Greek unasked, and the public pages read no choice', async () => {
  const asked = await fetch(`${site}/admin`, { headers: { 'accept-language': 'el' } });
  expect(await asked.text()).toContain('<html lang="en"');
  const browser = await greekBrowser();
  expect((await browser.get('/about')).html).toContain('<html lang="en"');
});

const { email, password, failed, security, resetSent } = signInMessages.el;
test.each([
  ['an empty login', { email: '', password: '' }, email.message],
  ['a short password', { email: ANNA, password: 'x' }, password.message],
  ['a wrong password', { email: ANNA, password: 'wrong password' }, failed.message],
  [
    'a form of another browser',
    { email: ANNA, password: PASSWORD, csrf_token: 'x' },
    security.title,
  ],
])('EL-6 %s is refused in Greek', async (_, given, says) => {
  const browser = await greekBrowser();
  expectGreek(await browser.submit(await browser.get('/admin'), given), says);
});

test('EL-6 one failure too many is told in Greek, with the time that is left', async () => {
  await makeAdmin(staff.clio.email);
  const browser = await greekBrowser();
  const page = await browser.get('/admin');
  const given = { email: staff.clio.email, password: 'wrong password' };
  for (let i = 0; i < AUTH.lockoutFailures; i++) await browser.submit(page, given);
  expectGreek(await browser.get('/admin'), `σε ${AUTH.lockoutMinutes} λεπτά`);
});

test('EL-6 a link is asked for, and a password is set, in Greek', async () => {
  const browser = await greekBrowser();
  const page = await browser.get('/admin?forgot');
  expectGreek(page, signIn.el.forgotNote);
  expectGreek(await browser.submit(page, { email: 'nobody' }));
  expectGreek(await browser.follow(await browser.submit(page, { email: ANNA })), resetSent.title);
  const asked = await browser.get('/reset-password');
  expectGreek(await browser.submit(asked, { code: 'ABCD-EFGH' }), resetErrors.el.dead);
  const code = await inviteCode(ANNA);
  const form = await browser.follow(await browser.submit(asked, { code }));
  expectGreek(form);
  for (const [given, confirm_password] of [
    ['short', 'short'],
    ['x'.repeat(AUTH.passwordMax + 1), ''],
    ['password1', 'password1'],
    [NEW_PASSWORD, 'another'],
  ] as const) {
    const refused = await browser.submit(form, { password: given, confirm_password });
    expect(refused.status).toBe(422);
    expectGreek(refused);
  }
  const given = { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
  expectGreek(await browser.follow(await browser.submit(form, given)), resetPassword.el.done);
});

test('EL-6 the second step is Greek, and its refusal', async () => {
  const id = await makeAdmin('two@drys.example');
  await updateAdmin(database(), id, { totp_secret: seal('second-factor', 'JBSWY3DPEHPK3PXP') });
  const browser = await greekBrowser();
  const given = { email: 'two@drys.example', password: PASSWORD };
  const step = await browser.follow(await browser.submit(await browser.get('/admin'), given));
  expectGreek(step, secondStep.el.note);
  expectGreek(await browser.submit(step, { code: '000000' }), secondStep.el.wrong);
});
