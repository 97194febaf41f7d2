import { randomUUID } from 'node:crypto';
import { type Page, PlainBrowser } from '../reading/browser.ts';
import { typed } from './enquiry.ts';

let visitors = 0;

/** A visitor with an address of her own; the site under test must believe one proxy. */
export function newVisitor(site: string): PlainBrowser {
  const n = visitors++;
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return new PlainBrowser(site, { 'x-forwarded-for': address });
}

/** Sends an enquiry as a browser without JavaScript does; `message` tells it from all others. */
export async function sendEnquiry(
  site: string,
  message: string = randomUUID(),
  files: readonly File[] = [],
): Promise<{ page: Page; message: string }> {
  const visitor = newVisitor(site);
  const form = await visitor.get('/contact');
  const fields = { ...typed, message };
  const page =
    files.length > 0 ? visitor.attach(form, fields, files) : visitor.submit(form, fields);
  return { page: await page, message };
}
