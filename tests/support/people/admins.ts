import { Secret, TOTP } from 'otpauth';
import { AUTH } from '#app/domain/limits.ts';
import { PlainBrowser, type Page } from '../reading/browser.ts';
import { newVisitor } from './enquirer.ts';

export const PASSWORD = 'chisel and mallet 42';

/** Invites an admin and returns the code that the operator's command would print. */
export async function inviteCode(email: string): Promise<string> {
  const { inviteAdmin } = await import('#app/domain/accounts/accounts.server.ts');
  return (await inviteAdmin(email)).code;
}

let hash: Promise<string> | undefined;

/** Inserts an admin with the password PASSWORD into the database and returns the id. */
export async function makeAdmin(email: string): Promise<number> {
  const { hashPassword } = await import('#app/domain/accounts/passwords.server.ts');
  const { insertAdmin } = await import('#db/accounts.ts');
  const { getDatabase } = await import('#db/database.server.ts');
  const { updateRows } = await import('#db/rows.ts');
  hash ??= hashPassword(PASSWORD);
  const { id } = await insertAdmin(getDatabase(), email, new Date().toISOString());
  await updateRows(getDatabase(), 'admins', { id }, { password_hash: await hash });
  return id;
}

/** Submits the login form of /admin and returns the response. */
export async function logIn(
  browser: PlainBrowser,
  email: string,
  password = PASSWORD,
): Promise<Page> {
  // With a session, the login would lead to the desk.
  browser.cookies.delete('sid');
  return browser.submit(await browser.get('/admin'), { email, password });
}

/** Locks an account with enough wrong passwords, sent concurrently from another IP address. */
export async function lockOut(site: string, email: string): Promise<Page[]> {
  const stranger = newVisitor(site);
  const page = await stranger.get('/admin');
  const guess = () => stranger.submit(page, { email, password: 'wrong password' });
  return Promise.all(Array.from({ length: AUTH.lockoutFailures }, guess));
}

/** Signs an admin in and returns the browser. */
export async function signedIn(
  site: string,
  email: string,
  password = PASSWORD,
  browser = new PlainBrowser(site),
) {
  const page = await logIn(browser, email, password);
  if (page.headers.get('location') !== '/admin/dashboard') {
    throw new Error(`${email} was not let in: ${page.status}`);
  }
  return browser;
}

/** Creates an admin and signs them in. Opens the desk once, so that the welcome toast is gone. */
export async function newAdmin(site: string, email: string): Promise<PlainBrowser> {
  await makeAdmin(email);
  const browser = await signedIn(site, email);
  await browser.get('/admin/dashboard');
  return browser;
}

export const TWO_STEP = '/admin/dashboard/account/two-step';

/** Returns the key for the app that the page of the two-step login shows. */
export const readTwoStepKey = (page: Page) => page.texts('code')[0]!.replaceAll(' ', '');

/** Turns two-step login on, and returns the app, the code that is used up, and the page with the recovery codes. */
export async function turnOnTwoStep(browser: PlainBrowser) {
  const form = await browser.get(TWO_STEP);
  const app = new TOTP({ secret: Secret.fromBase32(readTwoStepKey(form)) });
  const usedCode = app.generate();
  const page = await browser.submitTo(form, 'two-step', { code: usedCode });
  if (page.status !== 200) throw new Error(`two-step login was not turned on: ${page.status}`);
  return { app, usedCode, page };
}
