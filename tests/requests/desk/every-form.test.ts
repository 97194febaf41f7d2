import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Secret, TOTP } from 'otpauth';
import type { ServerBuild } from 'react-router';
import { describe, expect, test } from 'vitest';
import { signedOut } from '#app/content/words/auth.server.ts';
import { signOutAdmin } from '#app/domain/accounts/accounts.server.ts';
import { seal } from '#app/domain/keys.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { updateAdmin } from '#db/accounts.ts';
import { database } from '#db/database.server.ts';
import { PASSWORD, logIn, makeAdmin, signedIn } from '../../support/people/admins.ts';
import { type Page, PlainBrowser } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry } from '../../support/servers/store.ts';

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
  [`${AT}/account`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/language`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/digest`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/sessions`]: { leadsTo: `${AT}/account?q=larch` },
  [`${AT}/account/password`]: { leadsTo: `${AT}/account/password?q=larch` },
  [`${AT}/account/two-step`]: { leadsTo: `${AT}/account/two-step?q=larch` },
  [`${AT}/templates`]: { leadsTo: `${AT}/templates?q=larch&enquiry=${enquiry}`, waits: true },
  [`${AT}/templates/deletion`]: { leadsTo: `${AT}/templates?q=larch` },
  [`${AT}/quarantine`]: { leadsTo: `${AT}/quarantine?q=larch` },
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

test('the lists of this test name every address that takes a form', () => {
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
  expect(login.text.includes(signedOut.en.draft(DESK.draftMinutes))).toBe(waits);
  return browser.submit(login, { email, password: PASSWORD });
}

describe.each(deskForms)('DK-6 D-1 a form posted to %s', (address, leadsTo, waits) => {
  test('leads through the login to its page when the session has ended', async () => {
    const sender = await createSignedOutSender();
    const back = await signInAfterForm(sender, address, waits);
    expect(back.outcome).toBe(`303 ${leadsTo}`);
    expect((await sender.browser.follow(back)).status).toBe(200);
  });

  test('leads through the login to its page when the cookie is gone', async () => {
    const sender = await createSender();
    const back = await signInAfterForm(sender, address, waits);
    expect(back.outcome).toBe(`303 ${leadsTo}`);
    expect((await sender.browser.follow(back)).status).toBe(200);
  });

  test('leads through the second step of a login to its page', async () => {
    const sender = await createSender();
    const { browser, email, id } = sender;
    const secret = new Secret().base32;
    await updateAdmin(database(), id, { totp_secret: seal('second-factor', secret) });
    expect((await logIn(browser, email)).location).toBe('/admin/code');
    const step = await signInAfterForm(sender, address, waits);
    expect(step.location).toBe('/admin/code');
    const code = await browser.follow(step);
    const back = await browser.submit(code, { code: new TOTP({ secret }).generate() });
    expect(back.outcome).toBe(`303 ${leadsTo}`);
    expect((await browser.follow(back)).status).toBe(200);
  });

  test('is refused when another site has sent it', async () => {
    const browser = new PlainBrowser(site, { 'sec-fetch-site': 'cross-site' });
    expect((await postForm({ browser, id: 1 }, address)).outcome).toBe('403 ');
    expect(browser.cookies.size).toBe(0);
  });
});

test.each(Object.entries(OTHER_FORMS))('a form posted to %s', async (pattern, outcome) => {
  const address = pattern.replace('/el?', '');
  const { browser } = await createSignedOutSender();
  for (const sender of [browser, new PlainBrowser(site)]) {
    expect((await sender.post(address, {})).outcome).toBe(outcome);
  }
  const other = new PlainBrowser(site, { 'sec-fetch-site': 'cross-site' });
  expect((await other.post(address, {})).outcome).toBe('403 ');
});

test('DK-6 a form of a content kind with a hyphen in its name waits for the sign-in', async () => {
  const sender = await createSignedOutSender();
  const back = await signInAfterForm(sender, `${AT}/site/job-offers/new`, true);
  expect(back.location).toContain('/site/job-offers/new');
});

test.each(['live-view', 'pictures'])(
  'D-1 the script of an entry that posts to %s without a session leads back to the entry',
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
