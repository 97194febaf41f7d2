/** What the desk shows, as its URL says it: everything here can be shared and reloaded. */
export interface DeskView {
  status: '' | 'new' | 'in_progress' | 'completed';
  q: string;
  /** ISO days in Athens, both included. */
  from: string;
  to: string;
  /** Where the page begins: nothing for the first one. */
  before: string;
  after: string;
  page: '' | 'last';
  enquiry: string;
}

const ADDRESS = '/admin/dashboard';
const DAY = /^20\d{2}-\d{2}-\d{2}$/;
const PLACE = /^\d{1,19}$/;
const ID = /^\d{1,15}$/;
const FILTERS = ['status', 'q', 'from', 'to'] as const;
const PAGES = ['before', 'after', 'page'] as const;

/** Reads the parameters of the desk; what is malformed counts as not given. */
export function readView(params: URLSearchParams): DeskView {
  const given = (name: keyof DeskView) => params.get(name) ?? '';
  const matching = (name: keyof DeskView, shape: RegExp) =>
    shape.test(given(name)) ? given(name) : '';
  const day = (name: 'from' | 'to') =>
    Number.isNaN(Date.parse(given(name))) ? '' : matching(name, DAY);
  return {
    status: matching('status', /^(new|in_progress|completed)$/) as DeskView['status'],
    q: given('q').trim(),
    from: day('from'),
    to: day('to'),
    before: matching('before', PLACE),
    after: matching('after', PLACE),
    page: matching('page', /^last$/) as DeskView['page'],
    enquiry: matching('enquiry', ID),
  };
}

/** The query of a view with these changes, '' or beginning with '?'. */
export function queryOf(view: DeskView, changes: Partial<DeskView> = {}): string {
  const merged = { ...view, ...changes };
  const params = new URLSearchParams();
  for (const name of [...FILTERS, ...PAGES, 'enquiry'] as const) {
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
  return { ...view, before: '', after: '', page: '', enquiry: '' };
}

export function isFiltered(view: DeskView): boolean {
  return FILTERS.some((name) => view[name] !== '');
}
