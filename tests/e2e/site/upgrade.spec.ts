import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { getContactTexts } from '../../../app/content/texts/contact.server.ts';
import { newFolder } from '../../support/servers/new-data.ts';
import { serveSite } from '../../support/servers/served-site.ts';
import { openDesk } from '../support/desk.ts';
import { fillEnquiry } from '../support/enquiry.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, waitForHydration } from '../support/page.ts';

test.use({ expectedErrors: [/status of 422/] });

// A second build: npm run test:system.
test(
  'HC-2 keeps a page and its form working across an upgrade',
  { tag: '@system' },
  async ({ page }) => {
    const next = nextVersion();
    const first = await serveSite({ TRUST_PROXY: '1' });
    let second: typeof first | undefined;
    try {
      await goHydrated(page, first.url);
      const form = await page.context().newPage();
      await goHydrated(form, `${first.url}/contact`);
      await fillEnquiry(form);
      await expect(form.getByText(getContactTexts('en').human.verified)).toBeVisible({
        timeout: 30_000,
      });
      await page.evaluate(() => Object.assign(globalThis, { openSince: 'before' }));
      // The next version in the place of the first: at its port, on its data.
      await first.halt();
      const PORT = new URL(first.url).port;
      const env = { TRUST_PROXY: '1', DATA_DIR: first.dataDir, PORT, PUBLIC_URL: first.url };
      second = await serveSite(env, next);

      for (const name of ['About', 'Projects']) {
        await page.getByRole('banner').getByRole('link', { name }).click();
        await expect(page).toHaveTitle(new RegExp(`^${name}`));
      }
      const isSamePage = await page.evaluate(() => 'openSince' in globalThis);
      expect(isSamePage, 'it is the page of before').toBe(true);
      await form.getByRole('button', { name: 'Send Message' }).click();
      await expect(form.getByText(getContactTexts('en').success.title).first()).toBeVisible();
      await form.close();
      await page.reload();
      await waitForHydration(page);
      await expect(page.locator('body')).toHaveAttribute('data-version', 'next');
    } finally {
      await second?.stop();
      await first.stop();
      rmSync(next, { recursive: true });
    }
  },
);

test('HC-2 a form of the desk keeps its page after an upgrade', async ({ page, site }) => {
  const { word } = await openDesk(page, site);
  const sections = page.getByRole('banner').getByRole('navigation');
  const isOpenSince = () => page.evaluate(() => 'openSince' in globalThis);
  await sections.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  const pretendUpgrade = () =>
    page.evaluate(() => {
      Object.assign(globalThis, { openSince: 'before' });
      window.__reactRouterManifest.version = 'before';
    });
  await pretendUpgrade();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Contact enquiries' })).toBeVisible();
  await expect.poll(isOpenSince).toBe(false);
  await waitForHydration(page);
  await sections.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await pretendUpgrade();
  await page.getByLabel('Email').fill(word);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/email/i);
  expect(await isOpenSince()).toBe(true);
  await sections.getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('heading', { name: 'Reply templates' })).toBeVisible();
  expect(await isOpenSince()).toBe(false);
});

/**
 * The folder of another build of this project: each script and style sheet has another name, as when
 * each has changed, and a page says which version it is.
 */
function nextVersion(): string {
  const folder = newFolder();
  // Compressed files contain the old names. The pictures are large and already in the build.
  const filter = (path: string) => !/\.(br|gz)$|content\/(pictures|film)\//.test(path);
  for (const name of ['app', 'build', 'db', 'scripts', 'package.json']) {
    cpSync(name, join(folder, name), { recursive: true, filter });
  }
  for (const name of ['node_modules', 'public', 'tests'])
    symlinkSync(resolve(name), join(folder, name));
  const build = join(folder, 'build');
  const names = readdirSync(join(build, 'client/assets')).filter((name) => CODE.test(name));
  const renamed = (name: string) =>
    name.replace(/([\w-])\.(\w+)$/, (_, last, type) => `${last === 'x' ? 'y' : 'x'}.${type}`);
  for (const file of readdirSync(build, { recursive: true, encoding: 'utf8' })) {
    if (!CODE.test(file)) continue;
    const path = join(build, file);
    const text = names.reduce(
      (all, name) => all.replaceAll(name, renamed(name)),
      readFileSync(path, 'utf8'),
    );
    const newPath = names.includes(basename(file)) ? renamed(path) : path;
    rmSync(path);
    writeFileSync(newPath, file.includes('entry.client') ? `${text};${SAYS_SO}` : text);
  }
  return folder;
}

const CODE = /\.(js|css)$/;
const SAYS_SO = "document.body.dataset.version='next'";
