import { type LeftOut, keepOne, readParameters } from '#app/domain/address-parameters.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';

/** What the page of messages set aside shows, as its URL says it. */
export interface QuarantineView {
  search: string;
  /** Ids next to which the page begins: neither for the first one. */
  before: string;
  after: string;
}

const ADDRESS = '/admin/dashboard/quarantine';
const ID = /^\d{1,15}$/;
const SHAPES = {
  search: (value: string) => value.length <= DESK.searchMax,
  before: (value: string) => ID.test(value),
  after: (value: string) => ID.test(value),
};

/** What an address asks for, as far as it is understood, and what of it was left out. */
export function readQuarantineAddress(params: URLSearchParams): {
  view: QuarantineView;
  leftOut: LeftOut[];
} {
  const read = readParameters(params, SHAPES);
  keepOne(read, ['before', 'after']);
  return { view: read.values, leftOut: read.leftOut };
}

/** The address of a view with these changes. */
export function quarantineAddress(
  view: QuarantineView,
  changes: Partial<QuarantineView> = {},
): string {
  const given = Object.entries({ ...view, ...changes }).filter(([, value]) => value !== '');
  return given.length === 0 ? ADDRESS : `${ADDRESS}?${new URLSearchParams(given).toString()}`;
}
