import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import type { Language } from '#app/content/language.ts';
import type { Week } from '#app/domain/numbers/numbers.server.ts';
import { daysIn, monthIn } from '#app/routes/admin/numbers/shown-days.server.ts';

/** Everything is in hundredths of the plot: it is drawn as wide as there is room. */
const FULL = 100;
/** Room above the highest week for its number. */
const HEAD = 12;
const LEVELS = 3;
/** How many months have room for their names on a narrow screen, and how many with their years. */
const MONTHS = 7;
const MONTHS_WITH_YEAR = 4;
/** What begins after it would run off the side. */
const LAST_LABEL = 0.9;
/** The most weeks that have room for a number each, on a wide screen. */
const NUMBERED_WEEKS = 30;

export type WeekChart = ReturnType<typeof weekChart>;

/** The drawing of enquiries by week: the profile of whole weeks, and a frame for each other one. */
export function weekChart(weeks: readonly Week[], language: Language) {
  const highest = Math.max(1, ...weeks.map(({ total }) => total));
  const x = scaleLinear([0, weeks.length], [0, FULL]);
  const y = scaleLinear([0, highest], [FULL, HEAD]);
  const steps = stepsOf(weeks);
  const isWhole = ({ isWhole }: Step) => isWhole;
  const profile = area<Step>(
    ({ at }) => x(at),
    FULL,
    ({ total }) => y(total),
  );
  const edge = line<Step>(
    ({ at }) => x(at),
    ({ total }) => y(total),
  );
  return {
    profile: profile.curve(curveStepAfter).defined(isWhole)(steps) ?? '',
    edge: edge.curve(curveStepAfter).defined(isWhole)(steps) ?? '',
    columns: weeks.map((week, at) => ({
      x: x(at),
      middle: x(at + 0.5),
      width: x(1),
      y: y(week.total),
      total: week.total,
      isWhole: week.isWhole,
      days: daysIn(language, week),
    })),
    isNumbered: weeks.length <= NUMBERED_WEEKS,
    levels: y
      .ticks(LEVELS)
      .filter((level) => level > 0 && Number.isInteger(level))
      .map((level) => ({ y: y(level), level })),
    months: monthsOf(weeks, language).map(({ at, label }) => ({ x: x(at), label })),
  };
}

interface Step {
  at: number;
  total: number;
  isWhole: boolean;
}

/** A step is as long as the week: the last of some whole weeks ends where the next one begins. */
function stepsOf(weeks: readonly Week[]): Step[] {
  return weeks.flatMap(({ total, isWhole }, at) => {
    const step = { at, total, isWhole };
    const isLast = isWhole && !weeks[at + 1]?.isWhole;
    return isLast ? [step, { ...step, at: at + 1 }] : [step];
  });
}

/** The months that begin in the range, no more than have room on a narrow screen. */
function monthsOf(weeks: readonly Week[], language: Language) {
  const begun = weeks.flatMap(({ from, to }, at) => {
    const first = `${to.slice(0, 8)}01`;
    return first >= from && first <= to ? [{ at: at + dayShare(from, first), first }] : [];
  });
  const withYear = begun.length > MONTHS;
  const every = withYear ? Math.ceil(begun.length / MONTHS_WITH_YEAR) : 1;
  return begun
    .filter((_, index) => index % every === 0)
    .map(({ at, first }) => ({
      at,
      label: at > weeks.length * LAST_LABEL ? '' : monthIn(language, first, withYear),
    }));
}

function dayShare(from: string, day: string): number {
  return Temporal.PlainDate.from(from).until(day).days / 7;
}
