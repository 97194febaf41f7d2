import type { Page, Route } from '@playwright/test';
import { getPageTexts } from '../../../app/content/texts/site.server.ts';
import { failureReports, withEachFailure } from '../support/failing-requests.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, waitForHydration } from '../support/page.ts';

// Reduced motion makes pages change at once: these tests are about the new page, not about the
// change.
test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });

const tryAgainLink = (page: Page) =>
  page.getByRole('link', { name: getPageTexts('en').outOfOrder.retryLabel });
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** The shell is there, with what happened in it and a way on. */
async function expectOutOfOrder(page: Page, failure: string): Promise<void> {
  const { text, unreachable } = getPageTexts('en').outOfOrder;
  const isUnreachable = failure === 'no connection';
  await expect(page.getByRole('alert'), failure).toContainText(
    isUnreachable ? unreachable.text : text,
  );
  await expect(main(page)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}

test('SH-3 Try again loads the document of a page that cannot be fetched', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 });
  await goHydrated(page, '/terms');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await withEachFailure(page, '**/projects.data*', async (failure) => {
    await main(page).getByText('PROJECTS').click();
    await expectOutOfOrder(page, failure);
    const { title, unreachable } = getPageTexts('en').outOfOrder;
    await expect(page).toHaveTitle(new RegExp(`${title}|${unreachable.title}`));
    await page.goBack();
    await expect(page.getByRole('alert'), failure).toHaveCount(0);
  });
  await page.route('**/projects.data*', (route) => route.fulfill({ status: 500, body: 'no\n' }));
  await main(page).getByText('PROJECTS').click();
  await expectOutOfOrder(page, 'the last');
  await page.unroute('**/projects.data*');
  await tryAgainLink(page).click();
  await expect(heading).toHaveText('Projects');
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(false);
  await waitForHydration(page);
  // A filter is such a page too; a viewer needs no answer.
  await page.route('**/projects.data*', (route) => route.abort());
  await page.getByRole('link', { name: /^Offices/ }).press('Enter');
  await expectOutOfOrder(page, 'no connection');
  await expect(heading).toBeFocused();
  await page.unroute('**/projects.data*');
  await tryAgainLink(page).press('Enter');
  await expect(heading).toHaveText('Projects');
  await expect(heading).toBeFocused();
  await goHydrated(page, '/projects/roche');
  await page.route('**/*.data*', (route) => route.abort());
  await page.getByRole('region', { name: 'Gallery' }).getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: /^Next/ }).click();
  await expectOutOfOrder(page, 'no connection');
});

test('keeps the page when the code of the next one cannot be fetched', async ({ page }) => {
  const loads: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  for (const fail of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 404, body: 'gone\n' }),
  ]) {
    await goHydrated(page, '/terms');
    loads.length = 0;
    await page.route('**/assets/{about,financial}*.js', fail);
    await main(page).getByText('ABOUT').click();
    await expectOutOfOrder(page, 'no code');
    expect(loads).toEqual([]);
    await page.unroute('**/assets/{about,financial}*.js');
    await tryAgainLink(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('About');
    expect(loads.map((url) => new URL(url).pathname)).toEqual(['/about']);
  }
});

test('SH-9 reports a missing connection and keeps the page', async ({ page, context }) => {
  const { unreachable } = getPageTexts('en').outOfOrder;
  await goHydrated(page, '/contact');
  await page.getByLabel('Message').fill('A desk in oak');
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  // The check of the form may say that it has no connection either.
  const notice = page.getByRole('alert').filter({ hasText: unreachable.title });
  await expect(notice).toBeInViewport();
  await expect(page.getByLabel('Message')).toHaveValue('A desk in oak');
  await context.setOffline(false);
  await tryAgainLink(page).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Privacy');

  // If only the data of a page is missing, Try again fetches it without a new document.
  await goHydrated(page, '/contact');
  await main(page).getByText('PROJECTS').click();
  await expect(page).toHaveURL(/\/projects$/);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByRole('alert')).toContainText(unreachable.text);
  await context.setOffline(false);
  await tryAgainLink(page).click();
  await expect(page.getByLabel('Message')).toBeVisible();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

test('SH-9 loads a document where a content blocker blocks the data of pages', async ({ page }) => {
  await goHydrated(page, '/terms');
  await page.route('**/*.data*', (route) => route.abort());
  await main(page).getByText('PROJECTS').click();
  await expectOutOfOrder(page, 'no connection');
  await tryAgainLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');

  // The page of a project shows its errors within itself.
  await waitForHydration(page);
  await page.locator('main a[href="/projects/roche"]').first().click();
  await expectOutOfOrder(page, 'no connection');
  await tryAgainLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roche');
});

test('SH-9 CF-15 forgets a failed link on the way home, and no typed text', async ({ page }) => {
  await goHydrated(page, '/contact');
  await page.getByLabel('Message').fill('A desk in oak');
  await page.route('**/assets/{about,financial}*.js', (route) => route.abort());
  await main(page).getByText('ABOUT').click();
  await expectOutOfOrder(page, 'no code');
  await page.getByRole('link', { name: getPageTexts('en').outOfOrder.home }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByLabel('Message')).toHaveValue('A desk in oak');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('SH-3 draws the last error page in the browser too, under Trusted Types', async ({ page }) => {
  await goHydrated(page, '/terms');
  await page.route('**/healthz.data*', (route) => route.abort());
  await page.evaluate(() => {
    type Router = { navigate(to: string): Promise<void> };
    return (
      window as unknown as { __reactRouterDataRouter: Router }
    ).__reactRouterDataRouter.navigate('/healthz');
  });
  const { unreachable } = getPageTexts('en').outOfOrder;
  await expect(page.getByRole('alert')).toContainText(unreachable.text);
  await expect(page.locator('html')).toHaveClass('js');
  await page.getByRole('link', { name: getPageTexts('en').outOfOrder.home }).click();
  await expect(main(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
