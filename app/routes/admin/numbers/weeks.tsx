import type { NumberWords } from '#app/content/desk/numbers.server.ts';
import type { ShownNumbers } from '#app/routes/admin/numbers/shown-numbers.server.ts';

/** Enquiries by week: the drawing, and the same figures as a table. */
export function Weeks({ words, chart }: { words: NumberWords; chart: ShownNumbers['weeks'] }) {
  return (
    <section className="break-inside-avoid">
      <h2 className="text-large">{words.byWeek}</h2>
      <Drawing chart={chart} />
      {chart.columns.some(({ isWhole }) => !isWhole) && (
        <p className="mt-2 text-ink-2">{words.open}</p>
      )}
      <details className="mt-2 print:hidden">
        <summary className="min-h-11 cursor-pointer py-2.5 underline underline-offset-4">
          {words.table}
        </summary>
        <table className="mt-2 w-full max-w-text">
          <thead>
            <tr className="border-b border-ink text-ink-3">
              <th scope="col" className="py-2 text-start font-medium">
                {words.week}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {words.count}
              </th>
            </tr>
          </thead>
          <tbody>
            {chart.columns.map(({ days, total }) => (
              <tr key={days} className="border-b border-line">
                <th scope="row" className="py-2 text-start font-normal">
                  {days}
                </th>
                <td className="py-2 text-end">{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/**
 * The profile of the weeks, drawn as wide as there is room: shapes are stretched, lines and letters
 * are not. For those who see; the table beside it is for everybody.
 */
function Drawing({ chart }: { chart: ShownNumbers['weeks'] }) {
  const { profile, edge, columns, levels, months, isNumbered } = chart;
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
          {columns
            .filter(({ isWhole, total }) => !isWhole && total > 0)
            .map(({ x, y, width }) => (
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
            {isNumbered && (
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
