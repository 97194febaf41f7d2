import type { Page, Route } from '@playwright/test';
import { expect } from './journey.ts';
import { toast } from './page.ts';

const proxyPage = '<!doctype html><title>Bad Gateway</title><h1>502 Bad Gateway</h1>';

/** The ways in which a request can fail: no response, a response of a proxy, or an empty response. */
const failures: Record<string, (route: Route) => Promise<void>> = {
  'no connection': (route) => route.abort('connectionrefused'),
  'a 500 in plain text': (route) => route.fulfill({ status: 500, body: 'Something went wrong.\n' }),
  "a proxy's 502": (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: proxyPage }),
  'an empty answer': (route) => route.fulfill({ status: 200, body: '' }),
  'no content': (route) => route.fulfill({ status: 204 }),
  'a page where data should be': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: proxyPage }),
};

/** The console messages of Chromium and the router for these failures. */
export const failureReports = [
  /status of (403|404|409|422|500|502|503)|net::ERR_|Error loading route module|Failed to fetch|was preloaded using/,
];

/** Runs `walk` once for each kind of failure, while all requests that match the pattern fail in this way. */
export async function withEachFailure(
  page: Page,
  pattern: string | RegExp,
  walk: (failure: string) => Promise<void>,
): Promise<void> {
  for (const [name, fail] of Object.entries(failures)) {
    const { promise: failed, resolve: tell } = Promise.withResolvers<void>();
    await page.route(pattern, async (route) => {
      await fail(route);
      tell();
    });
    // The previous message may still be shown, so wait for this failure as well.
    await Promise.all([failed, walk(name)]);
    await page.unroute(pattern);
  }
}

/** Expects a toast with this title and dismisses it. */
export async function expectToast(page: Page, title: string, failure: string): Promise<void> {
  await expect(toast(page), failure).toContainText(title);
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toHaveCount(0);
}
