import { type LeftOut, keepOne, readParameters } from '#app/domain/address-parameters.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';

/** What the desk shows, as its URL says it: everything here can be shared and reloaded. */
export interface DeskView {
  status: '' | 'new' | 'in_progress' | 'completed';
  q: string;
  /** ISO days in Athens, both included. */
  from: string;
  to: string;
  /** Those of the admin who looks, or those that nobody has. */
  assigned: '' | 'me' | 'nobody';
  /** Those whose follow-up day has come. */
  due: '' | '1';
  language: '' | 'en' | 'el';
  /** Where the page begins: nothing for the first one. */
  before: string;
  after: string;
  page: '' | 'last';
  enquiry: string;
  /** A reply to the open enquiry is being written, started from a template if one is named. */
  reply: '' | '1';
  template: string;
}

const ADDRESS = '/admin/dashboard';
const DAY = /^20\d{2}-\d{2}-\d{2}$/;
const PLACE = /^\d{1,19}$/;
const ID = /^\d{1,15}$/;
const FILTERS = ['status', 'q', 'from', 'to', 'assigned', 'due', 'language'] as const;
const PAGES = ['before', 'after', 'page'] as const;

const isDay = (value: string) => DAY.test(value) && !Number.isNaN(Date.parse(value));
const SHAPES = {
  status: (value: string) => /^(new|in_progress|completed)$/.test(value),
  q: (value: string) => value.length <= DESK.searchMax,
  from: isDay,
  to: isDay,
  assigned: (value: string) => /^(me|nobody)$/.test(value),
  due: (value: string) => value === '1',
  language: (value: string) => /^(en|el)$/.test(value),
  before: (value: string) => PLACE.test(value),
  after: (value: string) => PLACE.test(value),
  page: (value: string) => value === 'last',
  // Whatever is asked for is answered: as an enquiry that is there, or as one that is not.
  enquiry: () => true,
  reply: (value: string) => value === '1',
  template: () => true,
};

/** What an address of the desk asks for, as far as it is understood. */
export function readView(params: URLSearchParams): DeskView {
  return readDeskAddress(params).view;
}

/** The same, and which of its parameters were left out. */
export function readDeskAddress(params: URLSearchParams): { view: DeskView; leftOut: LeftOut[] } {
  const read = readParameters(params, SHAPES);
  keepOne(read, PAGES);
  return { view: read.values as DeskView, leftOut: read.leftOut };
}

/** The id of the enquiry a view opens; null when what is asked for cannot be one. */
export function openedId({ enquiry }: DeskView): number | null {
  return ID.test(enquiry) ? Number(enquiry) : null;
}

/** The id of the template a view starts from; null when what is asked for cannot be one. */
export function openedTemplate({ template }: DeskView): number | null {
  return ID.test(template) ? Number(template) : null;
}

/**
 * The query of a view with these changes, '' or beginning with '?'. Another enquiry, or none, is
 * opened without the reply to this one.
 */
export function queryOf(view: DeskView, changes: Partial<DeskView> = {}): string {
  const none = changes.enquiry === undefined ? {} : { reply: '', template: '' };
  const merged = { ...view, ...none, ...changes };
  const params = new URLSearchParams();
  for (const name of [...FILTERS, ...PAGES, 'enquiry', 'reply', 'template'] as const) {
    if (merged[name]) params.set(name, merged[name]);
  }
  const query = params.toString();
  return query && `?${query}`;
}

/** The address of the desk showing a view with these changes. */
export function deskAddress(view: DeskView, changes: Partial<DeskView> = {}): string {
  return ADDRESS + queryOf(view, changes);
}

/** The same filters from their first page, with nothing open: what an export follows. */
export function filtersOnly(view: DeskView): DeskView {
  return { ...view, before: '', after: '', page: '', enquiry: '', reply: '', template: '' };
}

export function isFiltered(view: DeskView): boolean {
  return FILTERS.some((name) => view[name] !== '');
}
