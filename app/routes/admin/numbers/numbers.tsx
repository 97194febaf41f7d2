import { data } from 'react-router';
import type { Route } from './+types/numbers.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { numberWords } from '#app/content/desk/numbers/numbers.server.ts';
import { athensDay } from '#app/domain/athens-time.server.ts';
import { NUMBERS } from '#app/domain/desk/desk-limits.ts';
import { mondayOf, readNumbersRange } from '#app/domain/numbers/numbers-range.server.ts';
import { readNumbers } from '#app/domain/numbers/numbers.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { DeskError } from '#app/routes/admin/frame/page/desk-title.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { DeskPlace } from '#app/routes/admin/frame/desk-place.tsx';
import { phrase } from '#app/ui/language/phrase.ts';
import { dayIn } from '#app/routes/admin/numbers/shown-days.server.ts';
import { shownNumbers } from '#app/routes/admin/numbers/shown-numbers.server.ts';
import { Figures } from './figures.tsx';
import { KindTable } from './kind-table.tsx';
import { RangeForm } from './range-form.tsx';
import { Weeks } from './weeks.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

/** Drawn here: the page gets paths and words, and no script that draws. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const words = numberWords[language];
  const today = athensDay(new Date());
  const range = readNumbersRange(url.searchParams, today);
  const page = {
    head: { ...adminPages[language].numbers, title: words.title },
    words,
    range,
    today,
    offered: NUMBERS.offeredWeeks.map((weeks) => ({ weeks, from: mondayOf(today, weeks) })),
    intro: phrase(words.intro, {
      from: dayIn(language, range.from),
      to: dayIn(language, range.to),
    }),
  };
  try {
    return { ...page, numbers: shownNumbers(await readNumbers(range), language), fault: null };
  } catch (error) {
    const { status, text } = faultOf('numbers-not-read', error, language);
    return data({ ...page, numbers: null, fault: text }, { status });
  }
}

export default function NumbersPage({ loaderData }: Route.ComponentProps) {
  const { words, range, today, offered, intro, numbers, fault } = loaderData;
  return (
    <DeskPlace title={words.title} intro={intro}>
      <RangeForm words={words.range} range={range} today={today} offered={offered} />
      {numbers ? (
        <>
          <Figures figures={numbers.figures} />
          {numbers.total === 0 && <p role="status">{words.empty}</p>}
          {numbers.total > 0 && (
            <>
              <Weeks words={words} chart={numbers.weeks} />
              <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-2 print:mt-6 print:grid-cols-2 print:gap-x-10">
                <KindTable
                  title={words.byProject}
                  kind={words.project}
                  words={words}
                  rows={numbers.projects}
                />
                <KindTable
                  title={words.byLanguage}
                  kind={words.language}
                  words={words}
                  rows={numbers.languages}
                />
              </div>
            </>
          )}
        </>
      ) : (
        <DeskError text={fault} />
      )}
    </DeskPlace>
  );
}
