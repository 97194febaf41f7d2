import {
  type Page,
  type PlainBrowser,
  attribute,
  elements,
  formTo,
  forms,
  textOf,
} from '../reading/browser.ts';

export { formTo };

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
