import { contact } from '../../../app/content/words/contact.server.ts';
import { typed } from '../../support/people/enquiry.ts';
import { attribute, elements } from '../../support/reading/browser.ts';
import { buildNextVersion } from '../../support/servers/second-build.ts';
import { type ServedSite, serveSite } from '../../support/servers/served-site.ts';
import { goHydrated, hydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

test.describe.configure({ mode: 'serial' });

let next: Awaited<ReturnType<typeof buildNextVersion>>;
let first: ServedSite;
let second: ServedSite | undefined;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  next = await buildNextVersion();
});
test.afterAll(() => next?.remove());

test.beforeEach(async () => {
  first = await serveSite({ TRUST_PROXY: '1' });
});
test.afterEach(async () => {
  await second?.stop();
  await first.stop();
});

/** The next version in the place of the first: at its port, on its data. */
async function upgrade(): Promise<void> {
  await first.halt();
  const PORT = new URL(first.url).port;
  const env = { TRUST_PROXY: '1', DATA_DIR: first.dataDir, PORT, PUBLIC_URL: first.url };
  second = await serveSite(env, next.folder);
}

async function assetsOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  const styles = elements(html, 'link').map((link) => attribute(link, 'href') ?? '');
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, href = '']) => href);
  return [...new Set([...styles, ...named])].filter((href) => href.startsWith('/assets/'));
}

test('HC-2 what a page of the build before names is there after an upgrade', async () => {
  const before = await assetsOf(`${first.url}/about`);
  const texts = await Promise.all(
    before.map(async (href) => (await fetch(first.url + href)).text()),
  );
  await upgrade();
  const gone = (await assetsOf(`${first.url}/about`)).filter((href) => !before.includes(href));
  expect(gone.length, 'the next build has other assets').toBeGreaterThan(2);
  for (const [i, href] of before.entries()) {
    const answer = await fetch(first.url + href);
    expect(answer.status, href).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await answer.text()).toBe(texts[i]);
  }
});

test('HC-2 a page open across an upgrade goes on, and so does its form', async ({ page }) => {
  await goHydrated(page, first.url);
  const form = await page.context().newPage();
  await goHydrated(form, `${first.url}/contact`);
  await form.getByLabel('Name', { exact: true }).fill(typed.full_name);
  await form.getByLabel('Email').fill(typed.email);
  await form.getByLabel('Project Type').selectOption(typed.project);
  await form.getByLabel('I am human').click();
  await expect(form.getByLabel('I am human')).toBeChecked({ timeout: 30_000 });
  await page.evaluate(() => Object.assign(globalThis, { openSince: 'before' }));
  await upgrade();

  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle(/^About/);
  await page.getByRole('banner').getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveTitle(/^Projects/);
  expect(await page.evaluate(() => 'openSince' in globalThis), 'it is the page of before').toBe(
    true,
  );

  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByText(contact.en.success.title).first()).toBeVisible();
  await form.close();

  await page.reload();
  await hydrated(page);
  await expect(page.locator('body')).toHaveAttribute('data-version', 'next');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('HC-2 a form of the build before is taken, and its links lead on', async ({ page }) => {
    await page.goto(`${first.url}/contact`);
    await page.getByLabel('Name', { exact: true }).fill(typed.full_name);
    await page.getByLabel('Email').fill(typed.email);
    await upgrade();
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(contact.en.success.title).first()).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveTitle(/^About/);
  });
});
