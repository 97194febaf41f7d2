import { beforeAll, describe, expect, test } from 'vitest';
import { signInMessages } from '#app/content/words/auth.server.ts';
import { PASSWORD, inviteCode, logIn, makeAdmin } from '../../support/people/admins.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  forms,
  textOf,
} from '../../support/reading/browser.ts';
import { COSTS } from '../../support/costs.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const { disableAdmin } = await import('#app/domain/accounts/accounts.server.ts');

const KNOWN = 'known@drys.example';
let visitors = 0;

/** A browser at an address of its own. */
function visitor(): PlainBrowser {
  visitors += 1;
  return new PlainBrowser(site, { 'x-forwarded-for': `198.51.100.${visitors}` });
}

function says(page: Page, { title, message }: { title: string; message: string }): void {
  expect(textOf(page.html)).toContain(title);
  expect(textOf(page.html)).toContain(message);
}

beforeAll(async () => {
  await makeAdmin(KNOWN);
  await inviteCode('invited@drys.example');
  await makeAdmin('disabled@drys.example');
  await disableAdmin('disabled@drys.example');
});

describe('AL-1 the page', () => {
  test('has what the ledger lists, in both modes', async () => {
    const login = await visitor().get('/admin');
    expect(login.status).toBe(200);
    const text = textOf(login.html);
    for (const word of ['Email', 'Password', 'Forgot password?', 'Login', 'Back to Home']) {
      expect(text).toContain(word);
    }
    expect(text).toContain('for invited users');
    const forgot = textOf((await visitor().get('/admin?forgot')).html);
    for (const word of ['Email', 'Send reset link', 'Back to Login'])
      expect(forgot).toContain(word);
    expect(forgot).not.toContain('Password ');
    expect(login.headers.get('cache-control')).toContain('no-store');
    expect(login.headers.get('x-robots-tag')).toBe('noindex');
    expect(login.headers.get('referrer-policy')).toBe('same-origin');
  });

  test('AL-8 offers no registration, and no such address exists', async () => {
    const { html } = await visitor().get('/admin');
    expect(textOf(html)).not.toMatch(/sign up|register|create (an )?account/i);
    for (const path of ['/signup', '/admin/signup', '/register', '/admin/register']) {
      expect((await visitor().get(path)).status).toBe(404);
    }
  });
});

describe('AL-2 the shape of what was typed', () => {
  test.each(['admin@drys', 'admin', '@drys.example', 'a b@drys.example', ''])(
    'the address %j is refused beside its field, and kept',
    async (email) => {
      const page = await logIn(visitor(), email);
      expect(page.status).toBe(422);
      says(page, signInMessages.en.email);
      const field = elements(page.html, 'input').find((e) => attribute(e, 'name') === 'email')!;
      expect(attribute(field, 'aria-invalid')).toBe('true');
      expect(attribute(field, 'value')).toBe(email);
    },
  );

  test('a password of seven characters is refused and not counted', async () => {
    const browser = visitor();
    for (let i = 0; i < 6; i++) {
      const page = await logIn(browser, KNOWN, 'seven77');
      expect(page.status).toBe(422);
      says(page, signInMessages.en.password);
      expect(page.html).not.toContain('seven77');
    }
    expect((await logIn(browser, KNOWN)).status).toBe(303);
  });

  test('< and > are taken out of the address, and its case does not matter', async () => {
    expect((await logIn(visitor(), ' <Known@DRYS.example> ')).status).toBe(303);
  });
});

describe('AL-3 the security token', () => {
  test('is 32 bytes as hex, new on each page, and of this browser', async () => {
    const browser = visitor();
    const tokens: string[] = [];
    for (let i = 0; i < 2; i++) {
      tokens.push(forms((await browser.get('/admin')).html)[0]!.fields['csrf_token']!);
    }
    expect(tokens[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  test.each([
    ['missing', ''],
    ['made up', 'a'.repeat(64)],
    ['too short', 'abcd'],
  ])('%s: refused, though the password is right', async (_, token) => {
    const browser = visitor();
    const page = await browser.get('/admin');
    const answer = await browser.submit(page, {
      email: KNOWN,
      password: PASSWORD,
      csrf_token: token,
    });
    expect(answer.status).toBe(403);
    says(answer, signInMessages.en.security);
    expect(browser.cookies.has('sid')).toBe(false);
  });

  test('of another browser: refused', async () => {
    const page = await visitor().get('/admin');
    const browser = visitor();
    await browser.get('/admin');
    const answer = await browser.submit(page, { email: KNOWN, password: PASSWORD });
    expect(answer.status).toBe(403);
  });
});

describe('AL-4 AL-5 what a failure tells', () => {
  const cases = {
    known: KNOWN,
    unknown: 'nobody@drys.example',
    disabled: 'disabled@drys.example',
    invited: 'invited@drys.example',
  };

  /** All that an outsider sees, without what differs between any two answers. */
  async function observe(email: string, password: string) {
    const started = performance.now();
    const page = await logIn(visitor(), email, password);
    const ms = performance.now() - started;
    const headers = Object.fromEntries(page.headers);
    for (const name of ['date', 'x-request-id', 'content-security-policy', 'content-length']) {
      delete headers[name];
    }
    const html = page.html
      .replaceAll(email, 'EMAIL')
      .replace(/[0-9a-f]{64}/g, 'TOKEN')
      .replace(/nonce(="|-|\\",\\")[\w+/=]+/g, 'NONCE');
    return { status: page.status, headers, text: textOf(html), length: html.length, ms };
  }

  test('unknown, disabled, invited and known addresses get the same answer', async () => {
    const known = await observe(cases.known, 'wrong password');
    expect(known.status).toBe(401);
    expect(known.text).toContain(signInMessages.en.failed.title);
    expect(known.text).toContain(signInMessages.en.failed.message);
    for (const email of [cases.unknown, cases.disabled, cases.invited]) {
      const { ms: _, ...answer } = await observe(email, PASSWORD);
      const { ms: __, ...expected } = known;
      expect({ ...answer, length: Math.abs(answer.length - expected.length) < 8 }).toEqual({
        ...expected,
        length: true,
      });
    }
  });

  test('every outcome is held back', async () => {
    const floor = COSTS.loginDelayMinMs - 5;
    for (const email of Object.values(cases)) {
      expect((await observe(email, 'wrong password')).ms).toBeGreaterThan(floor);
    }
    expect((await observe(cases.known, PASSWORD)).ms).toBeGreaterThan(floor);
  });

  test('success leads to the dashboard and nowhere else, with a message', async () => {
    const browser = visitor();
    const page = await browser.get('/admin?redirectTo=https://evil.example');
    const answer = await browser.submit(page, { email: KNOWN, password: PASSWORD });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/dashboard']);
    const dashboard = await browser.follow(answer);
    says(dashboard, signInMessages.en.success);
    const again = await browser.get('/admin/dashboard');
    expect(textOf(again.html)).not.toContain(signInMessages.en.success.title);
  });
});
