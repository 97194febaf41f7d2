import type { Page } from '@playwright/test';
import type { IssuedLink } from '#app/domain/accounts/account-emails.server.ts';
import type { NewEnquiry, StoredLanguage } from '#db/schema.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { exportTexts } from '../../../app/content/texts/desk.server.ts';
import { PASSWORD, signedIn } from '../../support/people/admins.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import type { ServedSite } from '../../support/servers/served-site.ts';
import { waitForHydration } from './page.ts';

let createdCount = 0;

const fillers = new WeakMap<ServedSite, (question: string) => Promise<string>>();

async function ask<Answer>(site: ServedSite, question: unknown): Promise<Answer> {
  const filler = fillers.get(site) ?? site.accompany(['tests/support/people/fill-desk.ts']);
  fillers.set(site, filler);
  return JSON.parse(await filler(JSON.stringify(question))) as Answer;
}

/** Creates an admin (none for '') and enquiries, and returns the ids of the enquiries. */
export const fillDesk = (site: ServedSite, email: string, enquiries: Partial<NewEnquiry>[]) =>
  ask<number[]>(site, [email, enquiries]);

/** Adds messages of every kind to an enquiry, the newest from its customer, and returns their ids. */
export const addThread = (site: ServedSite, enquiryId: number) => ask<number[]>(site, enquiryId);

/**
 * Signs in by HTTP, without rendering a page. Drops the welcome toast, so that tests can wait until there
 * is no toast.
 */
export async function signIn(page: Page, site: ServedSite, email: string): Promise<void> {
  const { cookies } = await signedIn(site.url, email, PASSWORD, newVisitor(site.url));
  cookies.delete('flash');
  const sessionCookies = [...cookies].map(([name, value]) => ({ name, value, url: site.url }));
  await page.context().addCookies(sessionCookies);
}

/** Signs in by HTTP and opens the desk. */
export async function logIn(page: Page, site: ServedSite, email: string, query = '') {
  await signIn(page, site, email);
  await page.goto(`${site.url}/admin/dashboard${query}`);
}

/** Fills in and submits the open login form. */
export async function fillInLogin(
  page: Page,
  email: string,
  password = PASSWORD,
  { clickCount = 1 } = {},
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click({ clickCount });
}

/** Invites a new admin and returns the email, the hash of the link and the code. */
export async function invite(site: ServedSite) {
  const email = `invited${process.pid}x${(createdCount += 1)}@drys.example`;
  const { url, code } = await ask<IssuedLink>(site, email);
  return { email, hash: new URL(url).hash, code };
}

export async function setPassword(page: Page, confirmed = PASSWORD): Promise<void> {
  await page.getByLabel('New Password').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(confirmed);
  await page.getByRole('button', { name: 'Set password' }).click();
}

/** Creates three enquiries with a unique word, and an admin who is signed in; opens no page. */
export async function createDesk(page: Page, site: ServedSite) {
  createdCount += 1;
  const word = `desk${process.pid}x${createdCount}`;
  const email = `${word}@drys.example`;
  const ids = await fillDesk(site, email, [
    { full_name: `Oldest ${word}`, created_at: '2026-11-01T10:00:00.000Z' },
    { full_name: `Middle ${word}`, message: '<img src=x onerror=alert(1)>', verified: 0 },
    { full_name: `Newest ${word}`, phone: eleni.phone, company: 'A; "B"' },
  ]);
  await signIn(page, site, email);
  return { word, email, ids };
}

/** Creates a desk and opens the list of its enquiries or `query`. */
export async function openDesk(
  page: Page,
  site: ServedSite,
  query = ({ word }: { word: string; ids: number[] }) => `?q=${word}`,
) {
  const desk = await createDesk(page, site);
  await page.goto(`/admin/dashboard${query(desk)}`);
  const hasScript = await page.evaluate(() => document.documentElement.classList.contains('js'));
  if (hasScript) await waitForHydration(page);
  return desk;
}

/** Sets the language in which an admin reads the desk. */
export function setLanguage(site: ServedSite, email: string, language: StoredLanguage): void {
  using database = site.openDatabase();
  database.prepare('UPDATE admins SET language = ? WHERE email = ?').run(language, email);
}

/** Creates a second admin and signs them in by HTTP. */
export async function signInColleague(site: ServedSite) {
  const email = `colleague${process.pid}x${(createdCount += 1)}@drys.example`;
  await fillDesk(site, email, []);
  return { email, browser: await signedIn(site.url, email, PASSWORD, newVisitor(site.url)) };
}

/** Ends all sessions of an admin, from another browser. */
export async function signOutElsewhere(site: ServedSite, email: string): Promise<void> {
  const browser = await signedIn(site.url, email, PASSWORD, newVisitor(site.url));
  await browser.submitTo(await browser.get('/admin/dashboard/account'), 'signOutOthers');
}

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the menu Export and chooses an entry. */
export async function chooseExport(page: Page, entry: string): Promise<void> {
  await page.getByText(exportTexts.en.menu, { exact: true }).filter({ visible: true }).click();
  await page.getByRole('link', { name: entry }).click();
}
