import type { Page } from '@playwright/test';
import { contact } from '../../../app/content/words/contact.server.ts';
import { drawing } from '../../support/people/drawings.ts';
import { typed } from '../../support/people/enquiry.ts';
import { goBeforeScript } from '../support/held-back.ts';
import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

test.use({ expectedErrors: [/status of 4(13|22)/] });

async function payload(file: File) {
  return { name: file.name, mimeType: '', buffer: Buffer.from(await file.arrayBuffer()) };
}

const plan = await payload(drawing('plan.pdf', { bytes: 300_000 }));
const sketch = await payload(drawing('sketch.png', { type: 'png' }));
const field = (page: Page) => page.getByLabel('Drawings and photos');
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen files' }).locator('bdi');
const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Sending/ });

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(typed.full_name);
  await page.getByLabel('Email').fill(typed.email);
}

async function verify(page: Page): Promise<void> {
  await page.getByLabel('I am human').click();
  await expect(page.getByLabel('I am human')).toBeChecked({ timeout: 30_000 });
}

/** Drops or pastes a file somewhere on the form. */
async function hand(page: Page, how: 'drop' | 'paste', name: string): Promise<void> {
  await page.getByLabel('Message').evaluate(
    (target, { how, name }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['%PDF-1.7'], name));
      const event =
        how === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', {
              clipboardData: transfer,
              bubbles: true,
              cancelable: true,
            });
      target.dispatchEvent(event);
    },
    { how, name },
  );
}

test('AT-2 files are chosen, dropped, pasted and removed; what is refused is named, the rest stays', async ({
  page,
}) => {
  await goHydrated(page, '/contact');
  await field(page).setInputFiles([plan, sketch]);
  await hand(page, 'drop', 'dropped.pdf');
  await hand(page, 'paste', 'pasted.pdf');
  await expect(chosen(page)).toHaveText(['plan.pdf', 'sketch.png', 'dropped.pdf', 'pasted.pdf']);
  await field(page).setInputFiles([{ name: 'empty.pdf', mimeType: '', buffer: Buffer.alloc(0) }]);
  await expect(page.locator('#files-error')).toContainText(
    'File not accepted. empty.pdf is empty.',
  );
  await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
  await expect(field(page)).toBeFocused();
  await expect(chosen(page)).toHaveText(['sketch.png', 'dropped.pdf', 'pasted.pdf']);
  const sent = await field(page).evaluate((input: HTMLInputElement) => input.files!.length);
  expect(sent).toBe(3);
});

test('AT-2 files chosen before the script takes over are listed, and keep their place', async ({
  page,
}) => {
  const release = await goBeforeScript(page, '/contact');
  await field(page).setInputFiles([plan]);
  release();
  await expect(chosen(page)).toHaveText(['plan.pdf']);
  await hand(page, 'drop', 'dropped.pdf');
  await expect(chosen(page)).toHaveText(['plan.pdf', 'dropped.pdf']);
  const sent = await field(page).evaluate((input: HTMLInputElement) => input.files!.length);
  expect(sent).toBe(2);
});

test('AT-2 a file that is refused by its contents is named, the others and the words stay; without it all is sent', async ({
  page,
}) => {
  await goHydrated(page, '/contact');
  await fill(page);
  const html = { name: 'page.pdf', mimeType: '', buffer: Buffer.from('<!doctype html>') };
  await field(page).setInputFiles([plan, html]);
  await verify(page);
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'page.pdf is not a PDF, a picture or a drawing we can open.',
  );
  await expect(page.getByLabel('Email')).toHaveValue(typed.email);
  await page.getByRole('button', { name: 'Remove page.pdf' }).click();
  await expect(chosen(page)).toHaveText(['plan.pdf']);
  await sendButton(page).click();
  await expect(page.locator('#sent')).toContainText(contact.en.success.title);
  await expect(page.locator('#sent')).toBeFocused();
  await expect(chosen(page)).toHaveCount(0);
});

test('AT-2 while files are sent their progress is shown, and Cancel takes it back', async ({
  page,
}) => {
  const network = await page.context().newCDPSession(page);
  await goHydrated(page, '/contact');
  await fill(page);
  const large = await payload(drawing('large.pdf', { bytes: 4_000_000 }));
  await field(page).setInputFiles([large]);
  await verify(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  await sendButton(page).click();
  await expect(page.getByText(/KB of 3\.8 MB/)).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.toast')).toContainText('Cancelled.');
  await expect(chosen(page)).toHaveText(['large.pdf']);
  await expect(page.getByLabel('Email')).toHaveValue(typed.email);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('AT-1 AT-2 a file is sent with the form; a refused one is named, with the words kept', async ({
    page,
  }) => {
    await page.goto('/contact');
    await fill(page);
    await field(page).setInputFiles([
      plan,
      { ...plan, name: 'page.pdf', buffer: Buffer.from('<p>') },
    ]);
    await sendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('page.pdf is not a PDF');
    await expect(page.getByText('Please choose your files again.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(typed.email);
    await field(page).setInputFiles([plan]);
    await sendButton(page).click();
    await expect(page.locator('#sent')).toContainText(contact.en.success.title);
  });
});
