import type { ComponentProps } from 'react';

const BOX = 'before:row-1 before:col-1 before:size-5 before:border before:border-line-strong';
const MARK = 'after:row-1 after:col-1 after:h-3 after:w-1.5 after:rotate-45 after:scale-0';
const STROKES = 'after:border-r-2 after:border-b-2 after:border-on-ink';
const TICKED = 'checked:before:border-ink checked:before:bg-ink checked:after:scale-100';

/**
 * A box to tick, as large as a fingertip; the one that is seen stands in its middle. Where colours
 * are forced it is the browser's own.
 */
export function CheckBox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      type="checkbox"
      className={`-m-3 grid size-11 shrink-0 cursor-pointer appearance-none place-items-center before:bg-panel forced-colors:appearance-auto ${BOX} ${MARK} ${STROKES} ${TICKED}`}
      {...props}
    />
  );
}
