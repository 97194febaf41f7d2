import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Secret, TOTP } from 'otpauth';
import type { ServerBuild } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedOut } from '#app/content/messages/auth.server.ts';
import { signOutAdmin } from '#app/domain/accounts/accounts.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { HOUR } from '#app/domain/clock.server.ts';
import { seal } from '#app/domain/keys.server.ts';
import { DESK, POSTED_FORMS } from '#app/domain/limits.ts';
import { applyRetention, erasePerson } from '#app/domain/privacy.server.ts';
import { updateAdmin } from '#db/accounts.ts';
import { getDatabase } from '#db/database.server.ts';
import { logIn, makeAdmin, PASSWORD, signedIn } from '../../support/people/admins.ts';
import { PlainBrowser, type Page } from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, putEnquiry, run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const enquiry = await putEnquiry();

const AT = '/admin/dashboard';
const LIST = `${AT}?q=larch`;
const OPEN = `${LIST}&enquiry=${enquiry}`;

interface DeskForm {
  /** An address of the pattern, where that has a parameter. */
  address?: string;
  /** The page that the sign-in leads to after a POST whose session had ended. */
  leadsTo: string;
  /** Whether what was posted waits for the sign-in (DK-6). */
  waits?: true;
}

/** Every address of the desk that takes a form. */
const DESK_FORMS: Record<string, DeskForm> = {
  [AT]: { leadsTo: LIST },
  [`${AT}/status`]: { leadsTo: LIST, waits: true },
  [`${AT}/notes`]: { leadsTo: OPEN, waits: true },
  [`${AT}/replies`]: { leadsTo: OPEN, waits: true },
  [`${AT}/replies/retry`]: { leadsTo: LIST },
  [`${AT}/answers`]: { leadsTo: OPEN, waits: true },
  [`${AT}/assignment`]: { leadsTo: OPEN, waits: true },
  [`${AT}/follow-up`]: { leadsTo: OPEN, waits: true },
  [`${AT}/selection`]: { leadsTo: LIST },
  [`${AT}/new`]: { leadsTo: `${AT}/new?q=larch&enquiry=${enquiry}`, waits: true },
  [`${AT}/drafts/discarded`]: { leadsTo: LIST },
  [`${AT}/account`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/language`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/digest`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/sessions`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/passkeys`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/passkeys/removed`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/password`]: { leadsTo: `${AT}/account/password?q=larch` },
  [`${AT}/account/two-step`]: { leadsTo: `${AT}/account/two-step?q=larch` },
  [`${AT}/people`]: { leadsTo: `${AT}/people?q=larch` },
  [`${AT}/people/disabled`]: { leadsTo: `${AT}/people?q=larch` },
  [`${AT}/people/enabled`]: { leadsTo: `${AT}/people?q=larch` },
  [`${AT}/people/invitations`]: { leadsTo: `${AT}/people?q=larch` },
  [`${AT}/people/sessions`]: { leadsTo: `${AT}/people?q=larch` },
  [`${AT}/templates`]: { leadsTo: `${AT}/templates?q=larch&enquiry=${enquiry}`, waits: true },
  [`${AT}/templates/deletion`]: { leadsTo: `${AT}/templates?q=larch` },
  [`${AT}/quarantine`]: { leadsTo: `${AT}/quarantine?q=larch` },
  [`${AT}/site`]: { leadsTo: `${AT}/site?q=larch` },
  [`${AT}/mail`]: { leadsTo: `${AT}/mail?q=larch` },
  [`${AT}/mail/discarded`]: { leadsTo: `${AT}/mail?q=larch` },
  [`${AT}/person`]: { leadsTo: `${AT}/person?q=larch` },
  [`${AT}/person/erasure`]: { leadsTo: `${AT}/person?q=larch` },
  [`${AT}/person/file`]: { leadsTo: `${AT}/person?q=larch` },
  [`${AT}/site/pictures`]: { leadsTo: `${AT}/site` },
  [`${AT}/site/live-view`]: { leadsTo: `${AT}/site` },
  [`${AT}/site/:kind`]: {
    address: `${AT}/site/projects`,
    leadsTo: `${AT}/site/projects?q=larch`,
  },
  [`${AT}/site/:kind/:id`]: {
    address: `${AT}/site/projects/new`,
    leadsTo: `${AT}/site/projects/new?q=larch&enquiry=${enquiry}`,
    waits: true,
  },
};
const deskForms = Object.entries(DESK_FORMS).map(
  ([pattern, { address = pattern, waits = false, leadsTo }]) => [address, leadsTo, waits] as const,
);

/** What a visitor without a session gets who posts an empty form to every other address. */
const OTHER_FORMS: Record<string, string> = {
  '/el?/contact': '422 ',
  '/admin': '422 ',
  '/admin/code': '303 /admin',
  '/admin/passkey': '403 ',
  '/admin/logout': '303 /admin',
  '/reset-password': '403 ',
};

const { routes } = (await import(
  /* @vite-ignore */ pathToFileURL('build/server/index.js').href
)) as ServerBuild;

function patternOf(id: string): string {
  const { parentId, path = '' } = routes[id]!;
  return `${parentId === undefined ? '' : patternOf(parentId)}${path && `/${path}`}`;
}

interface Sender {
  email: string;
  id: number;
  browser: PlainBrowser;
}

/** A new admin for each test, whose browser is not signed in. */
async function createSender(): Promise<Sender> {
  const email = `${randomUUID()}@drys.example`;
  return { email, id: await makeAdmin(email), browser: new PlainBrowser(site) };
}

async function createSignedOutSender(): Promise<Sender> {
  const sender = await createSender();
  await signedIn(site, sender.email, PASSWORD, sender.browser);
  await signOutAdmin(sender.email);
  return sender;
}

const postForm = ({ browser, id }: Pick<Sender, 'browser' | 'id'>, address: string) =>
  browser.post(`${address}?q=larch`, {
    draft: `${id} notes ${enquiry}`,
    enquiry: String(enquiry),
    note: 'half a thought',
  });

test('this test covers every path that accepts a form', () => {
  const posted = Object.keys(routes).filter((id) => routes[id]!.module.action);
  expect(posted.map(patternOf).toSorted()).toEqual(
    [...Object.keys(DESK_FORMS), ...Object.keys(OTHER_FORMS)].toSorted(),
  );
});

/** Posts a form without a session, follows to the login, which says what became of it, and signs in. */
async function signInAfterForm(sender: Sender, address: string, waits: boolean): Promise<Page> {
  const { browser, email } = sender;
  const login = await browser.follow(await postForm(sender, address));
  expect(login.url.split('?')[0]).toBe('/admin');
  expect(login.text).toContain(signedOut.en.title);
  expect(login.text.includes(signedOut.en.draft(DESK.draftHours))).toBe(waits);
  return browser.submit(login, { email, password: PASSWORD });
}

describe.each(deskForms)('DK-6 D-1 a form posted to %s', (address, leadsTo, waits) => {
  test('leads through the login to its page when the session has ended', async () => {
    const sender = await createSignedOutSender();
    const back = await signInAfterForm(sender, address, waits);
    expect(back.outcome).toBe(`303 ${leadsTo}`);
    expect((await sender.browser.follow(back)).status).toBe(200);
  });

  test('leads through the login to its page when the cookie is missing', async () => {
    const sender = await createSender();
    const back = await signInAfterForm(sender, address, waits);
    expect(back.outcome).toBe(`303 ${leadsTo}`);
    expect((await sender.browser.follow(back)).status).toBe(200);
  });

  test('leads through the second step of a login to its page', async () => {
    const sender = await createSender();
    const { browser, email, id } = sender;
    const secret = new Secret().base32;
    await updateAdmin(getDatabase(), id, { totp_secret: seal('second-factor', secret) });
    expect((await logIn(browser, email)).location).toBe('/admin/code');
    const step = await signInAfterForm(sender, address, waits);
    expect(step.location).toBe('/admin/code');
    const code = await browser.follow(step);
    const back = await browser.submit(code, { code: new TOTP({ secret }).generate() });
    expect(back.outcome).toBe(`303 ${leadsTo}`);
    expect((await browser.follow(back)).status).toBe(200);
  });

  test('is refused when it comes from another site', async () => {
    const browser = new PlainBrowser(site, { 'sec-fetch-site': 'cross-site' });
    expect((await postForm({ browser, id: 1 }, address)).outcome).toBe('403 ');
    expect(browser.cookies.size).toBe(0);
  });
});

test.each(Object.entries(OTHER_FORMS))(
  'a form posted to %s without a session is not stored',
  async (pattern, outcome) => {
    const address = pattern.replace('/el?', '');
    const { browser } = await createSignedOutSender();
    for (const sender of [browser, new PlainBrowser(site)]) {
      expect((await sender.post(address, {})).outcome).toBe(outcome);
    }
    const other = new PlainBrowser(site, { 'sec-fetch-site': 'cross-site' });
    expect((await other.post(address, {})).outcome).toBe('403 ');
  },
);

test('DK-6 stores a form of a content kind with a hyphen in its name until the login', async () => {
  const sender = await createSignedOutSender();
  const back = await signInAfterForm(sender, `${AT}/site/job-offers/new`, true);
  expect(back.location).toContain('/site/job-offers/new');
});

test.each(['live-view', 'pictures'])(
  'D-1 returns to the entry after the login when its script has posted to %s without a session',
  async (name) => {
    const { browser, email } = await createSender();
    const entry = `${AT}/site/projects/new`;
    browser.headers['referer'] = `${site}${entry}`;
    await browser.post(`${AT}/site/${name}`, {});
    browser.headers['referer'] = 'https://elsewhere.example/admin/dashboard/sitemap';
    expect((await logIn(browser, email)).location).toBe(entry);
    browser.cookies.clear();
    await browser.post(`${AT}/site/${name}`, {});
    expect((await logIn(browser, email)).location).toBe(`${AT}/site`);
  },
);

describe('DK-6 a stored form', () => {
  const rows = () => column('SELECT sealed FROM posted_forms');
  beforeEach(() => run('DELETE FROM posted_forms'));

  const loadNote = async (browser: PlainBrowser) =>
    (await browser.get(`${AT}?enquiry=${enquiry}`)).text.includes('half a thought');

  test('is sealed, is restored once, and survives a visit from another tab', async () => {
    const sender = await createSignedOutSender();
    const { browser, email } = sender;
    await postForm(sender, `${AT}/notes`);
    expect(rows()).toHaveLength(1);
    expect(String(rows()[0])).not.toContain('half');
    await browser.get(`${AT}/account`);
    const returnTo = browser.cookies.get('back')!;
    await logIn(browser, email);
    expect(rows()).toEqual([]);
    expect(await loadNote(browser)).toBe(true);
    await browser.submitTo(await browser.get(OPEN), 'follow-up', { due_on: '' });
    expect(await loadNote(browser)).toBe(false);
    browser.cookies.set('back', returnTo);
    browser.cookies.delete('sid');
    await logIn(browser, email);
    expect(await loadNote(browser)).toBe(false);
  });

  test('is deleted by a sign-in of another admin, by Logout, by an erasure and after a day', async () => {
    const sender = await createSignedOutSender();
    const other = await createSender();
    await postForm(sender, `${AT}/notes`);
    await logIn(sender.browser, other.email);
    expect(rows()).toEqual([]);

    const stay = await createSender();
    await signedIn(site, stay.email, PASSWORD, stay.browser);
    await postForm({ id: stay.id, browser: new PlainBrowser(site) }, `${AT}/notes`);
    expect(rows()).toHaveLength(1);
    await stay.browser.post('/admin/logout', {});
    expect(rows()).toEqual([]);

    await postForm(await createSender(), `${AT}/notes`);
    const person = 'erased@mail.example';
    await putEnquiry({ email: person });
    await erasePerson(person, OPERATOR);
    expect(rows()).toEqual([]);

    const late = await createSignedOutSender();
    await postForm(late, `${AT}/notes`);
    const login = await late.browser.get('/admin');
    expect(login.text).toContain(signedOut.en.draft(DESK.draftHours));
    run('UPDATE posted_forms SET created_at = created_at - ?', DESK.draftHours * HOUR + 1);
    await applyRetention();
    expect(rows()).toEqual([]);
    expect((await late.browser.get('/admin')).text).toContain(signedOut.en.logInAgain);
  });

  test('never displaces the form of another sender: anonymous forms are limited per IP address and in total', async () => {
    const known = await createSignedOutSender();
    await postForm(known, `${AT}/notes`);
    const flood = async (address: string, count: number) => {
      for (let sent = 0; sent < count; sent++) {
        const browser = new PlainBrowser(site, { 'x-forwarded-for': address });
        await postForm({ id: known.id, browser }, `${AT}/notes`);
      }
    };
    await flood('203.0.113.1', POSTED_FORMS.perIpAddress + 1);
    expect(rows()).toHaveLength(1 + POSTED_FORMS.perIpAddress);
    for (let block = 2; block < 13; block++) {
      await flood(`203.0.113.${block}`, POSTED_FORMS.perIpAddress);
    }
    expect(rows()).toHaveLength(1 + POSTED_FORMS.anonymous);
    await logIn(known.browser, known.email);
    expect(await loadNote(known.browser)).toBe(true);
  });

  test('may be large after a session has ended; an anonymous one is limited to 64 KB like every other body', async () => {
    const sender = await createSignedOutSender();
    const entry = `${AT}/site/projects/new`;
    const large = new FormData();
    large.set('draft', `${sender.id} site-projects `);
    large.set('description_en', 'x'.repeat(100_000));
    const login = await sender.browser.follow(await sender.browser.postParts(entry, large));
    expect(login.text).toContain(signedOut.en.draft(DESK.draftHours));
    run('DELETE FROM posted_forms');

    // A browser that was sent to the login is as anonymous as any other.
    const stranger = new PlainBrowser(site);
    await stranger.post(`${AT}/account/language`, {});
    const addresses = deskForms.map(([address]) => address);
    for (const path of [...addresses, '/admin', '/admin?draft=replies', '/reset-password']) {
      const type = 'multipart/form-data; boundary=x';
      const headers = {
        cookie: stranger.cookie,
        'content-type': type,
        'content-length': `${64 * 1024 + 1}`,
      };
      const { status } = await exchange(site, { path, method: 'POST', headers, body: '--x' });
      expect(status, path).toBe(413);
    }
    expect(rows()).toEqual([]);
  });
});
