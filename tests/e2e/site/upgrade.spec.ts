import { contact } from '../../../app/content/words/contact.server.ts';
import { buildNextVersion } from '../../support/servers/second-build.ts';
import { serveSite } from '../../support/servers/served-site.ts';
import { fillEnquiry } from '../support/enquiry.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, hydrated } from '../support/page.ts';

test('HC-2 a page open across an upgrade goes on, and so does its form', async ({ page }) => {
  test.setTimeout(300_000);
  const next = await buildNextVersion();
  const first = await serveSite({ TRUST_PROXY: '1' });
  let second: typeof first | undefined;
  try {
    await goHydrated(page, first.url);
    const form = await page.context().newPage();
    await goHydrated(form, `${first.url}/contact`);
    await fillEnquiry(form);
    await form.getByLabel('I am human').click();
    await expect(form.getByLabel('I am human')).toBeChecked({ timeout: 30_000 });
    await page.evaluate(() => Object.assign(globalThis, { openSince: 'before' }));
    // The next version in the place of the first: at its port, on its data.
    await first.halt();
    const PORT = new URL(first.url).port;
    const env = { TRUST_PROXY: '1', DATA_DIR: first.dataDir, PORT, PUBLIC_URL: first.url };
    second = await serveSite(env, next.folder);

    for (const name of ['About', 'Projects']) {
      await page.getByRole('banner').getByRole('link', { name }).click();
      await expect(page).toHaveTitle(new RegExp(`^${name}`));
    }
    const since = await page.evaluate(() => 'openSince' in globalThis);
    expect(since, 'it is the page of before').toBe(true);
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByText(contact.en.success.title).first()).toBeVisible();
    await form.close();
    await page.reload();
    await hydrated(page);
    await expect(page.locator('body')).toHaveAttribute('data-version', 'next');
  } finally {
    await second?.stop();
    await first.stop();
    next.remove();
  }
});
