import { z } from 'zod';
import { addDays } from '#app/domain/athens-time.server.ts';
import { dayParameter } from '#app/domain/desk/desk-filter.server.ts';
import { NUMBERS } from '#app/domain/limits.ts';
import type { DayRange } from '#db/numbers/numbers.ts';

const address = z.object({ from: dayParameter, to: dayParameter });

/**
 * The days that an address of the numbers page asks for: `from` begins NUMBERS.weeks weeks where it
 * is not given, cannot be, or lies too far back; `to` is no later than `today`.
 */
export function readNumbersRange(params: URLSearchParams, today: string): DayRange {
  const given = address.parse(Object.fromEntries(params));
  const from = given.from <= today ? given.from : '';
  const to = given.to && given.to < today && given.to >= from ? given.to : today;
  const isTooLong = from < mondayOf(to, NUMBERS.longestWeeks);
  return { from: isTooLong ? mondayOf(to, NUMBERS.weeks) : from, to };
}

/** The Monday on which so many weeks begin that end with the week of a day. */
export function mondayOf(day: string, weeks = 1): string {
  const { dayOfWeek } = Temporal.PlainDate.from(day);
  return addDays(day, 1 - dayOfWeek - 7 * (weeks - 1));
}
