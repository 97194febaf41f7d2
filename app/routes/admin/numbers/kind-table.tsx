import type { NumberWords } from '#app/content/desk/numbers/numbers.server.ts';
import type { ShownNumbers } from '#app/routes/admin/numbers/shown-numbers.server.ts';

interface KindTableProps {
  title: string;
  /** What the kinds are kinds of. */
  kind: string;
  words: NumberWords;
  rows: ShownNumbers['projects'];
}

/** How many there are of each kind: a table that has its bars in it. */
export function KindTable({ title, kind, words, rows }: KindTableProps) {
  return (
    <section className="break-inside-avoid">
      <h2 className="text-large">{title}</h2>
      <table className="mt-3 w-full">
        <thead>
          <tr className="border-b border-ink text-ink-3">
            <th scope="col" className="w-full py-2 text-start font-medium">
              {kind}
            </th>
            <th scope="col" className="py-2 ps-4 text-end font-medium">
              {words.count}
            </th>
            <th scope="col" className="py-2 ps-4 text-end font-medium">
              {words.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, total, share, width }) => (
            <tr key={label} className="border-b border-line align-top">
              <th scope="row" className="py-2 text-start font-normal print:py-1">
                <span className="grid gap-1">
                  {label}
                  <svg className="h-2 w-full" aria-hidden="true">
                    <rect className="fill-current" width={`${width}%`} height="100%" />
                  </svg>
                </span>
              </th>
              <td className="py-2 ps-4 text-end print:py-1">{total}</td>
              <td className="py-2 ps-4 text-end print:py-1">{share}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
