import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { readSampleContent } from '#app/content/sample.server.ts';
import { photo, PROJECTS } from '../../support/people/site-editor.ts';
import type { ServedSite } from '../../support/servers/served-site.ts';
import { fillDesk, fillInLogin, logIn } from '../support/desk.ts';
import { handFile, limitUploads, payload } from '../support/enquiry.ts';
import { expect, test } from '../support/journey.ts';
import { holdRequests, waitForHydration } from '../support/page.ts';

// A refused picture and a page that is not published are answers, which the console tells of.
test.use({ expectedErrors: [/status of 422|net::ERR_FAILED/] });

let editors = 0;

/** Opens a page of the site's desk as a new admin; returns the address. */
async function openSite(page: Page, site: ServedSite, path: string): Promise<string> {
  const email = `editor${process.pid}x${(editors += 1)}@drys.example`;
  await fillDesk(site, email, []);
  await logIn(page, site, email, `/site/${path}`);
  await waitForHydration(page);
  return email;
}

const room = (name: string) => photo(name, 1200, 400);
const choose = async (page: Page, ...files: File[]) =>
  page.getByLabel('Add pictures').setInputFiles(await Promise.all(files.map(payload)));

const readPictures = (page: Page) =>
  page
    .locator('input[name^=picture_]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** Opens the groups of the form that nobody has to fill in (PB-11). */
const openFolded = (page: Page) =>
  page.locator('form details').evaluateAll((groups) => {
    for (const group of groups) (group as HTMLDetailsElement).open = true;
  });

test('PB-5 uploads chosen and dropped pictures, and moves them by drag', async ({ page, site }) => {
  await openSite(page, site, 'projects/new');
  const release = await holdRequests(page, '**/admin/dashboard/site/pictures');
  const lie = new File(['no picture'], 'lie.jpg');
  await choose(page, await room('one.jpg'), lie, await room('two.jpg'));
  await expect(page.getByText('Uploading picture 1 of 3')).toBeVisible();
  release();
  await expect(page.getByText('lie.jpg is not a picture that we can open.')).toBeVisible();
  await expect.poll(() => readPictures(page)).toHaveLength(2);
  const [one, two] = await readPictures(page);
  const images = page.locator('li img');
  // Both in view: nothing scrolls while one is dragged.
  await page.setViewportSize({ width: 1280, height: 2400 });
  const wasPrevented = watchDrop(page);
  await images.nth(1).dragTo(page.getByRole('heading', { name: 'Main picture' }));
  expect(await wasPrevented).toBe(true);
  await expect.poll(() => readPictures(page)).toEqual([two, one]);

  // The buttons keep the focus where they can do no more.
  const makeMain = (number: number) =>
    page.getByRole('button', { name: `Make main picture: picture ${number}` });
  await makeMain(2).click();
  await expect(makeMain(1)).toBeFocused();
  await makeMain(1).press('Enter');
  expect(await readPictures(page)).toEqual([one, two]);
  await page.getByRole('button', { name: 'Move picture 1 down' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move picture 2 down' })).toBeFocused();
  expect(await readPictures(page)).toEqual([two, one]);

  const { width, height } = (await images.first().boundingBox())!;
  await images.first().click({ position: { x: width * 0.25, y: height * 0.75 } });
  const readNumber = (name: string) => page.locator(`[name=${name}]`).inputValue().then(Number);
  expect(Math.abs((await readNumber('focal_x_1')) - 25)).toBeLessThan(3);
  expect(Math.abs((await readNumber('focal_y_1')) - 75)).toBeLessThan(3);

  // Beside the field, the browser would open a dropped file.
  await handFile(page.locator('[name=title_en]'), 'drop', 'plan.pdf');
  await expect(page.getByText('plan.pdf is not a picture that we can open.')).toBeVisible();
});

test('PB-4 moves an entry of the list by drag', async ({ page, site }) => {
  await openSite(page, site, 'projects');
  const titles = page.locator('main li h2');
  const readFirst = async () => (await titles.allTextContents()).slice(0, 3);
  const [first, second, third] = await readFirst();
  const rows = page.locator('main li[draggable]');
  const wasPrevented = watchDrop(page);
  await rows.nth(2).dragTo(rows.nth(0));
  expect(await wasPrevented).toBe(true);
  await expect.poll(readFirst).toEqual([third, first, second]);
  // The site shows the order at once: the next tests expect the earlier one.
  await rows.nth(0).dragTo(rows.nth(2));
  await expect.poll(readFirst).toEqual([first, second, third]);

  // At the top the button can do no more, but keeps the focus.
  const move = (direction: string) =>
    page.getByRole('button', { name: `Move ${second} ${direction}`, exact: true });
  await move('up').click();
  await expect.poll(readFirst).toEqual([second, first, third]);
  await expect(move('up')).toBeFocused();
  await move('down').click();
  await expect.poll(readFirst).toEqual([first, second, third]);
});

/** Returns whether the page keeps the next drop from the browser: Firefox would open a dragged picture. */
const watchDrop = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener('drop', (event) => resolve(event.defaultPrevented), { once: true }),
      ),
  );

test('PB-5 shows how much of a large picture has been uploaded', async ({ page, site }) => {
  await openSite(page, site, 'projects/new');
  const setUploadSpeed = await limitUploads(page);
  // Uncompressed: many bytes to upload, but quick to resize.
  const plain = sharp({ create: { width: 1200, height: 400, channels: 3, background: 'white' } });
  const bytes = await plain.png({ compressionLevel: 0 }).toBuffer();
  const picture = new File([new Uint8Array(bytes)], 'large.png');
  await setUploadSpeed(150_000);
  await choose(page, picture);
  const bar = page.getByRole('progressbar', { name: 'Upload progress' });
  const share = () => bar.evaluate((element) => (element as HTMLProgressElement).value);
  await expect(page.getByText('Uploading picture 1 of 1')).toBeVisible();
  await expect.poll(share).toBeGreaterThan(0.01);
  const earlyShare = await share();
  await expect.poll(share).toBeGreaterThan(earlyShare);
  expect(await share()).toBeLessThan(1);
  await setUploadSpeed(-1);
  await expect.poll(() => readPictures(page)).toHaveLength(1);
  await expect(bar).toHaveCount(0);
});

test('PB-5 previews an entry once its pictures have been uploaded', async ({ page, site }) => {
  await openSite(page, site, 'projects/new');
  await page.locator('[name=title_en]').fill(`Uploading ${process.pid}`);
  const release = await holdRequests(page, '**/admin/dashboard/site/pictures');
  await choose(page, await room('slow.jpg'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('once every picture has uploaded')).toBeVisible();

  const previewOpened = page.context().waitForEvent('page');
  release();
  const preview = await previewOpened;
  await expect(preview).toHaveURL(/\?preview/);
  const [picture] = await readPictures(page);
  const image = preview.locator(`img[src*="${picture}"]`);
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
});

test('PB-8 DK-6 never replaces a previewed new entry by the next', async ({ page, site }) => {
  await openSite(page, site, 'works/new');
  const field = page.getByLabel('Name (English)');
  await field.fill(`Previewed ${process.pid}`);
  const previewOpened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Preview' }).click();
  await (await previewOpened).close();

  await page.goto(`${site.url}/admin/dashboard/site/works/new`);
  await waitForHydration(page);
  await expect(field).toHaveValue(`Previewed ${process.pid}`);
  await field.fill(`Next ${process.pid}`);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(/\/site\/works\/\d+$/);
  const drafts = `SELECT count(*) FROM site_entries WHERE kind = 'works' AND draft LIKE '% ${process.pid}%'`;
  expect(site.one(drafts)).toBe(2);
});

test('DK-6 PB-5 keeps uploaded pictures in the draft', async ({ page, site, context }) => {
  const email = await openSite(page, site, 'projects/2');
  const picturesBefore = await readPictures(page);
  await choose(page, await room('late.jpg'));
  await expect.poll(() => readPictures(page)).toHaveLength(picturesBefore.length + 1);
  const last = picturesBefore.length + 1;
  await openFolded(page);
  await page.locator(`[name=alt_${last}_en]`).fill('A late one');
  await page.locator(`[name=focal_x_${last}]`).fill('20');
  await page.getByRole('button', { name: `Move picture ${last} up` }).click();
  const order = await readPictures(page);
  await context.clearCookies();
  await choose(page, await room('later.jpg'));
  await expect(page.getByText('You have been logged out. Log in in another tab')).toBeVisible();
  expect(await readPictures(page)).toEqual(order);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.waitForURL('**/admin');
  await fillInLogin(page, email);
  await page.waitForURL(`**${PROJECTS}/2`);
  await expect(page.getByText('Not saved yet. This is what you had started.')).toBeVisible();
  await expect.poll(() => readPictures(page)).toEqual(order);
  await expect(page.locator(`[name=alt_${last - 1}_en]`)).toHaveValue('A late one');
  await expect(page.locator(`[name=focal_x_${last - 1}]`)).toHaveValue('20');
  const save = page.getByRole('button', { name: 'Save draft' });
  await save.click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(save).toBeFocused();
  expect(await readPictures(page)).toEqual(order);
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);

  const pictures = '**/admin/dashboard/site/pictures';
  const releaseOne = await holdRequests(page, pictures);
  await choose(page, await room('one.jpg'));
  await expect(page.getByText('Uploading picture 1 of 1')).toBeVisible();
  const releaseTwo = await holdRequests(page, pictures);
  await choose(page, await room('two.jpg'));
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/projects/2'),
  );
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('We’ll save once every picture has uploaded.')).toBeVisible();
  releaseOne();
  await expect(page.getByText('Uploading picture 2 of 2')).toBeVisible();
  releaseTwo();
  await saved;
  await page.reload();
  expect(await readPictures(page)).toHaveLength(order.length + 2);
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);
});

test('PB-5 uploads only the pictures for which an entry has room', async ({ page, site }) => {
  await openSite(page, site, 'projects/new');
  const samples = readSampleContent().projects.flatMap(({ content }) => content.pictures);
  const names = [...new Set(samples.map(({ name }) => name))];
  let uploads = 0;
  // Making the sizes of so many pictures would take a minute.
  await page.route('**/admin/dashboard/site/pictures', (route) =>
    route.fulfill({ json: { pictures: [{ name: names[uploads++] }], refused: [] } }),
  );

  const files = Array.from({ length: 26 }, (_, index) => new File(['x'], `${index + 1}.jpg`));
  await choose(page, ...files);
  for (const name of ['25.jpg', '26.jpg']) {
    const line = `${name} was not added: an entry can have up to 24 pictures.`;
    await expect(page.getByText(line)).toBeVisible();
  }
  await expect.poll(() => readPictures(page)).toHaveLength(24);
  expect(uploads).toBe(24);
});

test('DK-6 VP-6 PB-2 PB-8 keeps the draft of a project until a save', async ({ page, site }) => {
  await openSite(page, site, 'projects/3');
  const readTicks = () =>
    page
      .locator('[name=made]')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked));
  const ticksBefore = await readTicks();
  await openFolded(page);
  const ticksAfter = ticksBefore.with(0, !ticksBefore[0]).map((isTicked) => !isTicked);
  for (const [index, isTicked] of ticksAfter.entries())
    await page.locator('[name=made]').nth(index).setChecked(isTicked);
  await page.reload();
  await expect(page.getByText('Not saved yet. This is what you had started.')).toBeVisible();
  expect(await readTicks()).toEqual(ticksAfter);

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  expect(await readTicks()).toEqual(ticksAfter);
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);

  const title = page.locator('[name=title_en]');
  const [storedTitle, pictures] = [await title.inputValue(), await readPictures(page)];
  await openFolded(page);
  await page.locator('[name=location_en]').fill('Previewed place');
  const version = await page.locator('[name=version]').inputValue();
  const previewOpened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await previewOpened;
  await expect(preview).toHaveURL(/\?preview/);
  await preview.close();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  // The preview saved the text, so the page offers no draft.
  await expect(page.locator('[name=version]')).not.toHaveValue(version);
  await expect(page.locator('[name=location_en]')).toHaveValue('Previewed place');
  await page.reload();
  await waitForHydration(page);
  await expect(page.locator('[name=location_en]')).toHaveValue('Previewed place');
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);

  await title.fill('Half a title');
  await page.getByRole('button', { name: 'Remove picture 2' }).click();
  await page.getByRole('link', { name: /^View: / }).click();
  await expect(page.getByText('This is the version published on')).toBeVisible();
  await expect(title).toHaveValue(storedTitle);
  expect(await readPictures(page)).toEqual(pictures);
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await expect(title).toHaveValue('Half a title');
  await page.getByRole('link', { name: 'Discard these changes' }).click();
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);
  await expect(title).toHaveValue(storedTitle);
  expect(await readPictures(page)).toEqual(pictures);
  await page.reload();
  await waitForHydration(page);
  await expect(title).toHaveValue(storedTitle);
});

test('PB-2 PB-6 DK-6 shows a text as it will look, and moves blocks', async ({ page, site }) => {
  await openSite(page, site, 'insights/new');
  await page.locator('[name=title_en]').fill(`In parts ${process.pid}`);
  await page.getByRole('button', { name: 'Add text' }).click();
  const text = page.getByRole('textbox', { name: 'Text (English)' });
  await expect(text).toBeFocused();
  await text.fill('## A heading\n\n[Wood](/projects) **waits**. <script>alert(1)</script>');
  const view = page.getByRole('region', { name: 'How it will look' });
  await expect(view.getByRole('heading', { name: 'A heading' })).toBeVisible();
  await expect(view.locator('strong')).toHaveText('waits');
  // Its label is in the language of the desk.
  await expect(view).not.toHaveAttribute('lang');
  expect(await view.locator('script').count()).toBe(0);
  await view.getByRole('link', { name: 'Wood' }).click();
  await expect(page).toHaveURL(/\/insights\/new$/);
  // A failed request changes nothing.
  await page.route('**/live-view', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await text.fill('Something else.');
  await failed;
  await expect(view.locator('strong')).toHaveText('waits');
  await expect(text).toHaveValue('Something else.');
  await page.unroute('**/live-view');

  await page.getByRole('button', { name: 'Add a quote' }).click();
  await page.getByRole('textbox', { name: 'Quote (English)' }).fill('Dry first.');
  await page.getByRole('button', { name: 'Move part 2 up' }).click();
  await expect(page.getByRole('button', { name: 'Move part 1 up' })).toBeFocused();
  const getQuote = (number: number) => page.locator(`[name=block_${number}_text_en]`);
  await expect(getQuote(1)).toHaveValue('Dry first.');
  await page.getByRole('button', { name: 'Remove part 1' }).click();
  await expect(getQuote(1)).toHaveValue('Something else.');
  const restore = page.getByRole('button', { name: 'Restore' });
  await expect(restore).toBeFocused();
  await restore.press('Enter');
  await expect(getQuote(1)).toHaveValue('Dry first.');
  await expect(page.getByRole('button', { name: 'Remove part 1' })).toBeFocused();

  await page.reload();
  await expect(page.getByText('Not saved yet. This is what you had started.')).toBeVisible();
  await expect(getQuote(1)).toHaveValue('Dry first.');
  await expect(getQuote(2)).toHaveValue('Something else.');

  // An incomplete entry is saved, but not published. The next save is no conflict.
  await page.getByRole('button', { name: 'Publish' }).click();
  const unpublished = page.getByText('Saved as a draft, not published yet');
  await expect(unpublished).toBeVisible();
  // Enter saves, and adds no block.
  await getQuote(1).fill('Dried.');
  await page.locator('[name=title_en]').press('Enter');
  await expect(unpublished).toHaveCount(0);
  await page.reload();
  await expect(getQuote(1)).toHaveValue('Dried.');
  await expect(getQuote(2)).toHaveValue('Something else.');
  await expect(getQuote(3)).toHaveCount(0);
  await expect(page.getByText(/had started/)).toHaveCount(0);
});

test('PB-2 keeps the index and the buttons of a long form in view', async ({ page, site }) => {
  await openSite(page, site, 'company');
  const index = page.locator('[data-index]');
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(index).toBeInViewport({ ratio: 0.9 });
    await index.getByRole('link', { name: 'Legal' }).click();
    await page.keyboard.press('Tab');
    const field = page.locator('[name=legalName_en]');
    await expect(field).toBeFocused();
    for (const element of [field, page.getByRole('group', { name: 'Legal' }).locator('legend')])
      expect(await isUncovered(element), `${width} px`).toBe(true);
  }

  const save = page.getByRole('button', { name: 'Save draft' });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(save).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Publish' })).toBeInViewport({ ratio: 1 });
    // The window scrolls smoothly.
    for (const field of await page.locator('form .input:visible').all()) {
      await field.focus();
      await expect.poll(() => isCaretUncovered(field), `${width} px`).toBe(true);
    }
    const field = page.locator('[name=legalName_en]');
    await field.focus();
    await expect.poll(() => isUncovered(field)).toBe(true);
    await save.click();
    await expect(page.getByText('Draft saved')).toBeVisible();
    await expect(field).toBeInViewport();
  }
});

/** In a high text area only the line with the caret has to be visible: here the first line. */
const isCaretUncovered = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    const bottom = top + Math.min(height, 48) - 2;
    return [top + 2, bottom].every((y) => document.elementFromPoint(left + 8, y) === element);
  });

const isUncovered = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    const points = [top + 2, bottom - 2].map((y) => document.elementFromPoint(left + 8, y));
    return points.every((hit) => element.contains(hit));
  });

test('DK-6 PB-2 keeps an incomplete project, also without a network', async ({ page, site }) => {
  await openSite(page, site, 'projects/new');
  const field = (name: string) => page.locator(`[name=${name}]`);
  await field('title_en').fill('Saved but incomplete');
  await page.getByRole('button', { name: 'Publish' }).click();
  const error = page.getByRole('main').getByRole('alert').getByRole('link').first();
  await error.click();
  await page.locator('[data-index]').getByRole('link', { name: 'Pictures' }).click();
  await expect(error).toBeVisible();
  await expect(field('title_en')).toHaveValue('Saved but incomplete');
  await expect(field('version')).not.toHaveValue('0');
  await openFolded(page);
  await field('type_en').fill('Typed afterwards');
  await page.route('**/site/projects/*.data*', (route) => route.abort());
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('.toast')).toBeVisible();
  await expect(field('title_en')).toHaveValue('Saved but incomplete');
  await expect(field('type_en')).toHaveValue('Typed afterwards');
});

/** Opens a new project in a second tab, and then changes its year and its type in the first one. */
async function openStale(page: Page, site: ServedSite): Promise<Page> {
  await openSite(page, site, 'projects/new');
  await page.locator('[name=title_en]').fill('Typed by two');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(/projects\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Typed by two' })).toBeVisible();
  const stale = await page.context().newPage();
  await stale.goto(page.url());
  await waitForHydration(stale);

  await page.locator('[name=year]').fill('2019');
  await openFolded(page);
  await page.locator('[name=type_en]').fill('Theirs');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  return stale;
}

test('PB-8 DK-6 keeps a refused save as it was typed', async ({ page, site }) => {
  const stale = await openStale(page, site);
  const field = (name: string) => stale.locator(`[name=${name}]`);
  await openFolded(stale);
  await field('type_en').fill('Mine');
  await field('description_en').fill('Mine alone');
  const release = await holdRequests(stale, '**/site/projects/*.data*');
  await stale.getByRole('button', { name: 'Save draft' }).click();
  await field('description_en').fill('Mine alone, typed while it was saved');
  release();
  await expect(stale.getByRole('link', { name: 'Type (English)' })).toBeInViewport();
  const storedField = (name: string) => field(`stored_${name}`);
  await expect(storedField('type_en')).toHaveValue('Theirs');
  await expect(storedField('type_en')).toBeDisabled();
  await expect(storedField('year')).toHaveValue('2019');
  const expectTyped = async () => {
    await expect(field('type_en')).toHaveValue('Mine');
    await expect(field('year')).toHaveValue('');
    await expect(field('description_en')).toHaveValue('Mine alone, typed while it was saved');
  };
  await expectTyped();
  await stale.reload();
  await expectTyped();
  await stale.getByRole('button', { name: 'Save draft' }).click();
  await expect(stale.getByText('Draft saved')).toBeVisible();
});

test('PB-8 DK-6 saves a restored text over a newer version', async ({ page, site }) => {
  const stale = await openStale(page, site);
  const year = stale.locator('[name=year]');
  await year.fill('2018');
  await stale.reload();
  await waitForHydration(stale);
  await expect(year).toHaveValue('2018');
  await stale.getByRole('button', { name: 'Save draft' }).click();
  await expect(stale.locator('[name=stored_year]')).toHaveValue('2019');
  await stale.getByRole('button', { name: 'Save draft' }).click();
  await expect(stale.getByText('Draft saved')).toBeVisible();
  await expect(year).toHaveValue('2018');
});
