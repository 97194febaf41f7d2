import { type LeftOut, readParameters } from '#app/domain/address-parameters.ts';
import { addDays } from '#app/domain/athens-time.server.ts';
import { NUMBERS } from '#app/domain/limits.ts';
import type { DayRange } from '#db/numbers/numbers.ts';

const DAY = /^20\d{2}-\d{2}-\d{2}$/;

/**
 * The days that an address of the numbers page asks for, and which of its parameters were left out:
 * `from` begins NUMBERS.weeks weeks if it is not given, `to` is no later than `today`.
 */
export function readNumbersRange(
  params: URLSearchParams,
  today: string,
): { range: DayRange; leftOut: LeftOut[] } {
  const { values, leftOut } = readParameters(params, { from: isDay, to: isDay });
  const leaveOut = (name: 'from' | 'to', why: LeftOut['why']) => {
    leftOut.push({ name, value: values[name], why });
    values[name] = '';
  };
  if (values.from > today) leaveOut('from', 'ahead');
  if (values.to && values.to < values.from) leaveOut('to', 'reversed');
  const to = values.to && values.to < today ? values.to : today;
  if (values.from && values.from < mondayOf(to, NUMBERS.longestWeeks)) leaveOut('from', 'tooLong');
  return { range: { from: values.from || mondayOf(to, NUMBERS.weeks), to }, leftOut };
}

/** The Monday on which so many weeks begin that end with the week of a day. */
export function mondayOf(day: string, weeks = 1): string {
  const { dayOfWeek } = Temporal.PlainDate.from(day);
  return addDays(day, 1 - dayOfWeek - 7 * (weeks - 1));
}

function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  try {
    return Temporal.PlainDate.from(value, { overflow: 'reject' }).toString() === value;
  } catch {
    return false;
  }
}
