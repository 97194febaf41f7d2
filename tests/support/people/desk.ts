import { parse } from 'parse5';
import {
  attribute,
  elements,
  forms,
  formTo,
  textOf,
  type Page,
  type PlainBrowser,
} from '../reading/browser.ts';

export { formTo };

type Element = ReturnType<typeof elements>[number];

/** The text of a page or element as it is read: a space where one element ends. */
export function readText(node: Element | string): string {
  return texts(typeof node === 'string' ? parse(node) : node)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function texts(node: Pick<Element, 'nodeName'>): string[] {
  if (node.nodeName === 'script') return [];
  if (node.nodeName === '#text') return [(node as unknown as { value: string }).value];
  return 'childNodes' in node ? (node.childNodes as Element[]).flatMap(texts) : [];
}

/** The rows of the list on a page: the text of each cell. */
export function listed(page: Page): string[][] {
  return elements(page.html, 'tr')
    .filter(inBody)
    .map((row) =>
      row.childNodes
        .filter((cell) => cell.nodeName === 'td')
        .map((cell) => readText(cell as Element)),
    );
}

/** The names in the list, in order. */
export function namesListed(page: Page): string[] {
  return elements(page.html, 'tr')
    .filter(inBody)
    .flatMap((row) => elements(row, 'bdi').slice(0, 1))
    .map((element) => textOf(element));
}

/** Title and text of each toast on a page. */
export function toasts(page: Page): string[] {
  return elements(page.html, 'div')
    .filter((element) => attribute(element, 'class')?.startsWith('toast '))
    .map((element) => readText(element));
}

/** Which of a page's forms changes the status of an enquiry. */
export function statusForm(page: Page, id: number): number {
  const found = forms(page.html).findIndex(
    ({ action, fields }) => action?.includes('/status') && fields['enquiry'] === String(id),
  );
  if (found < 0) throw new Error(`no status form for enquiry ${id} on ${page.url}`);
  return found;
}

/** The link with this text or accessible name. */
export function linkTo(page: Page, name: string): string {
  const found = elements(page.html, 'a').find(
    (link) => (attribute(link, 'aria-label') ?? textOf(link)) === name,
  );
  const href = found && attribute(found, 'href');
  if (!href) throw new Error(`no link "${name}" on ${page.url}`);
  return href;
}

function inBody(row: Element): boolean {
  return row.parentNode?.nodeName === 'tbody';
}

/** Opens the form of a reply to an enquiry, started from a template if one is named. */
export function openReply(browser: PlainBrowser, enquiry: number, template?: number) {
  const start = template === undefined ? '' : `&template=${template}`;
  return browser.get(`/admin/dashboard?enquiry=${enquiry}&reply=1${start}`);
}

/** The fields of the form that is posted to an address of the desk, as they came. */
export function fieldsTo(page: Page, address: string): Record<string, string> {
  return forms(page.html)[formTo(page, address)]!.fields;
}

/** Sends the reply that is open on a page. */
export function sendReply(browser: PlainBrowser, page: Page, fields: Record<string, string> = {}) {
  return browser.submitTo(page, 'replies', fields);
}

/** What a page says of a field that was refused; undefined when it says nothing. */
export function faultAt(page: Page, field: string): string | undefined {
  const found = elements(page.html, 'p').find((each) => attribute(each, 'id') === `${field}-error`);
  return found && textOf(found);
}
