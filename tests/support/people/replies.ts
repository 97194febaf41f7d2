import {
  type Page,
  type PlainBrowser,
  attribute,
  elements,
  forms,
  textOf,
} from '../reading/browser.ts';

/** Opens the form of a reply to an enquiry, started from a template if one is named. */
export function openReply(browser: PlainBrowser, enquiry: number, template?: number) {
  const start = template === undefined ? '' : `&template=${template}`;
  return browser.get(`/admin/dashboard?enquiry=${enquiry}&reply=1${start}`);
}

/** Which of a page's forms is posted to an address of the desk. */
export function formTo(page: Page, address: string): number {
  const found = forms(page.html).findIndex(
    ({ action = '' }) => action.split(/[?#]/)[0] === `/admin/dashboard/${address}`,
  );
  if (found < 0) throw new Error(`no form to ${address} on ${page.url}`);
  return found;
}

/** The fields of the form that is posted to an address of the desk, as they came. */
export function fieldsTo(page: Page, address: string): Record<string, string> {
  return forms(page.html)[formTo(page, address)]!.fields;
}

/** Sends the reply that is open on a page. */
export function sendReply(browser: PlainBrowser, page: Page, fields: Record<string, string> = {}) {
  return browser.submit(page, fields, formTo(page, 'replies'));
}

/** What a page says of a field that was refused; undefined when it says nothing. */
export function faultAt(page: Page, field: string): string | undefined {
  const found = elements(page.html, 'p').find((each) => attribute(each, 'id') === `${field}-error`);
  return found && textOf(found);
}
