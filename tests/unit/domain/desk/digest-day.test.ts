import { expect, test } from 'vitest';
import { athensInstant } from '#app/domain/clock.server.ts';
import { digestDayAt } from '#app/domain/desk/digest.server.ts';

test.each([
  ['a minute early', '2026-11-20T08:29:59', null],
  ['on time', '2026-11-20T08:30:00', '2026-11-20'],
  ['started late', '2026-11-20T11:59:59', '2026-11-20'],
  ['too late', '2026-11-20T12:00:00', null],
  ['just after midnight', '2026-11-20T00:00:01', null],
  ['a Saturday', '2026-11-21T09:00:00', null],
  ['a Sunday', '2026-11-22T09:00:00', null],
  ['Ochi day', '2026-10-28T09:00:00', null],
  ['Clean Monday', '2026-02-23T09:00:00', null],
  ['Good Friday', '2026-04-10T09:00:00', null],
  ['the Tuesday after Easter', '2026-04-14T09:00:00', '2026-04-14'],
])('DA-4 %s: a clock in Athens shows %s', (_, clock, day) => {
  expect(digestDayAt(athensInstant(clock))).toBe(day);
});

test.each([
  ['the Friday before summer time', '2026-03-27T06:30:00Z', '2026-03-27'],
  ['the Monday of summer time', '2026-03-30T05:30:00Z', '2026-03-30'],
  ['an hour too early by winter time', '2026-03-27T05:30:00Z', null],
  ['the Monday after summer time', '2026-10-26T06:30:00Z', '2026-10-26'],
  ['the same an hour before', '2026-10-26T05:30:00Z', null],
])('DA-4 half past eight is that of Athens when the clocks change: %s', (_, instant, day) => {
  expect(digestDayAt(new Date(instant))).toBe(day);
});
