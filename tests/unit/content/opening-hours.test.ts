import { expect, test } from 'vitest';
import { companyFacts } from '#app/content/company.server.ts';
import { isOpenAt } from '#app/content/words/company.ts';

const HOLIDAYS = ['2026-12-25'];

test.each([
  ['in winter, a Monday at nine', '2026-11-23T07:00:00Z', true],
  ['a minute before', '2026-11-23T06:59:00Z', false],
  ['the last minute', '2026-11-23T14:59:59Z', true],
  ['five in the afternoon', '2026-11-23T15:00:00Z', false],
  ['in summer, a Friday at nine', '2026-07-24T06:00:00Z', true],
  ['in summer, five in the afternoon', '2026-07-24T14:00:00Z', false],
  ['a Saturday', '2026-11-28T10:00:00Z', false],
  ['a Sunday', '2026-11-29T10:00:00Z', false],
  ['a Friday that is a holiday', '2026-12-25T10:00:00Z', false],
  ['Sunday here, Monday in Athens, before nine', '2026-11-22T23:00:00Z', false],
])('VP-2 whether somebody is there: %s', (_, now, open) => {
  expect(isOpenAt(new Date(now), companyFacts().hours, HOLIDAYS)).toBe(open);
});
