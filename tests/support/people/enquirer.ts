import { randomUUID } from 'node:crypto';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { PlainBrowser, type Page } from '../reading/browser.ts';

const { hoursAgo: _, ...fields } = eleni;

/** The fields of Eleni's enquiry, with an empty honeypot. */
export const typed: Record<keyof typeof fields | 'website', string> = { ...fields, website: '' };

let visitors = 0;

/** Returns a browser with an IP address of its own; the site under test must trust one proxy. */
export function newVisitor(site: string): PlainBrowser {
  const n = visitors++;
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return new PlainBrowser(site, { 'x-forwarded-for': address });
}

/** Sends an enquiry like a browser without JavaScript. The message is unique by default. */
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

/** Solves the contact page's proof of work and returns the verification token. */
export async function solveProof(site: string): Promise<string> {
  const challenge = (await (await fetch(`${site}/contact/challenge`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

const PNG_1X1 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const text = (value: string) => Buffer.from(value, 'latin1');

/** The smallest valid content of each accepted file type. */
export const contents = {
  pdf: text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  png: Buffer.from(PNG_1X1, 'base64'),
  jpeg: text('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xd9'),
  webp: text('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0'),
  heic: text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  dwg: text('AC1032\0\0\0\0\0\x80'),
  dxf: text('  0\r\nSECTION\r\n  2\r\nHEADER\r\n  0\r\nENDSEC\r\n  0\r\nEOF\r\n'),
} as const;

export const MB = 1024 * 1024;

/** Creates a file of this type, padded to `bytes`. Different marks make different contents. */
export function drawing(
  name: string,
  { type = 'pdf', bytes = 0, mark = '' }: Partial<Drawing> = {},
): File {
  const head = Buffer.concat([contents[type], Buffer.from(mark)]);
  const padding = Buffer.alloc(Math.max(0, bytes - head.length), 0x20);
  return new File([head, padding], name);
}

interface Drawing {
  type: keyof typeof contents;
  bytes: number;
  mark: string;
}
