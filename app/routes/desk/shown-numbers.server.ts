import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { interpolate, pluralize } from '#app/components/messages.ts';
import { LANGUAGES, locales, type Language } from '#app/content/language.ts';
import { getContactMessages, translateProjectType } from '#app/content/messages/contact.server.ts';
import { numberMessages } from '#app/content/messages/desk-pages.server.ts';
import { getEnquiryMessages } from '#app/content/messages/enquiry.server.ts';
import type { Numbers, Week } from '#app/domain/desk/numbers.server.ts';
import { DESK } from '#app/domain/limits.ts';

export type ShownNumbers = ReturnType<typeof shownNumbers>;

export function shownNumbers(numbers: Numbers, language: Language) {
  const projectTypes = Object.keys(getContactMessages('en').projectTypes);
  const { languages } = getEnquiryMessages(language);
  return {
    total: numbers.total,
    figures: presentFigures(numbers, language),
    weeks: buildWeekChart(numbers.weeks, language),
    projects: presentShares(numbers.projects, projectTypes, language).map((row) => ({
      ...row,
      label: translateProjectType(language, row.name),
    })),
    languages: presentShares(numbers.languages, LANGUAGES, language).map((row) => ({
      ...row,
      label: languages[row.name as Language],
    })),
  };
}

function presentFigures(
  { total, promise, answeredCount, medianHours }: Numbers,
  language: Language,
) {
  const { enquiries, promiseKept, median } = numberMessages[language];
  const days = DESK.overdueWorkingDays;
  const write = (value: number) => formatNumber(language, value);
  const { dueCount, inTimeCount } = promise;
  const counts = { days, inTime: write(inTimeCount), asked: write(dueCount) };
  const isNoneDue = dueCount === 0;
  return {
    total: { title: enquiries, value: write(total) },
    promise: {
      title: interpolate(promiseKept.title, { days }),
      value: isNoneDue ? '–' : formatShare(language, inTimeCount / dueCount),
      share: isNoneDue ? null : (inTimeCount / dueCount) * FULL,
      note: interpolate(isNoneDue ? promiseKept.noneDueYet : promiseKept.note, counts),
    },
    median: {
      title: median.title,
      value: medianHours === null ? '–' : formatHours(language, medianHours),
      note: medianHours === null ? median.noneAnsweredYet : pluralize(median.note, answeredCount),
    },
  };
}

function formatHours(language: Language, hours: number): string {
  const { short, hours: messages } = numberMessages[language].median;
  if (hours < 1) return short;
  return interpolate(hours === 1 ? messages.one : messages.other, {
    count: formatNumber(language, hours),
  });
}

function presentShares(
  totals: ReadonlyMap<string, number>,
  kinds: readonly string[],
  language: Language,
) {
  const totalCount = [...totals.values()].reduce((sum, total) => sum + total, 0);
  return [...new Set([...kinds, ...totals.keys()])]
    .map((name) => ({ name, count: totals.get(name) ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ name, count }) => {
      const share = totalCount === 0 ? 0 : count / totalCount;
      return {
        name,
        total: formatNumber(language, count),
        share: formatShare(language, share),
        width: share * FULL,
      };
    });
}

// Everything is in hundredths of the plot: it is drawn as wide as there is room.
const FULL = 100;
const HEAD = 12;
const LEVELS = 3;
// How many months have room for their names on a narrow screen, and how many with their years.
const MONTHS = 7;
const MONTHS_WITH_YEAR = 4;
const LAST_LABEL = 0.9;
const NUMBERED_WEEKS = 30;

function buildWeekChart(weeks: readonly Week[], language: Language) {
  const highest = Math.max(1, ...weeks.map(({ total }) => total));
  const x = scaleLinear([0, weeks.length], [0, FULL]);
  const y = scaleLinear([0, highest], [FULL, HEAD]);
  const steps = toChartSteps(weeks);
  const isWhole = ({ isWhole }: Step) => isWhole;
  const toX = ({ at }: Step) => x(at);
  const top = ({ total }: Step) => y(total);
  return {
    profile: area(toX, FULL, top).curve(curveStepAfter).defined(isWhole)(steps) ?? '',
    edge: line(toX, top).curve(curveStepAfter).defined(isWhole)(steps) ?? '',
    columns: weeks.map((week, at) => ({
      x: x(at),
      middle: x(at + 0.5),
      width: x(1),
      y: y(week.total),
      total: week.total,
      isWhole: week.isWhole,
      days: formatDayRange(language, week),
    })),
    isNumbered: weeks.length <= NUMBERED_WEEKS,
    levels: y
      .ticks(LEVELS)
      .filter((level) => level > 0 && Number.isInteger(level))
      .map((level) => ({ y: y(level), level })),
    months: listMonthLabels(weeks, language).map(({ at, label }) => ({ x: x(at), label })),
  };
}

type Step = ReturnType<typeof toChartSteps>[number];

function toChartSteps(weeks: readonly Week[]) {
  return weeks.flatMap(({ total, isWhole }, at) => {
    const step = { at, total, isWhole };
    const isLast = isWhole && !weeks[at + 1]?.isWhole;
    return isLast ? [step, { ...step, at: at + 1 }] : [step];
  });
}

function listMonthLabels(weeks: readonly Week[], language: Language) {
  const monthStarts = weeks.flatMap(({ from, to }, at) => {
    const first = `${to.slice(0, 8)}01`;
    const days = Temporal.PlainDate.from(from).until(first).days;
    return first >= from && first <= to ? [{ at: at + days / 7, first }] : [];
  });
  const withYear = monthStarts.length > MONTHS;
  const labelInterval = withYear ? Math.ceil(monthStarts.length / MONTHS_WITH_YEAR) : 1;
  const month = dayFormat(language, { month: 'short', ...(withYear && { year: '2-digit' }) });
  return monthStarts
    .filter((_, index) => index % labelInterval === 0)
    .map(({ at, first }) => ({
      at,
      label: at > weeks.length * LAST_LABEL ? '' : month.format(new Date(first)),
    }));
}

function dayFormat(language: Language, style: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'UTC' });
}

function formatDayRange(language: Language, { from, to }: Pick<Week, 'from' | 'to'>): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return dayFormat(language, style).formatRange(new Date(from), new Date(to));
}

export function formatFullDay(language: Language, day: string): string {
  return formatDayRange(language, { from: day, to: day });
}

function formatNumber(language: Language, value: number): string {
  return new Intl.NumberFormat(locales[language]).format(value);
}

function formatShare(language: Language, share: number): string {
  return new Intl.NumberFormat(locales[language], { style: 'percent' }).format(share);
}
