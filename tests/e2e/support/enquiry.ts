import type { Locator, Page } from '@playwright/test';
import { typed } from '../../support/people/enquirer.ts';

/** Fills in the contact form with Eleni's enquiry and these changes. */
export async function fillEnquiry(page: Page, changes: Partial<typeof typed> = {}): Promise<void> {
  const { full_name, email, phone, company, project, message } = { ...typed, ...changes };
  await page.getByLabel('Name', { exact: true }).fill(full_name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill(phone);
  await page.getByLabel('Company').fill(company);
  await page.getByLabel('Project Type').selectOption(project);
  await page.getByLabel('Message').fill(message);
}

/** Returns a file in the form that Playwright's setInputFiles takes. */
export async function payload(file: File) {
  return { name: file.name, mimeType: '', buffer: Buffer.from(await file.arrayBuffer()) };
}

/** Drops a PDF on an element, or pastes it there. */
export async function handFile(target: Locator, method: 'drop' | 'paste', name: string) {
  await target.evaluate(
    (element, given) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['%PDF-1.7'], given.name));
      const options = { bubbles: true, cancelable: true };
      const event =
        given.method === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, ...options })
          : new ClipboardEvent('paste', { clipboardData: transfer, ...options });
      element.dispatchEvent(event);
    },
    { method, name },
  );
}

/** Returns a function that sets how many bytes a second the page can send; -1 removes the limit. */
export async function limitUploads(
  page: Page,
): Promise<(uploadThroughput: number) => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  return async (uploadThroughput) => {
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
}
