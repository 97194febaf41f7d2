import { useEffect, useLayoutEffect, useRef } from 'react';
import { currentRow, useRowMoves } from './current-row.ts';
import { showKeysHelp } from './keys-help.tsx';
import { useKeysAreOn } from './keys-preference.ts';
import { pressedKey } from './pressed-key.ts';
import { elementOf } from './use-shortcut.ts';

interface Shown {
  /** The enquiries of the list, in its order. */
  ids: readonly number[];
  /** The one that lies open over it, as the address names it. */
  open: string | null;
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
const STATUS_KEY = /^[1-3]$/;

/**
 * The keys of the desk (DA-6). They do what a hand would: press what is there, choose in a select.
 * Enter needs none: the current row has the focus, on the link that opens it.
 */
export function useDeskKeys({ ids, open }: Shown): void {
  const on = useKeysAreOn();
  const move = useRowMoves(ids);
  const replies = useRef(false);
  useEffect(() => {
    if (open !== null && replies.current) press(elementOf('r'));
    replies.current = false;
  }, [open]);
  // With the attributes that tell of them: whoever is told of a key can press it.
  useLayoutEffect(() => {
    if (!on) return;
    const answer = (key: string): boolean => {
      if (key === '?') return showKeysHelp();
      const row = open === null ? currentRow() : document.querySelector('[role="dialog"]');
      if (STATUS_KEY.test(key)) return choose(Number(key) - 1, row);
      if (open !== null) return press(elementOf(key));
      const steps = STEPS[key];
      if (steps !== undefined) return move(steps);
      if (key !== 'r') return press(elementOf(key));
      // The way to a reply is in the enquiry.
      replies.current = press(row?.querySelector<HTMLElement>('a[id^="view-"]') ?? null);
      return replies.current;
    };
    const listen = (event: KeyboardEvent) => {
      const key = pressedKey(event);
      if (key === null || (event.repeat && !(key in STEPS))) return;
      if (answer(key)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [on, open, move]);
}

/** Chooses the status at this place of an enquiry's select, which saves it as a hand's choice does. */
function choose(place: number, within: Element | null): boolean {
  const select = within?.querySelector<HTMLSelectElement>('select[name="status"]');
  if (!select) return false;
  if (select.selectedIndex !== place) {
    select.selectedIndex = place;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return true;
}

/** Presses a link or a button, goes to a field; false when there is none. */
function press(element: HTMLElement | null): boolean {
  if (element instanceof HTMLInputElement) element.select();
  else element?.click();
  return element !== null;
}
