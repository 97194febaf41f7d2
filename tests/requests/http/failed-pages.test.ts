import { beforeAll, expect, test } from 'vitest';
import { authPageFrame } from '#app/content/words/auth.server.ts';
import { requestFailures } from '#app/content/words/failures.server.ts';
import { pageWords } from '#app/content/words/site.server.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { type Page, PlainBrowser, elements, textOf } from '../../support/reading/browser.ts';
import { linkTo } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();
const { databaseFile } = await import('#db/database.server.ts');
let admin: PlainBrowser;

beforeAll(async () => {
  await makeAdmin(staff.anna.email);
  admin = await signedIn(site, staff.anna.email);
});

/** Answers a request while a table that it needs is away. */
async function without(table: string, ask: () => Promise<Page>): Promise<Page> {
  databaseFile().exec(`ALTER TABLE ${table} RENAME TO away`);
  try {
    return await ask();
  } finally {
    databaseFile().exec(`ALTER TABLE away RENAME TO ${table}`);
  }
}

const titleOf = (page: Page) => textOf(elements(page.html, 'title')[0]!);

test('a login page that fails has its frame and a way to try again', async () => {
  const browser = new PlainBrowser(site);
  const page = await without('counted_uses', () => browser.get('/admin?password=typed'));
  expect(page.status).toBe(500);
  expect(page.html).not.toContain('password=typed');
  expect(titleOf(page)).toContain(requestFailures.en.title);
  expect(page.text).toContain(requestFailures.en.broken);
  expect(page.html).toContain(`aria-label="${authPageFrame('en').mark}"`);
  expect(page.html).not.toMatch(/no such table|SQLITE/);
  expect((await browser.get(linkTo(page, requestFailures.en.tryAgain))).status).toBe(200);
});

test('D-5 a page of the desk that fails has its bar and a way to try again', async () => {
  const path = '/admin/dashboard/account';
  const page = await without('recovery_codes', () => admin.get(path));
  expect(page.status).toBe(500);
  expect(titleOf(page)).toContain(requestFailures.en.title);
  expect(page.text).toContain('Logout');
  expect(page.html).not.toMatch(/no such table|SQLITE/);
  expect(linkTo(page, requestFailures.en.tryAgain)).toBe(path);
  expect((await admin.get(path)).status).toBe(200);
});

test('a public page that cannot answer has the shell and a way to try again', async () => {
  const page = await new PlainBrowser(site).post('/about', {});
  expect(page.status).toBe(405);
  expect(titleOf(page)).toContain(pageWords.en.outOfOrder.title);
  expect(elements(page.html, 'footer')).toHaveLength(1);
  expect(linkTo(page, pageWords.en.outOfOrder.again)).toBe('/about');
});
