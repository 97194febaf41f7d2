import { handlingWords, replyWords } from '../../../app/content/words/enquiry.server.ts';
import type { Locator, Page } from '@playwright/test';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { fillDesk, fillInLogin, logIn, openColleague, openDesk } from '../support/desk.ts';
import { failureReports } from '../support/failing-requests.ts';
import { expect, test } from '../support/journey.ts';
import { goBeforeScript, goHydrated, hydrated, toast } from '../support/page.ts';

test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });
// Five forms are written, left and read again, page by page: on a busy machine that takes its time.
test.describe.configure({ timeout: 240_000 });

const NOT_SAVED = 'Not saved yet. This is what you had begun.';

/** A field in which somebody writes or chooses, where it is, and what saves it. */
interface Field {
  path: string;
  of: (page: Page) => Locator;
  value: string;
  save: (page: Page) => Promise<unknown>;
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name }).click();

function fieldsOf(id: number, me: number): Field[] {
  const words = handlingWords.en;
  const enquiry = `/admin/dashboard?enquiry=${id}`;
  const label = (text: string) => (page: Page) => page.getByLabel(text, { exact: true });
  return [
    { path: enquiry, of: label('Add a note'), value: 'κάλεσε πρώτα', save: click('Add note') },
    { path: enquiry, of: label(words.followUp), value: '2027-03-01', save: click(words.saveDay) },
    {
      path: enquiry,
      of: (page) => page.locator('select[name=admin]'),
      value: String(me),
      save: click(words.assign),
    },
    {
      path: `${enquiry}&reply=1`,
      of: label(replyWords.en.message),
      value: 'Half a thought',
      save: click(replyWords.en.send),
    },
    {
      path: '/admin/dashboard/templates?change=2',
      of: (page) => page.getByLabel(replyWords.en.subject).first(),
      value: `Drawings ${id}`,
      save: click('Save template'),
    },
  ];
}

async function write(page: Page, fields: Field[]): Promise<void> {
  for (const { path, of, value } of fields) {
    await goHydrated(page, path);
    const isSelect = (await of(page).evaluate(({ tagName }) => tagName)) === 'SELECT';
    await (isSelect ? of(page).selectOption(value) : of(page).fill(value));
  }
}

async function expectWritten(page: Page, fields: Field[], isThere = true): Promise<void> {
  for (const { path, of, value } of fields) {
    await goHydrated(page, path);
    if (isThere) await expect(of(page)).toHaveValue(value);
    else await expect(of(page)).not.toHaveValue(value);
  }
}

/** The id of the admin who is signed in. */
const idOf = async (page: Page, id: number) => {
  await goHydrated(page, `/admin/dashboard?enquiry=${id}`);
  const owner = await page.locator('input[name=draft]').first().inputValue();
  return Number(owner.split(' ')[0]);
};

async function open(page: Page, site: Parameters<typeof openDesk>[1]) {
  const { ids, email } = await openDesk(page, site);
  const id = ids[2]!;
  return { id, email, fields: fieldsOf(id, await idOf(page, id)) };
}

test('DK-6 what is written in any form survives the end of the session, its cookie included', async ({
  page,
  site,
  context,
}) => {
  const { email, fields } = await open(page, site);
  for (const [index, field] of fields.entries()) {
    await write(page, [field]);
    // Nobody touches the page: its stream of news says that the session is over.
    if (index === 0) await site.run(['scripts/admin.ts', 'sign-out', email]);
    else {
      if (index % 2) await context.clearCookies();
      else await site.run(['scripts/admin.ts', 'sign-out', email]);
      await field.save(page);
    }
    await page.waitForURL('**/admin');
    await expect(page.getByRole('alert')).toContainText('You have been logged out');
    await fillInLogin(page, email);
    await page.waitForURL(`**${field.path}`);
    await expect(field.of(page)).toHaveValue(field.value);
    await expect(page.getByText(NOT_SAVED)).toBeVisible();
    await field.save(page);
    await expect(page.getByText(NOT_SAVED)).toHaveCount(0);
    // From here on the page hears of it by the answer to its form alone.
    if (index === 0) await page.route('**/events*', (route) => route.abort());
  }
});

test('DK-6 the network gone and a reload, the browser closed: it is there for a day, until it is saved', async ({
  page,
  site,
  context,
  browser,
}) => {
  const { fields } = await open(page, site);
  await write(page, fields);
  await context.setOffline(true);
  await click('Save template')(page);
  await expect(toast(page)).toContainText('Error saving template');
  await context.setOffline(false);
  await expectWritten(page, fields);

  const storageState = await context.storageState();
  await page.close();
  const again = await browser.newContext({ baseURL: site.url, storageState });
  const reopened = await again.newPage();
  await expectWritten(reopened, fields);
  const drafts = () =>
    reopened.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')));
  for (const [index, { path, save }] of fields.entries()) {
    await goHydrated(reopened, path);
    await save(reopened);
    await expect.poll(drafts).toHaveLength(fields.length - 1 - index);
  }
  await goHydrated(reopened, fields[3]!.path);
  await expect(fields[3]!.of(reopened)).toHaveValue('');
  await again.close();

  const later = await browser.newContext({ baseURL: site.url, storageState });
  const nextDay = await later.newPage();
  await nextDay.clock.install({ time: Date.now() + (DESK.draftHours + 1) * 3600 * 1000 });
  await expectWritten(nextDay, [fields[0]!, fields[3]!], false);
  await later.close();
});

test('DK-6 another admin in the same browser sees none of it; Logout takes it, in every tab', async ({
  page,
  site,
  context,
}) => {
  const { email, fields } = await open(page, site);
  const texts = [fields[0]!, fields[3]!, fields[4]!];
  await write(page, texts);
  const other = `other${process.pid}@drys.example`;
  await fillDesk(site, other, []);
  await context.clearCookies();
  await logIn(page, site, other);
  await expectWritten(page, texts, false);
  await context.clearCookies();
  await logIn(page, site, email);
  await expectWritten(page, texts);

  const tab = await context.newPage();
  await write(tab, [texts[0]!]);
  await goHydrated(page, '/admin/dashboard');
  await click('Logout')(page);
  await page.waitForURL('**/admin');
  await logIn(page, site, email);
  await expectWritten(page, texts, false);
  await expectWritten(tab, [texts[0]!], false);
});

test('DK-6 what is taken back is no draft; what was written before the script took over is one', async ({
  page,
  site,
}) => {
  const { fields } = await open(page, site);
  const note = fields[0]!;
  await write(page, [note]);
  await note.of(page).fill('');
  await expectWritten(page, [note], false);
  const release = await goBeforeScript(page, note.path);
  await note.of(page).fill(note.value);
  release();
  await hydrated(page);
  await expectWritten(page, [note]);
});

test('DK-6 somebody has changed it since: said beside what waits', async ({ page, site }) => {
  const { id, fields } = await open(page, site);
  const day = fields[1]!;
  await write(page, [day]);
  const { other } = await openColleague(page, site, `?enquiry=${id}`);
  await day.of(other).fill('2027-01-01');
  await day.save(other);
  await expect(toast(other)).toContainText(/follow-up/i);
  await expectWritten(page, [day]);
  await expect(page.getByText('somebody has made a change since')).toBeVisible();
});
