import { expect, test } from 'vitest';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { readSampleContent } from '#app/content/sample.server.ts';
import { runInPreview } from '#app/content/site-content.server.ts';
import { parseAthensDateTime } from '#app/domain/clock.server.ts';
import { isDigestTime } from '#app/domain/desk/digest.server.ts';
import {
  getOrthodoxEaster,
  getOverdueCutoff,
  getPromisedAnswerDay,
  isWorkingDay,
} from '#app/domain/desk/working-days.server.ts';
import { isOpenAt } from '#app/routes/site/contact/opening-hours.ts';

test('computes Orthodox Easter', () => {
  const days = '2016-05-01 2021-05-02 2024-05-05 2025-04-20 2026-04-12 2027-05-02 2028-04-16';
  for (const day of days.split(' ')) expect(getOrthodoxEaster(Number(day.slice(0, 4)))).toBe(day);
});

test('DA-4 counts no weekend and no public holiday of Greece as a working day', () => {
  const daysOff = `2026-11-21 2026-01-01 2026-01-06 2026-02-23 2026-03-25 2026-04-10 2026-04-13 2026-05-01
    2026-06-01 2025-08-15 2026-10-28 2026-12-25`;
  expect(daysOff.split(/\s+/).filter((day) => isWorkingDay(day))).toEqual([]);
  expect(['2026-11-20', '2026-04-14'].filter((day) => isWorkingDay(day))).toHaveLength(2);
});

test.each([
  ['an ordinary Thursday', '2026-11-19T15:00:00', '2026-11-17T15:00:00'],
  ['a Tuesday looks across the weekend', '2026-11-24T15:00:00', '2026-11-20T15:00:00'],
  ['a Sunday: Thursday and Friday have passed', '2026-11-22T12:00:00', '2026-11-19T00:00:00'],
  ['after Easter', '2026-04-15T09:00:00', '2026-04-09T09:00:00'],
  ['the clocks went forward', '2026-03-30T09:00:00', '2026-03-26T09:00:00'],
  ['the clocks went back', '2026-10-26T09:00:00', '2026-10-22T09:00:00'],
  ['midnight after they went back', '2026-10-27T00:00:00', '2026-10-23T00:00:00'],
])('an enquiry is overdue after two working days: %s', (_, now, limit) => {
  expect(getOverdueCutoff(parseAthensDateTime(now))).toEqual(parseAthensDateTime(limit));
});

test.each([
  ['in winter', '2026-11-20T00:00:00', '2026-11-19T22:00:00.000Z'],
  ['in summer', '2026-07-01T12:00:00', '2026-07-01T09:00:00.000Z'],
  ['before an hour that is skipped', '2026-03-29T02:59:59', '2026-03-29T00:59:59.000Z'],
  ['in it', '2026-03-29T03:30:00', '2026-03-29T01:30:00.000Z'],
  ['after it', '2026-03-29T04:00:00', '2026-03-29T01:00:00.000Z'],
  ['in an hour that comes twice', '2026-10-25T03:30:00', '2026-10-25T00:30:00.000Z'],
])('converts a clock in Athens, %s, to one instant', (_, clock, instant) => {
  expect(parseAthensDateTime(clock).toISOString()).toBe(instant);
});

test.each([
  ['a minute early', '2026-11-20T08:29:59+02:00', false],
  ['on time', '2026-11-20T08:30:00+02:00', true],
  ['started late', '2026-11-20T11:59:59+02:00', true],
  ['too late', '2026-11-20T12:00:00+02:00', false],
  ['just after midnight', '2026-11-20T00:00:01+02:00', false],
  ['a Sunday', '2026-11-22T09:00:00+02:00', false],
  ['Good Friday', '2026-04-10T09:00:00+03:00', false],
  ['the Friday before summer time', '2026-03-27T08:30:00+02:00', true],
  ['an hour too early by winter time', '2026-03-27T07:30:00+02:00', false],
  ['the Monday of summer time', '2026-03-30T08:30:00+03:00', true],
  ['the Monday after summer time', '2026-10-26T08:30:00+02:00', true],
  ['the same an hour before', '2026-10-26T07:30:00+02:00', false],
])('DA-4 sends a digest at half past eight of a working day: %s', (_, instant, isTime) => {
  expect(isDigestTime(new Date(instant))).toBe(isTime);
});

test('PB-7 VP-1 treats closed days of the company, and weekdays without hours, as no working days anywhere', () => {
  const sample = readSampleContent();
  const [company] = sample.company;
  const hours = ['9-17', '9-17', '', '9-17', '9-17', '9-13', ''];
  const content = { ...company!.content, hours, closedDays: '2026-11-19\n23/11/2026 - 24/11/2026' };
  const contentWithHours = { ...sample, company: [{ ...company!, content }] };
  const days = Array.from({ length: 8 }, (_, day) => `2026-11-${18 + day}`);
  runInPreview(contentWithHours, () => {
    expect(days.filter((day) => isWorkingDay(day))).toEqual(['2026-11-20', '2026-11-21']);
    expect(getPromisedAnswerDay(parseAthensDateTime('2026-11-20T10:00:00').getTime())).toBe(
      '2026-11-26',
    );
    expect(isDigestTime(parseAthensDateTime('2026-11-23T08:30:00'))).toBe(false);
  });
  expect(getPromisedAnswerDay(parseAthensDateTime('2026-11-20T10:00:00').getTime())).toBe(
    '2026-11-24',
  );
});

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
])('VP-2 knows whether the company is open: %s', (_, now, open) => {
  expect(isOpenAt(new Date(now), getCompanyFacts().hours, HOLIDAYS)).toBe(open);
});

test('VP-2 says neither that a company without opening hours is open nor that it is closed', () => {
  expect(isOpenAt(new Date('2026-11-25T10:00Z'), [], HOLIDAYS)).toBeUndefined();
});
