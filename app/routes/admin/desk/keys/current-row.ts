import { useCallback, useLayoutEffect, useRef } from 'react';

/** Each row of the list has one link that opens it: where the focus is when the row is current. */
const links = () => [...document.querySelectorAll<HTMLElement>('a[id^="view-"]')];

/** The row that holds the focus. */
export function currentRow(): HTMLElement | null {
  return document.activeElement?.closest('tr') ?? null;
}

/**
 * Moves the focus to the row so many steps on. When the current row leaves the list, because its
 * new status is not the one that is filtered for, the one that takes its place is current.
 */
export function useRowMoves(ids: readonly number[]): (steps: number) => boolean {
  const last = useRef({ id: '', index: -1 });
  const shown = ids.join();
  useLayoutEffect(() => {
    const remember = () => {
      const row = currentRow();
      const index = row ? links().findIndex((link) => row.contains(link)) : -1;
      if (index >= 0) last.current = { id: links()[index]!.id, index };
    };
    addEventListener('focusin', remember);
    return () => removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    const { id, index } = last.current;
    if (index < 0 || document.getElementById(id)) return;
    // A focused element that is taken away leaves the focus to the body.
    if (document.activeElement === document.body) focusAt(index);
  }, [shown]);
  return useCallback((steps) => {
    const row = currentRow();
    const at = row ? links().findIndex((link) => row.contains(link)) : -1;
    return focusAt(at < 0 ? 0 : at + steps);
  }, []);
}

/** Makes the row at this place current, or the nearest that there is; false when there is none. */
function focusAt(index: number): boolean {
  const all = links();
  const link = all[Math.min(Math.max(index, 0), all.length - 1)];
  link?.focus();
  return link !== undefined;
}
