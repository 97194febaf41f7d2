import type { Locator, Page } from '@playwright/test';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { MOTION } from '../../../app/components/site-limits.ts';
import { signedOut } from '../../../app/content/texts/auth.server.ts';
import { numberTexts } from '../../../app/content/texts/desk-pages.server.ts';
import { exportTexts } from '../../../app/content/texts/desk.server.ts';
import {
  createDesk,
  dialog,
  fillDesk,
  fillInLogin,
  openDesk,
  row,
  setLanguage,
  signIn,
  signOutElsewhere,
} from '../support/desk.ts';
import { expect, test } from '../support/journey.ts';
import { printed, wordsOnPaper } from '../support/measures.ts';
import {
  goBeforeScript,
  goHydrated,
  holdRequests,
  phone,
  toast,
  waitForHydration,
} from '../support/page.ts';

// A refused change is answered with a 4xx, which Chromium reports on the console.
test.use({
  expectedErrors: [/status of (404|409)|net::ERR/],
  contextOptions: { reducedMotion: 'reduce' },
});

const status = (page: Page, name: string) => row(page, name).getByRole('combobox');
const filters = (page: Page) => page.getByRole('search');

test('D-4 shows a new status at once, but no refused one', async ({ page, site }) => {
  const { word, ids } = await openDesk(page, site);
  const [middleName, newestName] = [`Middle ${word}`, `Newest ${word}`];
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const release = await holdRequests(page, '**/admin/dashboard.data*');
  await status(page, middleName).selectOption('in_progress');
  const badge = row(page, middleName).locator('[data-s]');
  await expect(badge).toHaveAttribute('data-s', 'in_progress');
  await expect(status(page, middleName)).toHaveValue('in_progress');
  await expect(toast(page)).toHaveCount(0);
  const reloadedList = page.waitForResponse(
    (response) =>
      response.url().includes('/admin/dashboard.data') && response.request().method() === 'GET',
  );
  release();
  await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await reloadedList;

  // Somebody else changes one that the list has loaded.
  using database = site.openDatabase();
  const changeStatus = database.prepare('UPDATE contact_submissions SET status = ? WHERE id = ?');
  changeStatus.run('completed', ids[2]);
  await status(page, newestName).selectOption('in_progress');
  await expect(status(page, newestName)).toHaveValue('completed');
  // A reloaded page shows the stored status, not the one that was chosen before.
  changeStatus.run('new', ids[1]);
  await page.reload();
  await waitForHydration(page);
  await expect(status(page, middleName)).toHaveValue('new');
});

test('DK-5 shows a bar with the ticked rows, which keys reach', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 480 });
  const { word } = await openDesk(page, site);
  const bar = page.locator('form#selection');
  await expect(bar).toBeHidden();
  const selectAll = page.getByRole('checkbox', { name: 'Select all' });
  await selectAll.check();
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  // It covers no control that has the focus.
  for (const name of ['Newest', 'Middle', 'Oldest']) {
    const control = status(page, `${name} ${word}`);
    await control.focus();
    expect(await findCoveredControls(control), name).toEqual([]);
  }
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toBeHidden();
  await expect(selectAll).not.toBeChecked();

  // Without a pointer.
  const box = page.getByRole('checkbox', { name: `Middle ${word}` });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await page.keyboard.press('s');
  await expect(bar.getByLabel('Status')).toBeFocused();
  await page.getByRole('link', { name: `View Oldest ${word}` }).focus();
  await page.keyboard.press('Tab');
  await expect(bar.getByLabel('Status')).toBeFocused();
  await bar.getByLabel('Status').selectOption('completed');
  await box.focus();
  await bar.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(bar).toBeHidden();
  await expect(row(page, `Middle ${word}`).locator(':focus')).toHaveCount(1);
  await expect(status(page, `Middle ${word}`)).toHaveValue('completed');
  await toast(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(toast(page)).toHaveText(/Change undone\s*1 enquiry is back as it was\./);
  await expect(status(page, `Middle ${word}`)).toHaveValue('new');
  await expect(row(page, `Middle ${word}`).locator(':focus')).toHaveCount(1);
});

test('D-4 applies a status and a filter chosen before hydration', async ({ page, site }) => {
  const { word, ids } = await createDesk(page, site);
  const release = await goBeforeScript(page, `/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
  await dialog(page).getByLabel('Update Status').selectOption('in_progress');
  await dialog(page).getByLabel('Add a note').fill('Called back');
  release();
  await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);
  await expect(dialog(page).getByLabel('Add a note')).toHaveValue('Called back');
  const releaseScript = await goBeforeScript(page, `/admin/dashboard?q=${word}`);
  await filters(page).getByText('Filters').click();
  await filters(page).getByLabel('Status').selectOption('completed');
  releaseScript();
  await expect(page).toHaveURL(/status=completed/);
  await expect(filters(page).getByRole('combobox', { name: 'Status' })).toHaveValue('completed');
});

test('D-4 offers a status again after the session had ended', async ({ page, site }) => {
  // The open page would learn of the end of the session before a choice is made.
  await page.route('**/admin/dashboard/events*', (route) => route.abort());
  const { word, email } = await openDesk(page, site);
  await signOutElsewhere(site, email);
  await status(page, `Middle ${word}`).selectOption('in_progress');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('alert')).toContainText(signedOut.en.title);
  await fillInLogin(page, email);
  await expect(page).toHaveURL(new RegExp(`/admin/dashboard\\?q=${word}$`));
  await expect(status(page, `Middle ${word}`)).toHaveValue('new');
  await page.getByRole('button', { name: 'Set to In Progress' }).click();
  await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);
  await expect(status(page, `Middle ${word}`)).toHaveValue('in_progress');
  await expect(page.getByRole('button', { name: 'Set to In Progress' })).toHaveCount(0);
});

test('D-3 DK-9 opens a row with selectable text, and moves by keys', async ({ page, site }) => {
  const { word, ids } = await openDesk(page, site);
  const email = row(page, `Newest ${word}`).getByText(eleni.email);
  const box = (await email.boundingBox())!;
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()!.toString().trim())).toBe(eleni.email);
  await expect(dialog(page)).toHaveCount(0);
  const newTab = page.context().waitForEvent('page');
  await row(page, `Middle ${word}`).click({ modifiers: ['ControlOrMeta'] });
  await expect(await newTab).toHaveURL(new RegExp(`enquiry=${ids[1]}$`));
  await (await newTab).close();
  await expect(dialog(page)).toHaveCount(0);

  await row(page, `Newest ${word}`).getByText('A; "B"').click();
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[2]}$`));
  await expect(dialog(page).locator('#enquiry-content:focus')).toContainText('A; "B"');
  const exportMenu = page.getByText(exportTexts.en.menu, { exact: true }).first();
  await exportMenu.focus();
  await expect(exportMenu).not.toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).locator('#enquiry-content:focus')).toContainText('<img src=x');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: `View Middle ${word}` })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`q=${word}$`));

  // WebKit computes `static` for a table row, in spite of the style sheet.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('tr { position: static !important }');
    document.adoptedStyleSheets = [sheet];
  });
  const controls = page.locator('#main').locator('a, button, summary, select, input');
  const visible = controls.filter({ visible: true });
  expect(await visible.allTextContents()).toEqual(
    expect.arrayContaining(['Search', 'Filters', 'New enquiry', exportTexts.en.menu, 'View']),
  );
  expect(await findCoveredControls(visible)).toEqual([]);
  const { x, y, height } = (await row(page, `Middle ${word}`).boundingBox())!;
  await page.mouse.click(x + 200, y + height - 3);
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[1]}$`));
});

/** Returns the controls that another element covers in the middle. */
function findCoveredControls(controls: Locator): Promise<string[]> {
  return controls.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      })
      .map((element) => element.ariaLabel ?? element.textContent),
  );
}

test('D-2 updates the filters by a choice, the URL and Back', async ({ page, site }) => {
  const { word } = await openDesk(page, site);
  await status(page, `Newest ${word}`).selectOption('completed');
  await expect(toast(page)).toBeVisible();
  const release = await holdRequests(page, '**/admin/dashboard.data*');
  await filters(page).getByText('Filters').click();
  await filters(page).getByLabel('Status').selectOption('completed');
  await expect(page.getByText('Loading submissions...')).toBeVisible();
  release();
  await expect(page.getByText('1 shown, newest first.')).toBeVisible();
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(page).toHaveURL(/status=completed/);
  await page.goBack();
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(3);
  await expect(filters(page).getByLabel('Status')).toHaveValue('');

  const position = await row(page, `Newest ${word}`).boundingBox();
  const news = page.locator('[role=search] [role=status]');
  await expect(news).toBeEmpty();
  await fillDesk(site, '', [{ full_name: `Fresh ${word}` }]);
  // Within how many seconds is the server's affair: tests/requests/desk/frame.test.ts.
  await expect(news).toHaveText(/\d+ new enquir(y has|ies have) arrived\. Show/);
  await expect(page).toHaveTitle(/^\(\d+\) Contact enquiries/);
  expect(await row(page, `Newest ${word}`).boundingBox()).toEqual(position);
  await news.getByRole('link', { name: 'Show' }).click();
  await expect(row(page, `Fresh ${word}`)).toBeVisible();
  await expect(news).toBeEmpty();
});

test('D-1 DK-1 shows every section in the header at laptop widths', async ({ page, site }) => {
  const email = `aikaterini.konstantopoulou${process.pid}@drys-furniture.example`;
  await fillDesk(site, email, []);
  await signIn(page, site, email);
  using database = site.openDatabase();
  database.exec(`INSERT INTO outbox
    (kind, created_at, next_attempt_at, give_up_at, failed_at, last_error)
    VALUES ('x', 0, 0, 0, 1, 'x')`);
  try {
    for (const language of ['en', 'el'] as const) {
      setLanguage(site, email, language);
      await goHydrated(page, '/admin/dashboard');
      for (const width of [1280, 1366, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await expectHeaderHasRoom(page, email, `${language} at ${width}`);
      }
    }
  } finally {
    database.exec(`DELETE FROM outbox WHERE kind = 'x'`);
  }
});

async function expectHeaderHasRoom(page: Page, email: string, label: string): Promise<void> {
  const header = page.getByRole('banner');
  const menu = header.locator('summary');
  const row = header.locator('nav > ul');
  const isMenu = await menu.isVisible();
  // Counts of two digits, in the row and in the menu.
  await header
    .locator('nav a')
    .and(header.locator('[href="/admin/dashboard"], [href$="/quarantine"]'))
    .evaluateAll((links) => {
      for (const link of links)
        link.textContent = link.textContent!.replace(/( \(\d+\))?$/, ' (12)');
    });
  expect((await header.boundingBox())!.height, label).toBeLessThan(70);
  const mail = header.locator('a[href="/admin/dashboard/mail"]');
  expect(await findCoveredControls(mail), label).toEqual([]);
  await expect(mail, label).toBeVisible();
  if (isMenu) await menu.click();
  const navigationLinks = (isMenu ? header.locator('details') : row).locator('li a:first-child');
  await expect(navigationLinks, label).toHaveCount(8);
  await expect(header.getByText(email).filter({ visible: true }), label).toBeVisible();
  const logout = header.getByRole('button');
  const texts = header.getByText(email).filter({ visible: true });
  for (const controls of [navigationLinks, logout.filter({ visible: true }), texts])
    expect(await findCoveredControls(controls), label).toEqual([]);
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, label).toBe(clientWidth);
  if (isMenu) await menu.click();
}

test('DK-1 DK-2 puts the list first at both widths', async ({ page, site }) => {
  const { word } = await openDesk(page, site);
  await page.setViewportSize({ width: 1440, height: 900 });
  const fields = filters(page).locator('input, select, button, summary');
  const tops = async () =>
    new Set(
      await fields.evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && !one.matches('[type=checkbox]'))
          .map((one) => Math.round(one.getBoundingClientRect().bottom)),
      ),
    );
  expect((await tops()).size).toBe(1);
  await filters(page).getByText('Filters').click();
  // Those that were hidden take one more.
  await expect(filters(page).getByLabel('Status')).toBeVisible();
  expect((await tops()).size).toBe(2);

  await filters(page).getByText('Filters').click();
  await page.setViewportSize({ width: 390, height: 844 });
  const first = (await row(page, `Newest ${word}`).boundingBox())!;
  expect(first.y + first.height).toBeLessThan(844);
  const menu = page.getByRole('navigation').locator('summary');
  const numbers = page.getByRole('link', { name: 'Statistics' });
  await menu.click();
  await expect(numbers).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(numbers).toBeHidden();
  await expect(menu).toBeFocused();
  // The Tab key closes a menu that it leaves.
  await page.setViewportSize({ width: 1024, height: 844 });
  await menu.press('Enter');
  await page.getByRole('link', { name: 'Account' }).focus();
  await page.keyboard.press('Tab');
  await expect(numbers).toBeHidden();

  await page.setViewportSize({ width: 900, height: 844 });
  await row(page, `Newest ${word}`).locator('[id^=view-]').click();
  await expect(dialog(page)).toBeVisible();
  await menu.click();
  await expect(numbers).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(numbers).toBeHidden();
  await expect(dialog(page)).toBeVisible();
  await menu.press('Enter');
  await numbers.click();
  await expect(page).toHaveURL(/numbers$/);
  await expect(page.getByRole('link', { name: 'Templates' })).toBeHidden();
});

test('D-3 DA-5 prints an enquiry as a sheet for the workshop', async ({ page, site }) => {
  const { word, ids } = await openDesk(page, site, ({ ids }) => `?enquiry=${ids[2]}`);
  await page.getByLabel('Add a note').fill('Bring samples of smoked oak.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog(page).getByRole('article')).toContainText('smoked oak');
  const messages = await wordsOnPaper(page);
  for (const text of [`Newest ${word}`, eleni.phone, `Enquiry DRYS-${ids[2]}`, '/ New', 'Remarks'])
    expect(messages).toContain(text);
  expect(messages).toContain('Bring samples of smoked oak.');
  expect(messages).not.toMatch(/Middle|Close|Reply|Update|Add note|Logout|Filter|Note added/);
  expect(await printed(page)).toMatchObject({ pages: 1, millimetres: [210, 297] });
  await page.emulateMedia({ media: 'print' });
  // The dialog is printed on the sheet, not beside it.
  expect((await dialog(page).boundingBox())!.x).toBeLessThan(50);

  const message = Array.from({ length: 90 }, (_, line) => `Line ${line + 1}.`).join('\n');
  const [longId] = await fillDesk(site, '', [{ message }]);
  await page.emulateMedia({ media: null });
  await goHydrated(page, `/admin/dashboard?enquiry=${longId}`);
  await expectScrollsByKeys(page);
  expect(await wordsOnPaper(page)).toContain('Line 90.');
  expect((await printed(page)).pages).toBe(3);

  await page.goto('/admin/dashboard/numbers?from=2026-10-05&to=2027-01-03');
  const paper = await wordsOnPaper(page);
  const { title, byWeek, byProject, byLanguage } = numberTexts.en;
  for (const text of [title, byWeek, byProject, byLanguage]) expect(paper).toContain(text);
  expect(paper).not.toMatch(/Show|weeks\b|Logout|as a table|Contact enquiries/);
  expect(await printed(page)).toMatchObject({ pages: 1, millimetres: [210, 297] });
});

async function expectScrollsByKeys(page: Page): Promise<void> {
  const content = dialog(page).locator('#enquiry-content');
  const scrollTop = () => content.evaluate((box) => box.scrollTop);
  for (const key of ['PageDown', 'ArrowDown', 'Space']) {
    const previousTop = await scrollTop();
    await page.keyboard.press(key);
    await expect.poll(scrollTop, key).toBeGreaterThan(previousTop);
  }
}

/** How many px two elements cover each other in height, where they do in width too. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  const along = (from: 'x' | 'y', size: 'width' | 'height') =>
    Math.min(a[from] + a[size], b[from] + b[size]) - Math.max(a[from], b[from]);
  return along('x', 'width') > 0 ? Math.max(0, along('y', 'height')) : 0;
}

test('D-4 removes a toast after a while, but not one in use', async ({ page, site }) => {
  await page.clock.install();
  const { word } = await openDesk(page, site);
  const newestStatus = status(page, `Newest ${word}`);
  await newestStatus.selectOption('in_progress');
  await expect(toast(page)).toContainText('Status updated');
  await page.clock.fastForward(MOTION.toastStaysMs / 2);
  await expect(toast(page)).toBeVisible();
  await toast(page).hover();
  await page.clock.fastForward(MOTION.toastStaysMs * 2);
  await expect(toast(page)).toBeVisible();
  await toast(page).getByRole('button', { name: 'Dismiss' }).focus();
  await page.mouse.move(5, 5);
  await page.clock.fastForward(MOTION.toastStaysMs * 2);
  await expect(toast(page)).toBeVisible();
  await newestStatus.focus();
  await page.clock.fastForward(MOTION.toastStaysMs);
  await expect(toast(page)).toHaveCount(0);
  await page.route('**/admin/dashboard.data*', (route) => route.abort());
  await newestStatus.selectOption('completed');
  await expect(toast(page)).toContainText('Error updating status');
  await page.clock.fastForward(MOTION.toastStaysMs * 10);
  await expect(toast(page)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('D-2 D-4 stacks the rows, and covers no control with a toast', async ({ page, site }) => {
    const { word, ids } = await openDesk(page, site);
    await expect(page.getByRole('checkbox', { name: 'Select all' })).toHaveCount(0);
    for (const name of [`Newest ${word}`, `Oldest ${word}`]) {
      await status(page, name).focus();
      await status(page, name).selectOption('in_progress');
      await expect(toast(page)).toContainText('Status updated');
      await expect(status(page, name)).toBeFocused();
      expect(await overlap(toast(page), status(page, name)), name).toBe(0);
      await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    }
    await goHydrated(page, `/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
    await dialog(page).getByLabel('Update Status').selectOption('completed');
    await expect(dialog(page).locator('.toast')).toContainText('Status updated');
    expect(await overlap(toast(page), dialog(page).getByLabel('Update Status'))).toBe(0);

    await fillDesk(site, '', [
      { full_name: `${'W'.repeat(80)} ${word}`, company: 'M'.repeat(100) },
    ]);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`/admin/dashboard?q=${word}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const nameCell = await row(page, `Newest ${word}`).getByRole('cell').nth(1).boundingBox();
    const lastCell = await row(page, `Newest ${word}`).getByRole('cell').nth(6).boundingBox();
    expect(lastCell!.y).toBeGreaterThan(nameCell!.y + nameCell!.height);
  });
});
