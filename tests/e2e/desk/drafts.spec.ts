import type { Locator, Page } from '@playwright/test';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { assignmentTexts } from '../../../app/content/texts/enquiry.server.ts';
import { newEnquiryTexts } from '../../../app/content/texts/new-enquiry.server.ts';
import { replyTexts } from '../../../app/content/texts/reply.server.ts';
import {
  fillDesk,
  fillInLogin,
  openDesk,
  signIn,
  signInColleague,
  signOutElsewhere,
} from '../support/desk.ts';
import { failureReports } from '../support/failing-requests.ts';
import { expect, test } from '../support/journey.ts';
import {
  goBeforeScript,
  goHydrated,
  holdRequests,
  toast,
  waitForHydration,
} from '../support/page.ts';

test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });
// Forms are written, left and read again, page by page: on a busy machine that takes its time.
test.describe.configure({ timeout: 240_000 });

const NOT_SAVED = 'Not saved yet. This is what you had started.';

/** A field of the desk with the path of its page, a value and the action that saves it. */
interface Field {
  path: string;
  getField: (page: Page) => Locator;
  value: string;
  save: (page: Page) => Promise<unknown>;
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name }).click();

/** A signed-in admin, the enquiry that is written at, and the fields: note, day, person, reply, account, invitation, template. */
async function open(page: Page, site: Parameters<typeof openDesk>[1]) {
  const { ids, email } = await openDesk(page, site, ({ ids }) => `?enquiry=${ids[2]}`);
  const messages = assignmentTexts.en;
  const enquiry = `/admin/dashboard?enquiry=${ids[2]}`;
  const [me] = (await page.locator('input[name=draft]').first().inputValue()).split(' ');
  const label = (text: string) => (page: Page) => page.getByLabel(text, { exact: true }).first();
  const fields = [
    {
      path: enquiry,
      getField: label('Add a note'),
      value: 'κάλεσε πρώτα',
      save: click('Add note'),
    },
    {
      path: enquiry,
      getField: (page) => page.getByLabel(replyTexts.en.answerNote, { exact: true }),
      value: 'Will call back',
      save: click(replyTexts.en.channels.phone),
    },
    {
      path: enquiry,
      getField: label(messages.followUp),
      value: '2027-03-01',
      save: click(messages.saveDay),
    },
    {
      path: enquiry,
      getField: (page: Page) => page.getByRole('dialog').locator('select[name=admin]'),
      value: me!,
      save: click(messages.assign),
    },
    {
      path: `${enquiry}&reply=1`,
      getField: label(replyTexts.en.message),
      value: 'Half a thought',
      save: click(replyTexts.en.send),
    },
    {
      path: '/admin/dashboard/account',
      getField: (page: Page) => page.locator('[name=role_en]'),
      value: 'Joiner',
      save: (page: Page) => page.locator('form:has([name=role_en])').getByRole('button').click(),
    },
    {
      path: '/admin/dashboard/people',
      getField: label('Email'),
      value: `invited${ids[2]}@drys.example`,
      save: (page: Page) => page.getByRole('button', { name: 'Invite', exact: true }).click(),
    },
    {
      path: '/admin/dashboard/templates?change=2',
      getField: label(replyTexts.en.subject),
      value: `Drawings ${ids[2]}`,
      save: click('Save template'),
    },
  ] satisfies Field[];
  return { email, fields };
}

async function write(page: Page, fields: Field[]): Promise<void> {
  for (const { path, getField, value } of fields) {
    if (!page.url().endsWith(path)) await goHydrated(page, path);
    // Opens the folded section of the field.
    await getField(page).evaluate((field) => field.closest('details')?.setAttribute('open', ''));
    const isSelect = (await getField(page).evaluate(({ tagName }) => tagName)) === 'SELECT';
    await (isSelect ? getField(page).selectOption(value) : getField(page).fill(value));
  }
}

async function expectWritten(page: Page, fields: Field[], isThere = true): Promise<void> {
  let openPath = '';
  for (const { path, getField, value } of fields) {
    if (path !== openPath) await goHydrated(page, (openPath = path));
    if (isThere) await expect(getField(page)).toHaveValue(value);
    else await expect(getField(page)).not.toHaveValue(value);
  }
}

test('DK-6 keeps typed text when the session ends', async ({ page, site, context }) => {
  const { email, fields } = await open(page, site);
  const [note, , , , reply] = fields;
  const takeUp = async ({ path, getField, value, save }: Field) => {
    await page.waitForURL('**/admin');
    await expect(page.getByRole('alert')).toContainText('You have been logged out');
    await fillInLogin(page, email);
    await page.waitForURL(`**${path}`);
    await expect(getField(page)).toHaveValue(value);
    await expect(getField(page)).toBeVisible();
    await expect(page.getByText(NOT_SAVED)).toBeVisible();
    await save(page);
    await expect(page.getByText(NOT_SAVED)).toHaveCount(0);
  };
  await write(page, [note!]);
  // Without user input, the open page learns of the end of the session.
  await signOutElsewhere(site, email);
  await takeUp(note!);
  // From here on only the response to a form reports the end of the session.
  await page.route('**/events*', (route) => route.abort());
  await write(page, [reply!]);
  await context.clearCookies();
  await reply!.save(page);
  await takeUp(reply!);
});

test('DK-6 keeps a draft for a day or until a save', async ({ page, site, context, browser }) => {
  const { fields } = await open(page, site);
  await write(page, fields);
  await context.setOffline(true);
  await click('Save template')(page);
  await expect(toast(page)).toContainText('Template not saved');

  const storageState = await context.storageState();
  await page.close();
  const newContext = await browser.newContext({ baseURL: site.url, storageState });
  const reopened = await newContext.newPage();
  const drafts = () =>
    reopened.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')));
  let draftsLeft = fields.length;
  for (const path of new Set(fields.map((field) => field.path))) {
    const pageFields = fields.filter((field) => field.path === path);
    await expectWritten(reopened, pageFields);
    for (const { save } of pageFields) {
      await save(reopened);
      await expect.poll(drafts).toHaveLength((draftsLeft -= 1));
    }
  }
  await newContext.close();

  const signedOut = await browser.newContext({
    baseURL: site.url,
    storageState: { ...storageState, cookies: [] },
  });
  const login = await signedOut.newPage();
  await login.clock.install({ time: Date.now() + (DESK.draftHours + 1) * 3600 * 1000 });
  await goHydrated(login, '/admin');
  const storedNames = () => login.evaluate(() => Object.keys(localStorage));
  await expect.poll(storedNames).not.toContainEqual(expect.stringMatching(/^draft /));
  await signedOut.close();
});

test('DK-6 hides drafts from others; Logout deletes them', async ({ page, site, context }) => {
  const { email, fields } = await open(page, site);
  const texts = [fields[0]!];
  await write(page, texts);
  const other = `other${process.pid}@drys.example`;
  await fillDesk(site, other, []);
  await context.clearCookies();
  await signIn(page, site, other);
  await expectWritten(page, texts, false);
  await context.clearCookies();
  await signIn(page, site, email);
  await expectWritten(page, texts);

  const tab = await context.newPage();
  await write(tab, texts);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await click('Logout')(page);
  await page.waitForURL('**/admin');
  await signIn(page, site, email);
  await expectWritten(page, texts, false);
  await expectWritten(tab, texts, false);
});

test('DK-6 stores a draft before hydration, and none of an empty text', async ({ page, site }) => {
  const { fields } = await open(page, site);
  const [note] = fields;
  await write(page, [note!]);
  await note!.getField(page).fill('');
  await expectWritten(page, [note!], false);
  await expect(page.getByText(NOT_SAVED)).toHaveCount(0);
  const release = await goBeforeScript(page, note!.path);
  await note!.getField(page).fill(note!.value);
  release();
  await waitForHydration(page);
  await expectWritten(page, [note!]);
});

test('DK-6 keeps the text of a form that was refused before hydration', async ({ page, site }) => {
  await open(page, site);
  // Without a name or a title they are refused.
  for (const [path, fieldName, button] of [
    ['/admin/dashboard/new', 'message', newEnquiryTexts.en.save],
    ['/admin/dashboard/site/projects/new', 'description_en', 'Save draft'],
  ] as const) {
    const field = page.locator(`[name=${fieldName}]`);
    await goHydrated(page, path);
    await field.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
    await field.fill('An older text');

    const release = await goBeforeScript(page, path);
    await field.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
    await field.fill('The text that was sent');
    await click(button)(page);
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    release();
    await waitForHydration(page);
    await expect(field).toHaveValue('The text that was sent');
    await goHydrated(page, path);
    await expect(field).toHaveValue('The text that was sent');
  }
});

test('DK-6 DA-1 keeps the text of a template that was filled in before hydration', async ({
  page,
  site,
}) => {
  const { fields } = await open(page, site);
  const { path, getField } = fields[4]!;
  await goHydrated(page, path);
  await getField(page).fill('An older text');

  const release = await goBeforeScript(page, path);
  await getField(page).fill('Mine first.');
  await page.getByLabel(replyTexts.en.startFrom).selectOption('2');
  // Only a browser without scripts shows the button.
  await page.locator('[formaction*=use_template]').dispatchEvent('click');
  await expect(getField(page)).toHaveValue(/^Mine first\.\n\n/);
  release();
  await waitForHydration(page);
  await expect(getField(page)).toHaveValue(/^Mine first\.\n\n/);
  await goHydrated(page, path);
  await expect(getField(page)).toHaveValue(/^Mine first\.\n\n/);
});

test('DK-6 keeps text typed while a save is pending', async ({ page, site }) => {
  const { fields } = await open(page, site);
  const [note, answer, , , reply] = fields;
  for (const pageFields of [[note!, answer!], [reply!]]) {
    for (const field of pageFields) {
      await write(page, [field]);
      const release = await holdRequests(page, '**/admin/dashboard.data*');
      await field.save(page);
      await field.getField(page).pressSequentially(' and more');
      release();
      await toast(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast(page)).toHaveCount(0);
    }

    await goHydrated(page, pageFields[0]!.path);
    for (const [index, { getField, value, save }] of pageFields.entries()) {
      await expect(getField(page)).toHaveValue(`${value} and more`);
      await expect(page.getByText(NOT_SAVED)).toHaveCount(pageFields.length - index);
      await save(page);
    }
    await expect(page.getByText(NOT_SAVED)).toHaveCount(0);
  }
  const history = page.getByRole('dialog');
  for (const { value } of [note!, answer!, reply!]) {
    await expect(history.getByText(value, { exact: true })).toHaveCount(1);
    await expect(history.getByText(`${value} and more`, { exact: true })).toHaveCount(1);
  }
});

test('DK-6 DA-1 sends a reply once although its response was lost', async ({ page, site }) => {
  const { fields } = await open(page, site);
  const reply = fields[4]!;
  await write(page, [reply]);
  await page.route('**/admin/dashboard.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch({ maxRedirects: 0 });
    return route.abort();
  });
  await reply.save(page);
  await expect(toast(page)).toBeVisible();
  await page.unrouteAll();

  await goHydrated(page, reply.path);
  await expect(reply.getField(page)).toHaveValue(reply.value);
  await reply.save(page);
  await expect(page.getByText(NOT_SAVED)).toHaveCount(0);
  const sentTexts = page.getByRole('dialog').getByText(reply.value, { exact: true });
  await expect(sentTexts).toHaveCount(1);
});

test('DK-6 DA-2 refuses a restored text of an earlier version, once', async ({ page, site }) => {
  const { fields } = await open(page, site);
  const template = fields.at(-1)!;
  await write(page, [template]);
  const { browser } = await signInColleague(site);
  const subject = { subject_el: `Σχέδια ${Date.now()}` };
  await browser.submitTo(await browser.get(template.path), 'template', subject);

  await expectWritten(page, [template]);
  await expect(page.getByText('A change has been saved since')).toBeVisible();
  await template.save(page);
  await expect(toast(page)).toContainText('Template not saved');
  await expect(template.getField(page)).toHaveValue(template.value);
  await expectWritten(page, [template]);
  await template.save(page);
  await expect(toast(page)).toContainText('Template saved');
});
