import type { Page } from '@playwright/test';
import type { NewEnquiry } from '../../../db/schema.ts';
import { eleni } from '../../../db/seed/seed-enquiries.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import { hydrated } from './hydrated.ts';
import type { ServedSite } from '../../support/servers/served-site.ts';

let made = 0;

/** Enquiries of a test's own, found by a word that no other has, and their ids. */
export async function fillDesk(site: ServedSite, email: string, enquiries: Partial<NewEnquiry>[]) {
  const { stdout, stderr } = await site.run([
    'tests/support/people/fill-desk.ts',
    email,
    JSON.stringify(enquiries),
  ]);
  if (!/^\[[\d,]*\]$/.test(stdout)) throw new Error(stdout + stderr);
  return JSON.parse(stdout) as number[];
}

/** Opens the login, fills it in and waits for the desk. */
export async function logIn(page: Page, email: string, site = ''): Promise<void> {
  await page.goto(`${site}/admin`);
  await fillInLogin(page, email);
  await page.waitForURL('**/admin/dashboard');
}

/** Fills in the login that is open. */
export async function fillInLogin(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Signs a new admin in, with three enquiries that hold `word`. */
export async function openDesk(page: Page, site: ServedSite) {
  made += 1;
  const word = `desk${process.pid}x${made}`;
  const email = `${word}@drys.example`;
  const ids = await fillDesk(site, email, [
    { full_name: `Oldest ${word}`, created_at: '2026-11-01T10:00:00.000Z' },
    { full_name: `Middle ${word}`, message: '<img src=x onerror=alert(1)>', verified: 0 },
    { full_name: `Newest ${word}`, phone: eleni.phone, company: 'A; "B"' },
  ]);
  await logIn(page, email);
  await page.goto(`/admin/dashboard?q=${word}`);
  const hasScript = await page.evaluate(() => document.documentElement.classList.contains('js'));
  if (hasScript) await hydrated(page);
  return { word, email, ids };
}
