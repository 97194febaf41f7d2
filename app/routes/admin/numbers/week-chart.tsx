import type { WeekChart as Chart } from '#app/routes/admin/numbers/week-chart.server.ts';

/**
 * The profile of the weeks, drawn as wide as there is room: shapes are stretched, lines and letters
 * are not. For those who see; the table beside it is for everybody.
 */
export function WeekChart({ chart }: { chart: Chart }) {
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
