import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { interpolate, pluralize } from '#app/components/texts.ts';
import { LANGUAGES, locales, type Language } from '#app/content/language.ts';
import { translateProjectType } from '#app/content/texts/contact.server.ts';
import { numberTexts } from '#app/content/texts/desk-pages.server.ts';
import { getEnquiryTexts } from '#app/content/texts/enquiry.server.ts';
import type { Statistics, Week } from '#app/domain/desk/numbers.server.ts';
import { DESK } from '#app/domain/limits.ts';
import { PROJECT_TYPES } from '#app/enquiry-fields.server.ts';

export type ShownNumbers = ReturnType<typeof presentStatistics>;

/** Returns the figures in words, and the charts with their lengths in per cent. Rows of projects: the largest first. */
export function presentStatistics(statistics: Statistics, language: Language) {
  const { languages } = getEnquiryTexts(language);

  return {
    total: statistics.total,
    figures: presentFigures(statistics, language),
    weeks: buildWeekChart(statistics.weeks, language),
    projects: presentShares(statistics.projects, PROJECT_TYPES, language).map((row) => ({
      ...row,
      label: translateProjectType(language, row.name),
    })),
    languages: presentShares(statistics.languages, LANGUAGES, language).map((row) => ({
      ...row,
      label: languages[row.name as Language],
    })),
  };
}

function presentFigures(
  { total, promise, answeredCount, medianHours }: Statistics,
  language: Language,
) {
  const { enquiries, promiseKept, median } = numberTexts[language];
  const days = DESK.overdueWorkingDays;
  const { dueCount, inTimeCount } = promise;
  const counts = {
    days,
    inTime: formatNumber(language, inTimeCount),
    asked: formatNumber(language, dueCount),
  };

  const keptShare = dueCount === 0 ? null : inTimeCount / dueCount;
  return {
    total: { title: enquiries, value: formatNumber(language, total) },
    promise: {
      title: interpolate(promiseKept.title, { days }),
      value: keptShare === null ? '–' : formatShare(language, keptShare),
      share: keptShare === null ? null : keptShare * FULL,
      note: interpolate(keptShare === null ? promiseKept.noneDueYet : promiseKept.note, counts),
    },
    median: {
      title: median.title,
      value: medianHours === null ? '–' : formatHours(language, medianHours),
      note: medianHours === null ? median.noneAnsweredYet : pluralize(median.note, answeredCount),
    },
  };
}

function formatHours(language: Language, hours: number): string {
  const { short, hours: texts } = numberTexts[language].median;
  if (hours < 1) return short;
  return interpolate(hours === 1 ? texts.one : texts.other, {
    count: formatNumber(language, hours),
  });
}

/** Returns a row for each kind, also for kinds without enquiries, and for other names; the largest first. */
function presentShares(
  totals: ReadonlyMap<string, number>,
  kinds: readonly string[],
  language: Language,
) {
  const totalCount = [...totals.values()].reduce((sum, total) => sum + total, 0);
  const names = new Set([...kinds, ...totals.keys()]);
  const counts = [...names].map((name) => ({ name, count: totals.get(name) ?? 0 }));
  return counts
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

// All lengths are in per cent of the chart, which is as wide as the page allows.
const FULL = 100;
/** Room for the numbers above the highest column. */
const TOP_MARGIN = 12;
const LEVEL_COUNT = 3;
// A narrow screen has room for this many names of months, without and with their years.
const MAX_MONTH_LABELS = 7;
const MAX_MONTH_LABELS_WITH_YEAR = 4;
/** A label further right than this share of the chart would be cut off. */
const LAST_LABEL_AT_SHARE = 0.9;
const MAX_NUMBERED_WEEKS = 30;

function buildWeekChart(weeks: readonly Week[], language: Language) {
  const highest = Math.max(1, ...weeks.map(({ total }) => total));
  const toX = scaleLinear([0, weeks.length], [0, FULL]);
  const toY = scaleLinear([0, highest], [FULL, TOP_MARGIN]);

  const steps = toChartSteps(weeks);
  const isWholeWeek = ({ isWhole }: Step) => isWhole;
  const getLeft = ({ weekIndex }: Step) => toX(weekIndex);
  const getTop = ({ total }: Step) => toY(total);

  const drawProfile = area(getLeft, FULL, getTop).curve(curveStepAfter).defined(isWholeWeek);
  const drawEdge = line(getLeft, getTop).curve(curveStepAfter).defined(isWholeWeek);

  return {
    profile: drawProfile(steps) ?? '',
    edge: drawEdge(steps) ?? '',
    columns: weeks.map((week, index) => ({
      x: toX(index),
      middle: toX(index + 0.5),
      width: toX(1),
      y: toY(week.total),
      total: week.total,
      isWhole: week.isWhole,
      days: formatDayRange(language, week),
    })),
    isNumbered: weeks.length <= MAX_NUMBERED_WEEKS,
    levels: toY
      .ticks(LEVEL_COUNT)
      .filter((level) => level > 0 && Number.isInteger(level))
      .map((level) => ({ y: toY(level), level })),
    months: listMonthLabels(weeks, language).map(({ weekPosition, label }) => {
      return { x: toX(weekPosition), label };
    }),
  };
}

type Step = ReturnType<typeof toChartSteps>[number];

/** Returns a point at the start of each week, and one at the end of the last whole week before another one. */
function toChartSteps(weeks: readonly Week[]) {
  return weeks.flatMap(({ total, isWhole }, weekIndex) => {
    const step = { weekIndex, total, isWhole };
    const isLast = isWhole && !weeks[weekIndex + 1]?.isWhole;
    return isLast ? [step, { ...step, weekIndex: weekIndex + 1 }] : [step];
  });
}

/**
 * Returns the starts of months, their positions in weeks from the start of the chart. Names only some months if
 * there are many, with their years then. A label that would be cut off at the end of the chart is empty.
 */
function listMonthLabels(weeks: readonly Week[], language: Language) {
  const monthStarts = weeks.flatMap(({ from, to }, weekIndex) => {
    const firstDay = `${to.slice(0, 8)}01`;
    if (firstDay < from || firstDay > to) return [];
    const { days } = Temporal.PlainDate.from(from).until(firstDay);
    return [{ weekPosition: weekIndex + days / 7, firstDay }];
  });

  const hasYear = monthStarts.length > MAX_MONTH_LABELS;
  const labelInterval = hasYear ? Math.ceil(monthStarts.length / MAX_MONTH_LABELS_WITH_YEAR) : 1;
  const style = { month: 'short', year: hasYear ? '2-digit' : undefined } as const;
  const format = createDayFormat(language, style);

  const maxPosition = weeks.length * LAST_LABEL_AT_SHARE;
  return monthStarts
    .filter((_, index) => index % labelInterval === 0)
    .map(({ weekPosition, firstDay }) => ({
      weekPosition,
      label: weekPosition > maxPosition ? '' : format.format(new Date(firstDay)),
    }));
}

function createDayFormat(language: Language, style: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'UTC' });
}

function formatDayRange(language: Language, { from, to }: Pick<Week, 'from' | 'to'>): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return createDayFormat(language, style).formatRange(new Date(from), new Date(to));
}

/** Returns an ISO day such as "25 Nov 2026". */
export function formatDayWithYear(language: Language, isoDay: string): string {
  return formatDayRange(language, { from: isoDay, to: isoDay });
}

function formatNumber(language: Language, value: number): string {
  return new Intl.NumberFormat(locales[language]).format(value);
}

function formatShare(language: Language, share: number): string {
  return new Intl.NumberFormat(locales[language], { style: 'percent' }).format(share);
}
