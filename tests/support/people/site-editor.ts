import sharp, { type Sharp } from 'sharp';
import { readSampleContent } from '#app/content/sample.server.ts';
import { attribute, elements, forms, type Page, type PlainBrowser } from '../reading/browser.ts';

export const SITE = '/admin/dashboard/site';
export const PROJECTS = `${SITE}/projects`;

const roche = readSampleContent().projects.find(({ slug }) => slug === 'roche')!;

/** The names of stored pictures: those of a project of the sample. */
export const ROCHE = roche.content.pictures.map(({ name }) => name);

/** A field of each language. */
export const both = (name: string, text: string) => ({
  [`${name}_en`]: text,
  [`${name}_el`]: `${text} (ελ)`,
});

/** All that a project needs to be published but its pictures. */
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

// A browser sends no file field where nothing was chosen that says anything.
const FILE_FIELDS = new Set(['pictures', 'blocks', 'drawing', 'file', 'mark']);

/** The form of an entry, as it came. */
export function entryForm({ html, url }: Page): Record<string, string> {
  const found = forms(html).find(({ fields }) => 'form_key' in fields);
  if (!found) throw new Error(`no form of an entry on ${url}`);
  return Object.fromEntries(
    Object.entries(found.fields).filter(([name]) => !FILE_FIELDS.has(name)),
  );
}

type Files = readonly (readonly [field: string, file: File])[];

/** Presses a button of the form of the entry on this page; with files, it is sent as parts. */
export function press(
  browser: PlainBrowser,
  page: Page,
  button: string,
  fields: Record<string, string> = {},
  files: Files = [],
): Promise<Page> {
  const path = page.url.split('?')[0]!;
  const all = { ...entryForm(page), ...fields, do: button };
  if (files.length === 0) return browser.post(path, all);
  const body = new FormData();
  for (const [name, value] of Object.entries(all)) body.set(name, value);
  for (const [field, file] of files) body.append(field, file);
  return browser.postParts(path, body);
}

/** Saves a new project and follows: its page. */
export async function made(browser: PlainBrowser, fields: Record<string, string>): Promise<Page> {
  const saved = await press(browser, await browser.get(`${PROJECTS}/new`), 'save', fields);
  return browser.follow(saved);
}

/** Publishes the entry on this page, or a new one of this kind, and follows. */
export async function publish(
  browser: PlainBrowser,
  entry: Page | string,
  fields: Record<string, string>,
  files: Files = [],
): Promise<Page> {
  const page = typeof entry === 'string' ? await browser.get(`${SITE}/${entry}/new`) : entry;
  const answer = await press(browser, page, 'publish', fields, files);
  if (answer.status !== 303) throw new Error(`not published: ${faultsOn(answer).join(' ')}`);
  return browser.follow(answer);
}

export const published = (browser: PlainBrowser, title: string, fields = {}) =>
  publish(browser, 'projects', { ...written(title), ...described(ROCHE[0]!), ...fields });

/** The fields that the summary leads to. */
export function faultsOn({ html }: Page): string[] {
  return elements(html, 'a')
    .map((link) => attribute(link, 'href') ?? '')
    .filter((href) => /^#(?!main$)\w+$/.test(href))
    .map((href) => href.slice(1));
}

/** A picture of these measures, no two alike. */
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
/** A PDF, no two alike. */
export const pdf = (inside: string | Buffer = '', name = 'sheet.pdf') =>
  new File(
    [
      `%PDF-1.7\n% ${++pdfs}\n`,
      new Uint8Array(Buffer.from(inside)),
      '\n<< /Root 1 0 R >>\n%%EOF\n',
    ],
    name,
    { type: 'application/pdf' },
  );

/** A word-mark. */
export const svg = (inside: string) =>
  new File(
    [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">${inside}</svg>`],
    'mark.svg',
  );

/** Another joinery, in all that it says. */
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
