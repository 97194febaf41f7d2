import type { Source, Status, StoredLanguage } from '#db/schema.ts';

export interface DeskView {
  status: '' | Status;
  q: string;
  from: string;
  to: string;
  assigned: '' | 'me' | 'nobody';
  due: '' | '1';
  unread: '' | '1';
  language: '' | StoredLanguage;
  source: '' | Source;
  before: string;
  after: string;
  page: '' | 'last';
  enquiry: string;
  reply: '' | '1';
  template: string;
}

const ADDRESS = '/admin/dashboard';
const ID = /^\d{1,15}$/;
export const NO_FILTERS = {
  status: '',
  q: '',
  from: '',
  to: '',
  assigned: '',
  due: '',
  unread: '',
  language: '',
  source: '',
} as const;
const FILTERS = Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[];
const OTHERS = ['before', 'after', 'page', 'enquiry', 'reply', 'template'] as const;

export function getOpenEnquiryId({ enquiry }: DeskView): number | null {
  return ID.test(enquiry) ? Number(enquiry) : null;
}

export function openedTemplate({ template }: DeskView): number | null {
  return ID.test(template) ? Number(template) : null;
}

/** Returns the query of a view with changes, with its '?'. Another enquiry opens without the open reply. */
export function formatDeskQuery(view: DeskView, changes: Partial<DeskView> = {}): string {
  const closedReply = changes.enquiry === undefined ? {} : { reply: '', template: '' };
  const merged = { ...view, ...closedReply, ...changes };
  return formatQuery([...FILTERS, ...OTHERS].map((name) => [name, merged[name]]));
}

export function formatQuery(parameters: [name: string, value: string][]): string {
  const query = new URLSearchParams(parameters.filter(([, value]) => value !== '')).toString();
  return query && `?${query}`;
}

export function getDeskPath(view: DeskView, changes: Partial<DeskView> = {}): string {
  return ADDRESS + formatDeskQuery(view, changes);
}

export function pickFilters(view: DeskView): DeskView {
  return { ...view, before: '', after: '', page: '', enquiry: '', reply: '', template: '' };
}

export function isFiltered(view: DeskView): boolean {
  return FILTERS.some((name) => view[name] !== '');
}
