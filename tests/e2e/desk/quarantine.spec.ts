import type { Page } from '@playwright/test';
import { DESK } from '../../../app/domain/limits.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import type { ServedSite } from '../../support/servers/served-site.ts';
import { axeFinds } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

const COUNT = DESK.quarantinePerAddressAndDay;
const suspects = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Not spam' }) });

/** Honeypot sends that hold a word of this test alone, from an address of its own. */
async function setAside(site: ServedSite, word: string): Promise<void> {
  const headers = { 'x-forwarded-for': `198.19.${process.pid % 250}.7` };
  for (let i = 1; i <= COUNT; i += 1) {
    const form = { website: 'x', full_name: `Suspect ${word}${i}`, email: 's@mail.example' };
    const body = new URLSearchParams({ ...form, project: 'Office Spaces', about: 'roche' });
    await fetch(`${site.url}/contact`, { method: 'POST', headers, body });
  }
}

async function signIn(page: Page, site: ServedSite, word: string): Promise<void> {
  const email = `${word}@drys.example`;
  await site.run(['tests/support/people/fill-desk.ts', email]);
  await page.goto('/admin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/dashboard');
}

test('CF-7 what was set aside is searched, shown again whole and released', async ({
  page,
  site,
}) => {
  const word = `q${process.pid}x`;
  await setAside(site, word);
  await signIn(page, site, word);
  await page.getByRole('link', { name: /^Set aside as spam/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set aside as spam');
  const all = await suspects(page).count();
  const search = page.getByRole('searchbox');
  await search.fill(`${word}7`);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(suspects(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`search=${word}7$`));
  await expect(search).toHaveValue(`${word}7`);
  await expect(suspects(page).getByRole('link', { name: 'Roche' })).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);

  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(suspects(page)).toHaveCount(all);
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(search).toHaveValue(`${word}7`);
  await suspects(page).getByRole('button', { name: 'Not spam' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText(
    `Suspect ${word}7`,
  );
});
