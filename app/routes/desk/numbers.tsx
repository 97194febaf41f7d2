import { data, Form, href, Link } from 'react-router';
import { Cell, Row, Table } from '#app/components/table.tsx';
import { interpolate } from '#app/components/texts.ts';
import { numberTexts, type NumberTexts } from '#app/content/texts/desk-pages.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { NUMBERS } from '#app/domain/desk/desk-limits.ts';
import {
  getFirstMonday,
  parseStatisticsRange,
  readStatistics,
} from '#app/domain/desk/numbers.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { logAndPresentError } from '#app/routes/desk/failures.server.ts';
import { DeskPage, ErrorNoticeWithRetry, SubmitButton } from '#app/routes/desk/frame.tsx';
import {
  formatDayWithYear,
  presentStatistics,
  type ShownNumbers,
} from '#app/routes/desk/shown-numbers.server.ts';
import type { Route } from './+types/numbers.ts';

const PAGE = href('/admin/dashboard/numbers');

/** Loads the statistics of the days in the query. If the database fails, logs it and returns `error` instead. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const texts = numberTexts[language];

  const today = toAthensDay(new Date());
  const range = parseStatisticsRange(url.searchParams, today);
  const days = {
    from: formatDayWithYear(language, range.from),
    to: formatDayWithYear(language, range.to),
  };

  const page = {
    texts,
    range,
    today,
    offered: NUMBERS.offeredWeeks.map((weeks) => ({ weeks, from: getFirstMonday(today, weeks) })),
    days,
    intro: interpolate(texts.intro, days),
  };

  try {
    const numbers = presentStatistics(await readStatistics(range), language);
    return { ...page, numbers, error: null };
  } catch (error) {
    const { status, text } = logAndPresentError('numbers-not-read', error, language);
    return data({ ...page, numbers: null, error: text }, { status });
  }
}

/** Shows the choice of days, and the figures and their charts or an error; no charts without an enquiry. */
export default function NumbersPage({ loaderData }: Route.ComponentProps) {
  const { texts, intro, numbers, error } = loaderData;
  return (
    <DeskPage title={texts.title} intro={intro}>
      <RangeForm {...loaderData} />
      {error !== null && <ErrorNoticeWithRetry text={error} />}
      {numbers && (
        <dl className="grid gap-x-16 gap-y-8 py-8 md:grid-cols-[auto_1fr_1fr] print:grid-cols-[auto_1fr_1fr] print:gap-x-10 print:py-4">
          <Figure {...numbers.figures.total} />
          <Figure {...numbers.figures.promise} />
          <Figure {...numbers.figures.median} />
        </dl>
      )}
      {numbers?.total === 0 && <p role="status">{texts.empty}</p>}
      {numbers && numbers.total > 0 && (
        <>
          <Weeks texts={texts} chart={numbers.weeks} />
          <div className="mt-12 grid gap-x-16 gap-y-10 lg:grid-cols-2 print:mt-6 print:grid-cols-2 print:gap-x-10">
            <KindTable texts={texts} by="project" rows={numbers.projects} />
            <KindTable texts={texts} by="language" rows={numbers.languages} />
          </div>
        </>
      )}
    </DeskPage>
  );
}

function RangeForm(page: Route.ComponentProps['loaderData']) {
  const { range, days, today, offered } = page;
  const { range: texts } = page.texts;
  const day = (name: 'from' | 'to') => (
    <label className="grid gap-1 text-ink-2">
      <span>
        {texts[name]} {days[name]}
      </span>
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
      aria-label={texts.label}
      action={PAGE}
    >
      {day('from')}
      {day('to')}
      <SubmitButton>{texts.show}</SubmitButton>
      <span className="flex flex-wrap gap-x-5 md:ms-5">
        {offered.map(({ weeks, from }) => (
          <Link
            key={weeks}
            className="inline-flex min-h-11 items-center underline-offset-4 aria-[current]:font-medium aria-[current]:no-underline"
            to={`${PAGE}?from=${from}`}
            aria-current={range.from === from && range.to === today ? 'true' : undefined}
          >
            {interpolate(texts.weeks, { weeks })}
          </Link>
        ))}
      </span>
    </Form>
  );
}

type FigureProps = Partial<ShownNumbers['figures']['promise']>;

function Figure({ title, value, note, share = null }: FigureProps) {
  return (
    <div className="grid content-start">
      <dt className="text-ink-2">{title}</dt>
      <dd className="text-title font-light">{value}</dd>
      {note && (
        <dd className="grid max-w-text text-ink-2">
          {share !== null && <ShareLine share={share} />}
          {note}
        </dd>
      )}
    </div>
  );
}

function ShareLine({ share }: { share: number }) {
  return (
    <svg
      className="my-2 h-4 w-full overflow-visible forced-colors:**:text-inherit"
      aria-hidden="true"
    >
      <line className="stroke-current text-line-strong" x2="100%" y1="8" y2="8" />
      <line className="stroke-current stroke-2 text-ink" x2={`${share}%`} y1="8" y2="8" />
      <Cut at={0} className="text-line-strong" />
      <Cut at={100} className="text-line-strong" />
      <Cut at={share} className="stroke-3 text-oak" />
    </svg>
  );
}

/** `at` is in hundredths of the line. */
function Cut({ at, className }: { at: number; className: string }) {
  return (
    <svg className="overflow-visible" x={`${at}%`} y="8">
      <path className={`stroke-current ${className}`} d="M-3.5 8L3.5 -8" />
    </svg>
  );
}

interface KindTableProps {
  texts: NumberTexts;
  by: 'project' | 'language';
  rows: ShownNumbers['projects'];
}

function KindTable({ texts, by, rows }: KindTableProps) {
  return (
    <section className="break-inside-avoid">
      <h2 className="text-large">{by === 'project' ? texts.byProject : texts.byLanguage}</h2>
      <Table
        className="figures-table relative mt-3"
        columns={{ kind: texts[by], count: texts.count, share: texts.share }}
      >
        {rows.map(({ name, label, total, share, width }) => (
          <Row key={name} className="align-top">
            <th scope="row" className="pb-5 print:pt-1 print:pb-4">
              {label}
              <svg className="absolute start-0 mt-1 h-2 w-full" aria-hidden="true">
                <rect className="fill-current" width={`${width}%`} height="100%" />
              </svg>
            </th>
            <Cell className="print:py-1">{total}</Cell>
            <Cell className="print:py-1">{share}</Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}

function Weeks({ texts, chart }: { texts: NumberTexts; chart: ShownNumbers['weeks'] }) {
  return (
    <section className="break-inside-avoid">
      <h2 className="text-large">{texts.byWeek}</h2>
      <WeekChart chart={chart} />
      {chart.columns.some(({ isWhole }) => !isWhole) && (
        <p className="mt-2 text-ink-2">{texts.open}</p>
      )}
      <details className="mt-2 print:hidden">
        <summary className="min-h-11 cursor-pointer py-2.5 underline underline-offset-4">
          {texts.table}
        </summary>
        <Table
          className="figures-table mt-2 max-w-text"
          columns={{ week: texts.week, count: texts.count }}
        >
          {chart.columns.map(({ days, total }) => (
            <Row key={days}>
              <th scope="row">{days}</th>
              <Cell>{total}</Cell>
            </Row>
          ))}
        </Table>
      </details>
    </section>
  );
}

/** Stretches shapes to the width, but not lines and letters. Screen readers read the table instead. */
function WeekChart({ chart }: { chart: ShownNumbers['weeks'] }) {
  const { profile, edge, columns, levels, months, isNumbered } = chart;
  const openColumns = columns.filter(({ isWhole, total }) => !isWhole && total > 0);

  return (
    <div className="mt-3 grid grid-cols-[auto_1fr] gap-x-2 text-note text-ink-3" aria-hidden="true">
      <svg className="h-64 w-10 print:h-40">
        {levels.map(({ y, level }) => (
          <text key={level} className="fill-current" x="100%" y={`${y}%`} dy="5" textAnchor="end">
            {level}
          </text>
        ))}
      </svg>
      <svg className="h-64 w-full overflow-visible print:h-40 forced-colors:**:text-inherit">
        {levels.map(({ y, level }) => (
          <line
            key={level}
            className="stroke-current text-line"
            x2="100%"
            y1={`${y}%`}
            y2={`${y}%`}
          />
        ))}
        <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="fill-paper-3 forced-colors:fill-none" d={profile} />
          <path
            className="fill-none stroke-current stroke-2 text-ink [vector-effect:non-scaling-stroke]"
            d={edge}
          />
          {openColumns.map(({ x, y, width }) => (
            <path
              key={x}
              className="fill-none stroke-current [vector-effect:non-scaling-stroke]"
              d={`M${x} 100V${y}H${x + width}V100ZL${x + width} ${y}`}
            />
          ))}
        </svg>
        <line className="stroke-current text-ink" x2="100%" y1="100%" y2="100%" />
        {columns.map(({ x, width, middle, y, total, days }) => (
          <g key={x}>
            {isNumbered && total > 0 && (
              <text
                className="hidden fill-current text-ink-2 lg:inline print:inline"
                x={`${middle}%`}
                y={`${y}%`}
                dy="-7"
                textAnchor="middle"
              >
                {total}
              </text>
            )}
            <rect className="fill-transparent" x={`${x}%`} width={`${width}%`} height="100%">
              <title>{`${days}: ${total}`}</title>
            </rect>
          </g>
        ))}
      </svg>
      <svg className="col-start-2 h-8 w-full overflow-visible forced-colors:**:text-inherit">
        {months.map(({ x, label }) => (
          <svg key={x} className="overflow-visible" x={`${x}%`}>
            <path className="stroke-current text-ink" d="M-3.5 8L3.5 -8" />
            <text className="fill-current" x="2" y="24">
              {label}
            </text>
          </svg>
        ))}
      </svg>
    </div>
  );
}
