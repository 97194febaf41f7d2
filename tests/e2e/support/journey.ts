import { test as base, expect, type Page } from '@playwright/test';
import { freePort } from '../../support/servers/free-port.ts';
import { serveSite, type ServedSite } from '../../support/servers/served-site.ts';

/**
 * Chromium's message that it skipped the animation of a navigation: layout was read before the styles were
 * loaded, the window was resized or another navigation started meanwhile, or rendering the new page took
 * more than four seconds.
 */
const UNANIMATED = /^Transition was (aborted|skipped)/;

let visitors = 0;

/**
 * The test function of every browser journey: a served site per worker, and a page on which a
 * console error, an uncaught error or a violation of the content security policy fails the test.
 * A test that provokes an error on purpose lists it in `expectedErrors`.
 */
export const test = base.extend<{ expectedErrors: RegExp[] }, { site: ServedSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      // The port must be known before the start, because PUBLIC_URL has to be the browser's origin.
      const site = await serveSite({ TRUST_PROXY: '1', PORT: String(await freePort()) });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // Each test has an IP address of its own, so that tests do not share rate limits. Like the site, the
  // count belongs to the worker.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
  extraHTTPHeaders: async ({}, use) => {
    visitors += 1;
    await use({ 'x-forwarded-for': `198.18.${visitors >> 8}.${visitors & 255}` });
  },
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    watch(page, (message) => {
      const expected = [UNANIMATED, ...expectedErrors];
      if (!expected.some((pattern) => pattern.test(message))) errors.push(message);
    });
    await use(page);
    expect(errors, 'errors on the console').toEqual([]);
  },
});

export { expect };

function watch(page: Page, report: (message: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') report(message.text());
  });
  page.on('pageerror', (error) => report(error.message));
}
