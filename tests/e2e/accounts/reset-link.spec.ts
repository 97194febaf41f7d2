import { resetErrors } from '../../../app/content/words/auth.server.ts';
import { goBeforeScript } from '../support/held-back.ts';
import { expect, test } from '../support/journey.ts';

// A page for what is missing answers 404, and the link here is none that the site has sent.
test.use({ expectedErrors: [/status of 4\d\d/] });

for (const path of ['/', '/contact', '/projects/roche', '/admin', '/no-such-page']) {
  for (const type of ['recovery', 'invite']) {
    test(`RP-1 a link of type ${type} that lands on ${path} goes to /reset-password`, async ({
      page,
    }) => {
      const hash = `#access_token=a.b-c&refresh_token=d&expires_in=3600&token_type=bearer&type=${type}`;
      const visited: string[] = [];
      page.on('framenavigated', (frame) => visited.push(frame.url()));
      await page.goto(path + hash);
      await expect
        .poll(() => visited.some((url) => url.endsWith(`/reset-password${hash}`)))
        .toBe(true);
      await expect(page).toHaveURL(/\/reset-password/);
    });
  }
}

for (const hash of [
  '#main',
  '#access_token=abc',
  '#type=recovery',
  '#access_token=a&type=signup',
]) {
  test(`RP-1 any other hash (${hash}) leaves the page where it is`, async ({ page }) => {
    await page.goto(`/about${hash}`);
    await page.waitForLoadState('load');
    expect(new URL(page.url()).pathname).toBe('/about');
  });
}

test('RP-2 the tokens leave the address before any file of a script has come, and are sent once', async ({
  page,
}) => {
  const posted: string[] = [];
  page.on('request', (sent) => sent.method() === 'POST' && posted.push(sent.postData() ?? ''));
  const release = await goBeforeScript(
    page,
    '/reset-password#access_token=gone&refresh_token=x&type=recovery',
  );
  await expect(page.getByRole('heading')).toBeVisible();
  const { address, files } = await page.evaluate(() => ({
    address: location.href + JSON.stringify(history.state),
    files: document.querySelectorAll('link[rel=modulepreload]').length,
  }));
  expect(address).not.toContain('token');
  // Asked for with the page, not after it was painted.
  expect(files).toBeGreaterThan(0);
  release();
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.dead);
  expect(posted).toEqual([expect.stringContaining('access_token=gone')]);
});
