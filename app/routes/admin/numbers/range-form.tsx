import { Form, Link, href } from 'react-router';
import { phrase } from '#app/ui/language/phrase.ts';
import type { NumberWords } from '#app/content/desk/numbers/numbers.server.ts';

interface RangeFormProps {
  words: NumberWords['range'];
  range: { from: string; to: string };
  today: string;
  /** Ranges up to today, each by the day it begins. */
  offered: readonly { weeks: number; from: string }[];
}

/** Which days are shown: a plain form, and the usual ranges as links. */
export function RangeForm({ words, range, today, offered }: RangeFormProps) {
  const day = (name: 'from' | 'to') => (
    <label className="grid gap-1 text-ink-2">
      {words[name]}
      <input
        key={range[name]}
        className="min-h-11 border border-line-strong bg-panel px-3 text-ink"
        type="date"
        name={name}
        defaultValue={range[name]}
        max={today}
      />
    </label>
  );
  return (
    <Form
      className="flex flex-wrap items-end gap-3 border-b border-line pb-5 print:hidden"
      role="search"
      aria-label={words.label}
      action={href('/admin/dashboard/numbers')}
    >
      {day('from')}
      {day('to')}
      <button className="plain-button" type="submit">
        {words.show}
      </button>
      <span className="flex flex-wrap gap-x-5 md:ms-5">
        {offered.map(({ weeks, from }) => (
          <Link
            key={weeks}
            className="inline-flex min-h-11 items-center underline-offset-4 aria-[current]:font-medium aria-[current]:no-underline"
            to={`${href('/admin/dashboard/numbers')}?from=${from}`}
            aria-current={range.from === from && range.to === today ? 'true' : undefined}
          >
            {phrase(words.weeks, { weeks })}
          </Link>
        ))}
      </span>
    </Form>
  );
}
