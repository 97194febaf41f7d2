import type { DeskView } from './desk-filter.server.ts';

export type { DeskView };

const DESK_PATH = '/admin/dashboard';
const ID = /^\d{1,15}$/;
export const NO_FILTERS = {
  view: '',
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

/** Returns the id of the open enquiry; null when none is open, or the parameter is not a number. */
export function getOpenEnquiryId({ enquiry }: DeskView): number | null {
  return ID.test(enquiry) ? Number(enquiry) : null;
}

/** Returns the id of the chosen reply template; null when none is chosen, or the parameter is not a number. */
export function getChosenTemplateId({ template }: DeskView): number | null {
  return ID.test(template) ? Number(template) : null;
}

/** Returns the query of a view, with its '?'; '' without parameters. */
export function formatDeskQuery(view: DeskView): string {
  return formatQuery([...FILTERS, ...OTHERS].map((name) => [name, view[name]]));
}

/** Returns a query with its '?' and without empty values; '' when all are empty. */
export function formatQuery(parameters: [name: string, value: string][]): string {
  const query = new URLSearchParams(parameters.filter(([, value]) => value !== '')).toString();
  return query && `?${query}`;
}

export function getDeskPath(view: DeskView, changes: Partial<DeskView> = {}): string {
  return DESK_PATH + formatDeskQuery({ ...view, ...changes });
}

const NO_REPLY_FORM = { reply: '', template: '' } as const;

/** Returns the path of an enquiry over the list of this view, without the form of a reply. */
export function getEnquiryPath(view: DeskView, enquiryId: number): string {
  return getDeskPath(view, { enquiry: String(enquiryId), ...NO_REPLY_FORM });
}

/** Returns the path of the list without an open enquiry. */
export function getListPath(view: DeskView, changes: Partial<DeskView> = {}): string {
  return getDeskPath(view, { ...changes, enquiry: '', ...NO_REPLY_FORM });
}

/** Returns the view with its filters, but on the first page and without an open enquiry. */
export function keepOnlyFilters(view: DeskView): DeskView {
  return { ...view, before: '', after: '', page: '', enquiry: '', reply: '', template: '' };
}

/** Returns whether the view is the list of the enquiries that wait for an answer (VP-4). */
export const isWaitingView = ({ view }: DeskView): boolean => view === 'answer';

export function isFiltered(view: DeskView): boolean {
  return FILTERS.some((name) => view[name] !== '');
}
