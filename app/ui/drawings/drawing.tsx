import type { DrawingSheet } from './drawing-sheet.ts';

/** A line drawing, as decoration. */
export function Drawing({ sheet }: { sheet: DrawingSheet }) {
  return (
    <svg className="drawing" viewBox={sheet.viewBox} aria-hidden="true" focusable="false">
      {sheet.lines.map(([kind, path]) => (
        <path key={path} className={kind} d={path} />
      ))}
    </svg>
  );
}
