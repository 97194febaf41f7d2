import { describe, expect, test } from 'vitest';
import {
  resetErrors,
  resetPassword,
  secondStep,
  signIn,
  signInMessages,
} from '#app/content/words/auth.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, inviteCode, makeAdmin } from '../../support/people/admins.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  forms,
  textOf,
} from '../../support/reading/browser.ts';
import { latinIn } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const { database } = await import('#db/database.server.ts');
const { updateAdmin } = await import('#db/accounts.ts');

/** Words that are the same in Greek: names, addresses, the name of the other language. */
const allowed = new Set('DRYS Woodworking English email Email anna drys example'.split(' '));
let visitors = 0;

/** A browser whose owner has chosen Greek. */
async function greekBrowser(): Promise<PlainBrowser> {
  visitors += 1;
  const browser = new PlainBrowser(site, { 'x-forwarded-for': `198.51.100.${visitors}` });
  await browser.get('/admin?language=el');
  return browser;
}

function expectGreek({ html }: Page): void {
  expect(html).toContain('<html lang="el"');
  expect(latinIn(html).filter((word) => !allowed.has(word))).toEqual([]);
}

async function post(browser: PlainBrowser, given: Record<string, string>): Promise<Page> {
  const page = await browser.get('/reset-password');
  const form = forms(page.html).findIndex(({ fields }) => 'code' in fields);
  return browser.submit(page, given, form);
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
      const [link] = elements(page.html, 'a').filter((each) => attribute(each, 'hreflang'));
      return [attribute(link!, 'hreflang'), attribute(link!, 'lang'), attribute(link!, 'href')!];
    };
    const [language, lang, href] = way(await browser.get(path));
    expect([language, lang]).toEqual(['el', 'el']);
    expect(href).toContain(path);
    const greek = await browser.get(href!);
    expectGreek(greek);
    expect(way(greek)[0]).toBe('en');
    expectGreek(await browser.get(path));
    await browser.get(way(greek)[2]!);
    expect((await browser.get(path)).html).toContain('<html lang="en"');
  }
});

test('EL-6 what came in the address of a page stands in none of its links', async () => {
  const typed = 'email=anna%40drys.example&password=chisel-and-mallet';
  for (const path of ['/admin', '/admin/code', '/reset-password']) {
    const { html } = await new PlainBrowser(site).get(`${path}?forgot&${typed}&language=en`);
    expect(html).not.toMatch(/chisel-and-mallet|anna(@|%40|&#x40;)/);
  }
  const page = await new PlainBrowser(site).get(`/admin?${typed}&forgot`);
  expect(page.html).toContain('href="/admin?forgot&amp;language=el"');
});

test('EL-6 nobody is spoken to in Greek unasked, and the public pages read no choice', async () => {
  const asked = await fetch(`${site}/admin`, { headers: { 'accept-language': 'el' } });
  expect(await asked.text()).toContain('<html lang="en"');
  const browser = await greekBrowser();
  expect((await browser.get('/about')).html).toContain('<html lang="en"');
});

describe('EL-6 what is refused is refused in Greek:', () => {
  test('a login without an address, with a short password, with a wrong one', async () => {
    const browser = await greekBrowser();
    const page = await browser.get('/admin');
    const { email, password, failed } = signInMessages.el;
    for (const [given, said] of [
      [{ email: '', password: '' }, email],
      [{ email: staff.anna.email, password: 'x' }, password],
      [{ email: staff.anna.email, password: 'wrong password' }, failed],
    ] as const) {
      const answer = await browser.submit(page, given);
      expectGreek(answer);
      expect(textOf(answer.html)).toContain(said.message);
    }
  });

  test('a form of another browser', async () => {
    const browser = await greekBrowser();
    const page = await browser.get('/admin');
    const given = { email: staff.anna.email, password: PASSWORD, csrf_token: 'x' };
    const answer = await browser.submit(page, given);
    expectGreek(answer);
    expect(textOf(answer.html)).toContain(signInMessages.el.security.title);
  });

  test('one failure too many, with the time that is left', async () => {
    await makeAdmin(staff.clio.email);
    const browser = await greekBrowser();
    const page = await browser.get('/admin');
    const given = { email: staff.clio.email, password: 'wrong password' };
    for (let i = 0; i < AUTH.lockoutFailures; i++) await browser.submit(page, given);
    const locked = await browser.get('/admin');
    expectGreek(locked);
    expect(textOf(locked.html)).toContain(`σε ${AUTH.lockoutMinutes} λεπτά`);
  });

  test('a link that is asked for', async () => {
    const browser = await greekBrowser();
    const page = await browser.get('/admin?forgot');
    expect(textOf(page.html)).toContain(signIn.el.forgotNote);
    expectGreek(await browser.submit(page, { email: 'nobody' }));
    const sent = await browser.follow(await browser.submit(page, { email: staff.anna.email }));
    expectGreek(sent);
    expect(textOf(sent.html)).toContain(signInMessages.el.resetSent.title);
  });

  test('a code, and a password that is too short, too easy or not the same', async () => {
    const browser = await greekBrowser();
    const dead = await post(browser, { code: 'ABCD-EFGH' });
    expectGreek(dead);
    expect(textOf(dead.html)).toContain(resetErrors.el.dead);
    const form = await browser.follow(
      await post(browser, { code: await inviteCode(staff.anna.email) }),
    );
    expectGreek(form);
    for (const [password, confirm_password] of [
      ['short', 'short'],
      ['x'.repeat(AUTH.passwordMax + 1), ''],
      ['password1', 'password1'],
      ['dovetail & mortise 7', 'another'],
    ] as const) {
      const answer = await browser.submit(form, { password, confirm_password });
      expect(answer.status).toBe(422);
      expectGreek(answer);
    }
    const password = 'dovetail & mortise 7';
    const done = await browser.follow(
      await browser.submit(form, { password, confirm_password: password }),
    );
    expectGreek(done);
    expect(textOf(done.html)).toContain(resetPassword.el.done);
  });

  test('a code of the second step', async () => {
    const { seal } = await import('#app/domain/keys.server.ts');
    const id = await makeAdmin('two@drys.example');
    await updateAdmin(database(), id, { totp_secret: seal('second-factor', 'JBSWY3DPEHPK3PXP') });
    const browser = await greekBrowser();
    const given = { email: 'two@drys.example', password: PASSWORD };
    const step = await browser.follow(await browser.submit(await browser.get('/admin'), given));
    expectGreek(step);
    expect(textOf(step.html)).toContain(secondStep.el.note);
    const wrong = await browser.submit(step, { code: '000000' });
    expectGreek(wrong);
    expect(textOf(wrong.html)).toContain(secondStep.el.wrong);
  });
});
