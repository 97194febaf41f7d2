import type { Page } from '@playwright/test';
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
