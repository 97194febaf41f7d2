import sharp, { type Sharp } from 'sharp';
import { type Page, type PlainBrowser, attribute, elements, forms } from '../reading/browser.ts';

export const PROJECTS = '/admin/dashboard/site/projects';

/** All that a project needs to be published but its pictures. */
export const written = (title: string) => ({
  title_en: title,
  title_el: `${title} στα ελληνικά`,
  category: 'offices',
  year: '2026',
  description_en: 'First paragraph.\n\nSecond paragraph.',
  description_el: 'Πρώτη παράγραφος.\n\nΔεύτερη παράγραφος.',
  type_en: 'Office',
  type_el: 'Γραφείο',
  location_en: 'Attica',
  location_el: 'Αττική',
});

export const described = (name: string, number = 1) => ({
  [`picture_${number}`]: name,
  [`alt_${number}_en`]: `Picture ${number}`,
  [`alt_${number}_el`]: `Φωτογραφία ${number}`,
});

/** The form of an entry, as it came. */
export function entryForm({ html, url }: Page): Record<string, string> {
  const found = forms(html).find(({ fields }) => 'form_key' in fields);
  if (!found) throw new Error(`no form of an entry on ${url}`);
  // A browser sends no file field where nothing was chosen that says anything.
  const {
    pictures: _,
    blocks: _blocks,
    drawing: __,
    file: ___,
    mark: ____,
    ...fields
  } = found.fields;
  return fields;
}

/** Presses a button of the form of the entry on this page. */
export function press(
  browser: PlainBrowser,
  page: Page,
  button: string,
  fields: Record<string, string> = {},
): Promise<Page> {
  return browser.post(page.url.split('?')[0]!, { ...entryForm(page), ...fields, do: button });
}

/** The same with files, as parts. */
export function pressWith(
  browser: PlainBrowser,
  page: Page,
  files: readonly (readonly [field: string, file: File])[],
  fields: Record<string, string> = {},
): Promise<Page> {
  const body = new FormData();
  const all = { ...entryForm(page), do: 'save', ...fields };
  for (const [name, value] of Object.entries(all)) body.set(name, value);
  for (const [field, file] of files) body.append(field, file);
  return browser.postParts(page.url.split('?')[0]!, body);
}

/** Opens the form that a page leads to, saves and follows: the page of the entry. */
export async function made(browser: PlainBrowser, fields: Record<string, string>): Promise<Page> {
  const saved = await press(browser, await browser.get(`${PROJECTS}/new`), 'save', fields);
  return browser.follow(saved);
}

export async function published(
  browser: PlainBrowser,
  title: string,
  fields: Record<string, string> = {},
): Promise<Page> {
  const all = { ...written(title), ...described('02-roche'), ...fields };
  const answer = await press(browser, await browser.get(`${PROJECTS}/new`), 'publish', all);
  if (answer.status !== 303) throw new Error(`not published: ${faultsOn(answer).join(' ')}`);
  return browser.follow(answer);
}

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

/** Another joinery, in all that it says. */
export const kormos = {
  title: 'Kormos Joiners',
  title_el: 'Κορμός Ξυλουργική',
  brand: 'KORMOS',
  tagline_en: 'Stairs and doors.',
  tagline_el: 'Σκάλες και πόρτες.',
  intro_en: 'A barn by the sea, and nine people.',
  intro_el: 'Μια αποθήκη δίπλα στη θάλασσα και εννιά άνθρωποι.',
  email: 'hello@kormos.example',
  phone: '+30 28210 11111',
  factoryStreet_en: 'Harbour Road 3',
  factoryStreet_el: 'Λιμανιού 3',
  factoryTown_en: 'Souda',
  factoryTown_el: 'Σούδα',
  factoryCode: '732 00',
  factoryPlace: '35.4870, 24.0739',
  officesStreet_en: '',
  officesStreet_el: '',
  officesTown_en: '',
  officesTown_el: '',
  officesCode: '',
  officesPlace: '',
  region_en: 'Crete',
  region_el: 'Κρήτη',
  ofRegion_en: 'Crete',
  ofRegion_el: 'Κρήτης',
  place_en: 'Souda',
  place_el: 'Σούδα',
  where_en: 'in Souda',
  where_el: 'στη Σούδα',
  hours_1: '8-16',
  hours_5: '8.00-12.30, 17:00–20:00',
  hours_6: '09:00-13:00',
  closedDays: '24/12/2026\n2027-08-09 - 2027-08-20',
  social: 'Mastodon https://social.example/@kormos',
  legalName_en: 'Kormos Ltd',
  legalName_el: 'Κορμός Ε.Π.Ε.',
  legalForm_en: 'Limited company (E.P.E.)',
  legalForm_el: 'Ε.Π.Ε.',
  legalSeat_en: 'Souda, Crete',
  legalSeat_el: 'Σούδα Κρήτης',
  gemi: '123456789012',
  vat: '987654321',
  area: '640',
  experience: '31',
};
