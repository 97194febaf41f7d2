import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Secret, TOTP } from 'otpauth';
import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { signedOut } from '#app/content/texts/auth.server.ts';
import { signOutAdmin } from '#app/domain/accounts/accounts.server.ts';
import { seal } from '#app/domain/keys.server.ts';
import { listTypedTexts } from '#app/routes/typed-fields.server.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { logIn, makeAdmin, newAdmin, PASSWORD, signedIn } from '../../support/people/admins.ts';
import { attribute, forms, PlainBrowser, type Page } from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';
import { one, putEnquiry, run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const enquiry = await putEnquiry();

const AT = '/admin/dashboard';

/** Every page of the desk that takes a form. */
const DESK_PAGES = [
  AT,
  `${AT}/new`,
  `${AT}/account`,
  `${AT}/account/password`,
  `${AT}/account/two-step`,
  `${AT}/people`,
  `${AT}/templates`,
  `${AT}/quarantine`,
  `${AT}/mail`,
  `${AT}/person`,
  `${AT}/site`,
  `${AT}/site/:kind`,
  `${AT}/site/:kind/:id`,
];
const deskPages = DESK_PAGES.map((pattern) =>
  pattern.replace(':kind', 'projects').replace(':id', 'new'),
);

/**
 * The URLs without a page, and the page that the sign-in redirects to after a POST without a
 * session.
 */
const DESK_RESOURCES: [path: string, leadsTo: string][] = [
  [`${AT}/person/file`, `${AT}/person?q=larch`],
  [`${AT}/site/pictures`, `${AT}/site`],
  [`${AT}/site/live-view`, `${AT}/site`],
];

/** The responses to an empty form without a session, for all other URLs. */
const OTHER_FORMS: Record<string, string> = {
  '/el?/contact': '422 ',
  '/admin': '422 ',
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

/** Creates a new admin, with a browser that is not signed in. */
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

/** A note, with the fields that a page hides, and a password. */
const postNote = (browser: PlainBrowser, path: string) =>
  browser.post(`${path}?q=larch`, {
    intent: 'note',
    draft: `7 note ${enquiry}`,
    enquiry: 'enquiry-4711',
    key: 'key-of-the-form',
    current_password: 'a password that was typed',
    note: 'Half a <b>thought</b>\nand another',
  });

test('this test covers every path that accepts a form', () => {
  const posted = Object.keys(routes).filter((id) => routes[id]!.module.action);
  const resources = DESK_RESOURCES.map(([path]) => path);
  const tested = [...DESK_PAGES, ...resources, ...Object.keys(OTHER_FORMS)];
  expect(posted.map(patternOf).toSorted()).toEqual(tested.toSorted());
});

/** Returns everything that is stored in the database. */
const readDatabase = () => getSqliteConnection().serialize().toString('latin1');

/** Expects the login and all that was typed in a note, but no hidden value and no password; returns the login. */
async function expectAnsweredWithLogin({ browser }: Sender, path: string): Promise<Page> {
  const login = await postNote(browser, path);
  expect(login.status).toBe(401);
  expect(login.headers.get('cache-control')).toContain('no-store');
  expect(login.text).toContain('Your session has ended. Nothing was saved.');
  expect(login.html).toContain('Half a &lt;b&gt;thought&lt;/b&gt;\nand another');
  for (const hidden of ['enquiry-4711', 'key-of-the-form', 'a password that was typed'])
    expect(login.html).not.toContain(hidden);
  expect(readDatabase()).not.toContain('thought');
  return login;
}

test.each(deskPages)('DK-6 D-1 gives back what was typed to %s without a session', async (path) => {
  const sender = await createSignedOutSender();
  const { browser, email } = sender;
  const login = await expectAnsweredWithLogin(sender, path);
  const response = await browser.submit(login, { email, password: PASSWORD });
  expect(response.outcome).toBe(`303 ${path}?q=larch`);
  const page = await browser.follow(response);
  expect(page.status).toBe(200);
  expect(page.html).not.toContain('Half a');
});

test('DK-6 D-1 a form posted without a cookie leads through both steps of a login to its page', async () => {
  const sender = await createSender();
  const secret = new Secret().base32;
  const sealed = seal('second-factor', secret);
  run('UPDATE admins SET totp_secret = ? WHERE id = ?', sealed, sender.id);
  const login = await expectAnsweredWithLogin(sender, AT);
  const { browser, email } = sender;
  const step = await browser.submit(login, { email, password: PASSWORD });
  expect(step.location).toBe('/admin?code');
  const code = await browser.follow(step);
  const response = await browser.submit(code, { code: new TOTP({ secret }).generate() });
  expect(response.outcome).toBe(`303 ${AT}?q=larch`);
});

test('DK-6 refuses a form of another site, and gives nothing of it back', async () => {
  for (const path of deskPages) {
    const browser = new PlainBrowser(site, { 'sec-fetch-site': 'cross-site' });
    const refusal = await postNote(browser, path);
    expect([path, refusal.outcome]).toEqual([path, '403 ']);
    expect(refusal.html).not.toContain('Half a');
    expect(browser.cookies.size).toBe(0);
  }
});

test.each(DESK_RESOURCES)('DK-6 D-1 leads from %s by the login to %s', async (path, leadsTo) => {
  const { browser, email } = await createSignedOutSender();
  const answer = await postNote(browser, path);
  expect(answer.outcome).toBe('303 /admin');
  const login = await browser.follow(answer);
  const response = await browser.submit(login, { email, password: PASSWORD });
  expect(response.outcome).toBe(`303 ${leadsTo}`);
});

test.each(Object.entries(OTHER_FORMS))('%s needs no session', async (pattern, outcome) => {
  const address = pattern.replace('/el?', '');
  const { browser } = await createSignedOutSender();
  for (const sender of [browser, new PlainBrowser(site)]) {
    expect((await sender.post(address, {})).outcome).toBe(outcome);
  }
  const other = new PlainBrowser(site, { 'sec-fetch-site': 'cross-site' });
  expect((await other.post(address, {})).outcome).toBe('403 ');
});

test.each(['live-view', 'pictures'])('D-1 leads a script of %s back to its entry', async (name) => {
  const { browser, email } = await createSender();
  const entry = `${AT}/site/projects/new`;
  browser.headers['referer'] = `${site}${entry}`;
  await browser.post(`${AT}/site/${name}`, {});
  browser.headers['referer'] = 'https://elsewhere.example/admin/dashboard/sitemap';
  expect((await logIn(browser, email)).location).toBe(entry);
  browser.cookies.clear();
  await browser.post(`${AT}/site/${name}`, {});
  expect((await logIn(browser, email)).location).toBe(`${AT}/site`);
});

test('DK-6 gives back the fields before and after the files of a form, in the language of the browser', async () => {
  const { browser } = await createSignedOutSender();
  await browser.get('/admin?language=el');
  const form = new FormData();
  form.set('description_en', 'x'.repeat(100_000));
  form.set('pictures', new File(['picture'], 'veranda.jpg'));
  form.set('description_el', 'Γράφτηκε μετά τα αρχεία.');
  const login = await browser.postParts(`${AT}/site/projects/new`, form);
  expect(login.status).toBe(401);
  expect(login.text).toContain(signedOut.el.nothingSaved);
  expect(login.text).toContain('x'.repeat(100_000));
  expect(login.text).toContain('Γράφτηκε μετά τα αρχεία.');
});

test('DK-6 keeps each form of a page without a session within 64 KB, like every other body', async () => {
  for (const path of [...deskPages, '/admin', '/reset-password']) {
    const type = 'multipart/form-data; boundary=x';
    const headers = { 'content-type': type, 'content-length': `${64 * 1024 + 1}` };
    const { status } = await exchange(site, { path, method: 'POST', headers, body: '--x' });
    expect(status, path).toBe(413);
  }
});

const findEntryPath = (kind: string) =>
  `${AT}/site/${kind}/${one('SELECT min(id) FROM site_entries WHERE kind = ?', kind)}`;

/** Together the forms of these pages have every kind of field of the desk. */
const FORM_PAGES = [
  ...['projects', 'insights', 'pages', 'documents', 'clients'].map(findEntryPath),
  `${AT}?enquiry=${enquiry}`,
  `${AT}?enquiry=${enquiry}&reply=1`,
  `${AT}/templates?change=1`,
  ...deskPages,
];

const reader = await newAdmin(site, 'reader@drys.example');

test.each(FORM_PAGES)('DK-6 the server knows intent and hidden fields of %s', async (path) => {
  const page = await reader.get(path);
  const deskForms = forms(page.html).filter(({ action }) => action !== '/admin/logout');
  for (const { fields } of deskForms) expect(fields).toHaveProperty('intent');

  const hidden = page.all('input[type=hidden]');
  const form = new FormData();
  for (const field of hidden) {
    const name = attribute(field, 'name');
    if (name) form.append(name, 'a hidden value');
  }
  expect(listTypedTexts(form)).toEqual([]);
});

test('HC-2 takes a form without an intent, as earlier pages have it, for the first of its page', async () => {
  const form = { email: 'nobody@mail.example' };
  const path = '/admin/dashboard/person';
  expect((await reader.post(path, form)).status).toBe(200);
  expect((await reader.post(path, { ...form, intent: 'unknown' })).status).toBe(400);
});
