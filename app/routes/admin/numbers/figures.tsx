import type { ReactNode } from 'react';
import type { ShownNumbers } from '#app/routes/admin/numbers/shown-numbers.server.ts';

/** The three numbers that say most: how many, how many in time, how soon. */
export function Figures({ figures }: { figures: ShownNumbers['figures'] }) {
  const { total, kept, median } = figures;
  return (
    <dl className="grid gap-x-16 gap-y-8 py-8 md:grid-cols-[auto_1fr_1fr] print:grid-cols-[auto_1fr_1fr] print:gap-x-10 print:py-4">
      <Figure {...total} />
      <Figure {...kept}>{kept.share !== null && <ShareLine share={kept.share} />}</Figure>
      <Figure {...median} />
    </dl>
  );
}

interface FigureProps {
  title: string;
  value: string;
  note?: string;
  children?: ReactNode;
}

function Figure({ title, value, note, children }: FigureProps) {
  return (
    <div className="grid content-start">
      <dt className="text-ink-2">{title}</dt>
      <dd className="text-title font-light">{value}</dd>
      {(note || children) && (
        <dd className="grid max-w-text text-ink-2">
          {children}
          {note}
        </dd>
      )}
    </div>
  );
}

/** A share as a dimension line: as far as it reaches, and the cut in oak where it ends. */
function ShareLine({ share }: { share: number }) {
  return (
    <svg
      className="my-2 h-4 w-full overflow-visible forced-colors:**:text-inherit"
      aria-hidden="true"
    >
      <line className="stroke-current text-line-strong" x2="100%" y1="8" y2="8" />
      <line className="stroke-current stroke-2 text-ink" x2={`${share}%`} y1="8" y2="8" />
      {[0, 100, share].map((place) => (
        <svg key={place} className="overflow-visible" x={`${place}%`} y="8">
          <path
            className={
              place === share
                ? 'stroke-current stroke-3 text-oak'
                : 'stroke-current text-line-strong'
            }
            d="M-3.5 8L3.5 -8"
          />
        </svg>
      ))}
    </svg>
  );
}
