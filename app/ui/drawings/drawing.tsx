import type { DrawingSheet, LineKind } from './drawing-sheet.ts';

const lines: { [kind in LineKind]: string | undefined } = {
  f: 'fill-paper',
  g: 'fill-oak-wash',
  n: 'stroke-1',
  d: 'stroke-1 [stroke-dasharray:3_4]',
  k: 'stroke-oak',
  e: 'stroke-[0.75]',
  t: 'stroke-oak stroke-2',
  l: undefined,
};

/** A line drawing, as decoration. */
export function Drawing({ sheet, className = '' }: { sheet: DrawingSheet; className?: string }) {
  return (
    <svg
      className={`drawing ${className}`}
      viewBox={sheet.viewBox}
      aria-hidden="true"
      focusable="false"
    >
      {sheet.lines.map(([kind, path]) => (
        <path key={path} className={lines[kind]} d={path} />
      ))}
    </svg>
  );
}
