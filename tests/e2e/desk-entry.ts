import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { NewEnquiry } from '#db/schema.ts';
import { PASSWORD } from '../support/admins.ts';
import type { ServedSite } from '../support/served-site.ts';

/** Makes an admin and these enquiries, and signs the admin in on the page. Returns the ids. */
export async function enterDesk(page: Page, site: ServedSite, enquiries: Partial<NewEnquiry>[]) {
  const email = `${randomUUID()}@drys.example`;
  const made = JSON.stringify(enquiries);
  const { stdout, stderr } = await site.run(['tests/support/fill-desk.ts', email, made]);
  if (!/^\[[\d,]*\]$/.test(stdout)) throw new Error(stdout + stderr);
  await page.goto('/admin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/dashboard');
  return JSON.parse(stdout) as number[];
}
