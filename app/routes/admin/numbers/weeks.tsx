import type { NumberWords } from '#app/content/desk/numbers/numbers.server.ts';
import type { WeekChart as Chart } from '#app/routes/admin/numbers/week-chart.server.ts';
import { WeekChart } from './week-chart.tsx';

/** Enquiries by week: the drawing, and the same figures as a table. */
export function Weeks({ words, chart }: { words: NumberWords; chart: Chart }) {
  return (
    <section className="break-inside-avoid">
      <h2 className="text-large">{words.byWeek}</h2>
      <WeekChart chart={chart} />
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
