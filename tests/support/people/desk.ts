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

/** Returns the text of a page or element, with a space between elements. */
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

/** Returns the text of each cell of the list, by row. */
export function listed(page: Page): string[][] {
  return elements(page.html, 'tr')
    .filter(inBody)
    .map((row) =>
      row.childNodes
        .filter((cell) => cell.nodeName === 'td')
        .map((cell) => readText(cell as Element)),
    );
}

/** Returns the names in the list, in order. */
export function namesListed(page: Page): string[] {
  return elements(page.html, 'tr')
    .filter(inBody)
    .flatMap((row) => elements(row, 'bdi').slice(0, 1))
    .map((element) => textOf(element));
}

/** Returns title and text of each toast on a page. */
export function toasts(page: Page): string[] {
  return elements(page.html, 'div')
    .filter((element) => attribute(element, 'class')?.startsWith('toast '))
    .map((element) => readText(element));
}

/** Returns the index of the form that changes the status of an enquiry. */
export function statusForm(page: Page, id: number): number {
  const index = forms(page.html).findIndex(
    ({ fields }) => fields['intent'] === 'status' && fields['enquiry'] === String(id),
  );
  if (index < 0) throw new Error(`no status form for enquiry ${id} on ${page.url}`);
  return index;
}

/** Returns the href of the link with this text or accessible name. */
export function linkTo(page: Page, name: string): string {
  const link = elements(page.html, 'a').find(
    (each) => (attribute(each, 'aria-label') ?? textOf(each)) === name,
  );
  const href = link && attribute(link, 'href');
  if (!href) throw new Error(`no link "${name}" on ${page.url}`);
  return href;
}

function inBody(row: Element): boolean {
  return row.parentNode?.nodeName === 'tbody';
}

/** Opens the reply form of an enquiry, optionally filled in from a template. */
export function openReply(browser: PlainBrowser, enquiry: number, template?: number) {
  const start = template === undefined ? '' : `&template=${template}`;
  return browser.get(`/admin/dashboard?enquiry=${enquiry}&reply=1${start}`);
}

/** Returns the unchanged fields of the form with this intent or action. */
export function fieldsTo(page: Page, address: string): Record<string, string> {
  return forms(page.html)[formTo(page, address)]!.fields;
}

/** Submits the reply form of a page. */
export function sendReply(browser: PlainBrowser, page: Page, fields: Record<string, string> = {}) {
  return browser.submitTo(page, 'reply', fields);
}

/** Returns the error message of a field, or undefined. */
export function getFieldError(page: Page, field: string): string | undefined {
  return page.texts(`p[id=${field}-error]`)[0];
}
