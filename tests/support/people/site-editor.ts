import sharp, { type Sharp } from 'sharp';
import { readSampleContent } from '#app/content/sample.server.ts';
import { forms, values, type Page, type PlainBrowser } from '../reading/browser.ts';

export const SITE = '/admin/dashboard/site';
export const PROJECTS = `${SITE}/projects`;

const roche = readSampleContent().projects.find(({ slug }) => slug === 'roche')!;

/** The names of the stored pictures of a sample project. */
export const ROCHE = roche.content.pictures.map(({ name }) => name);

/** Returns a field in each language. */
export const both = (name: string, text: string) => ({
  [`${name}_en`]: text,
  [`${name}_el`]: `${text} (ελ)`,
});

/** Returns all fields that a project needs for publication except its pictures. */
export const written = (title: string) => ({
  ...both('title', title),
  category: 'offices',
  year: '2026',
  ...both('description', 'First paragraph.\n\nSecond paragraph.'),
  ...both('type', 'Office'),
  ...both('location', 'Attica'),
});

export const described = (name: string, number = 1) => ({
  [`picture_${number}`]: name,
  ...both(`alt_${number}`, `Picture ${number}`),
});

/** Returns all fields that a project needs for publication. */
export const complete = (title: string) => ({ ...written(title), ...described(ROCHE[0]!) });

// Empty file inputs are left out here: a browser would send them without a file name.
const FILE_FIELDS = new Set(['pictures', 'blocks', 'drawing', 'file', 'mark']);

/** Returns the unchanged fields of the entry's form. */
export function entryForm({ html, url }: Page): Record<string, string> {
  const form = forms(html).find(({ fields }) => 'form_key' in fields);
  if (!form) throw new Error(`no form of an entry on ${url}`);
  return Object.fromEntries(Object.entries(form.fields).filter(([name]) => !FILE_FIELDS.has(name)));
}

type Files = readonly (readonly [field: string, file: File])[];

/** Submits the entry form of a page with one of its buttons; with files, as multipart/form-data. */
export function press(
  browser: PlainBrowser,
  page: Page,
  button: string,
  fields: Record<string, string> = {},
  files: Files = [],
  fieldsAfterFiles: Record<string, string> = {},
): Promise<Page> {
  const path = page.url.split('?')[0]!;
  const allFields = { ...entryForm(page), ...fields, do: button };
  if (files.length === 0) return browser.post(path, allFields);
  const body = new FormData();
  for (const [name, value] of Object.entries(allFields)) {
    if (!(name in fieldsAfterFiles)) body.set(name, value);
  }
  for (const [field, file] of files) body.append(field, file);
  for (const [name, value] of Object.entries(fieldsAfterFiles)) body.set(name, value);
  return browser.postParts(path, body);
}

/** Saves a new project and returns its page. */
export async function made(browser: PlainBrowser, fields: Record<string, string>): Promise<Page> {
  const saved = await press(browser, await browser.get(`${PROJECTS}/new`), 'save', fields);
  return browser.follow(saved);
}

/** Publishes the entry of a page, or a new one of a kind, and returns the page after the redirect. */
export async function publish(
  browser: PlainBrowser,
  entry: Page | string,
  fields: Record<string, string>,
  files: Files = [],
): Promise<Page> {
  const page = typeof entry === 'string' ? await browser.get(`${SITE}/${entry}/new`) : entry;
  const answer = await press(browser, page, 'publish', fields, files);
  if (answer.status !== 303)
    throw new Error(`not published: ${listInvalidFields(answer).join(' ')}`);
  return browser.follow(answer);
}

export const published = (browser: PlainBrowser, title: string, fields = {}) =>
  publish(browser, 'projects', { ...complete(title), ...fields });

/** Returns the names of the invalid fields: those marked so, and the targets of the links of the error summary. */
export function listInvalidFields({ html }: Page): string[] {
  const targets = values(html, 'a', 'href')
    .filter((href) => /^#(?!main$)\w+$/.test(href))
    .map((href) => href.slice(1));
  return [...new Set([...targets, ...values(html, '[aria-invalid=true]', 'name')])];
}

/** Creates a picture of this size in a random colour. */
export async function photo(
  name: string,
  width: number,
  height: number,
  change: (picture: Sharp) => Sharp = (picture) => picture.jpeg(),
): Promise<File> {
  const [r, g, b] = crypto.getRandomValues(new Uint8Array(3));
  const background = { r: r!, g: g!, b: b! };
  const plain = sharp({ create: { width, height, channels: 3, background } });
  return new File([new Uint8Array(await change(plain).toBuffer())], name);
}

let pdfs = 0;
/** Creates a PDF that differs from all others. */
export const pdf = (content: string | Buffer = '', name = 'sheet.pdf') =>
  new File(
    [
      `%PDF-1.7\n% ${++pdfs}\n`,
      new Uint8Array(Buffer.from(content)),
      '\n<< /Root 1 0 R >>\n%%EOF\n',
    ],
    name,
    { type: 'application/pdf' },
  );

/** Creates a word-mark. */
export const svg = (content: string) =>
  new File(
    [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">${content}</svg>`],
    'mark.svg',
  );

/** All fields of a company other than the sample's. */
export const kormos = {
  title: 'Kormos Joiners',
  title_el: 'Κορμός Ξυλουργική',
  brand: 'KORMOS',
  ...both('tagline', 'Stairs and doors.'),
  ...both('intro', 'A barn by the sea, and nine people.'),
  email: 'hello@kormos.example',
  phone: '+30 28210 11111',
  ...both('factoryStreet', 'Harbour Road 3'),
  ...both('factoryTown', 'Souda'),
  factoryCode: '732 00',
  factoryPlace: '35.4870, 24.0739',
  officesStreet_en: '',
  officesStreet_el: '',
  officesTown_en: '',
  officesTown_el: '',
  officesCode: '',
  officesPlace: '',
  ...both('region', 'Crete'),
  ...both('ofRegion', 'Crete'),
  ...both('place', 'Souda'),
  ...both('where', 'in Souda'),
  hours_1: '8-16',
  hours_5: '8.00-12.30, 17:00–20:00',
  hours_6: '09:00-13:00',
  closedDays: '24/12/2026\n2027-08-09 - 2027-08-20',
  social: 'Mastodon https://social.example/@kormos',
  ...both('legalName', 'Kormos Ltd'),
  ...both('legalForm', 'Limited company (E.P.E.)'),
  ...both('legalSeat', 'Souda, Crete'),
  gemi: '123456789012',
  vat: '987654321',
  area: '640',
  experience: '31',
};
