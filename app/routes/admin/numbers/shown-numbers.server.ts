import { scaleLinear } from 'd3-scale';
import { enquiryWords } from '#app/content/desk/enquiry.server.ts';
import { numberWords } from '#app/content/desk/numbers/numbers.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { contact, projectTypeIn } from '#app/content/texts/contact.server.ts';
import { DESK } from '#app/domain/limits.ts';
import type { Numbers } from '#app/domain/numbers/numbers.server.ts';
import { counted, phrase } from '#app/ui/language/phrase.ts';
import { numberIn, shareIn } from '#app/routes/admin/numbers/shown-days.server.ts';
import { weekChart } from '#app/routes/admin/numbers/week-chart.server.ts';

export type ShownNumbers = ReturnType<typeof shownNumbers>;

/** The numbers as the page writes and draws them, in a language. */
export function shownNumbers(numbers: Numbers, language: Language) {
  const { total, weeks, projects, languages } = numbers;
  const projectTypes = Object.keys(contact.en.projectTypes);
  return {
    total,
    figures: figuresOf(numbers, language),
    weeks: weekChart(weeks, language),
    projects: barsOf(projects, projectTypes, (name) => projectTypeIn(language, name), language),
    languages: barsOf(
      languages,
      LANGUAGES,
      (name) => enquiryWords[language].languages[name as Language],
      language,
    ),
  };
}

/** The three numbers above the charts. `share` is what is drawn of one, in hundredths. */
function figuresOf(numbers: Numbers, language: Language) {
  const { enquiries, kept, median } = numberWords[language];
  const { promise, answered, medianHours } = numbers;
  const days = DESK.overdueWorkingDays;
  const write = (value: number) => numberIn(language, value);
  return {
    total: { title: enquiries, value: write(numbers.total) },
    kept: {
      title: phrase(kept.title, { days }),
      value: promise.asked === 0 ? '–' : shareIn(language, promise.kept, promise.asked),
      share: promise.asked === 0 ? null : (promise.kept / promise.asked) * 100,
      note:
        promise.asked === 0
          ? phrase(kept.none, { days })
          : phrase(kept.note, { days, kept: write(promise.kept), asked: write(promise.asked) }),
    },
    median: {
      title: median.title,
      value: medianHours === null ? '–' : hoursIn(language, medianHours),
      note: medianHours === null ? median.none : counted(median.note, answered),
    },
  };
}

function hoursIn(language: Language, hours: number): string {
  const words = numberWords[language].median;
  if (hours < 1) return words.short;
  const text = hours === 1 ? words.hours.one : words.hours.other;
  return phrase(text, { count: numberIn(language, hours) });
}

/** What there is of each kind, the most first; kinds that nobody asked for too. */
function barsOf(
  counts: readonly { name: string; total: number }[],
  kinds: readonly string[],
  label: (name: string) => string,
  language: Language,
) {
  const totals = new Map(counts.map(({ name, total }) => [name, total]));
  const all = counts.reduce((sum, { total }) => sum + total, 0);
  const width = scaleLinear([0, Math.max(1, ...totals.values())], [0, 100]);
  return [...new Set([...kinds, ...totals.keys()])]
    .map((name) => ({ name, total: totals.get(name) ?? 0 }))
    .toSorted((a, b) => b.total - a.total)
    .map(({ name, total }) => ({
      label: label(name),
      total: numberIn(language, total),
      share: shareIn(language, total, all),
      width: width(total),
    }));
}
