import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Lifts a dialog that was served open over the page: what lies behind is out of reach from then on.
 * When the dialog goes, the element with the id that was given first gets the focus. `stay`: it is
 * in view, and the page must not move for it.
 */
export function useModal(focusAfter: string, stay: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [after] = useState({ id: focusAfter, preventScroll: stay });
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box) return;
    box.open = false;
    measureScrollbar();
    box.showModal();
    return () => {
      box.close();
      document.getElementById(after.id)?.focus(after);
    };
  }, [after]);
  return dialog;
}

/** For the stylesheet, which takes the scrollbar away and keeps its place. */
function measureScrollbar() {
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`);
}

/** Moves the focus from the last link or button of a box to its first, and back with Shift. */
export function keepFocusInside(box: HTMLElement, event: { shiftKey: boolean } & Preventable) {
  const stops = [...box.querySelectorAll<HTMLElement>('a[href], button')];
  const from = event.shiftKey ? stops[0] : stops.at(-1);
  const to = event.shiftKey ? stops.at(-1) : stops[0];
  const outside = !stops.includes(document.activeElement as HTMLElement);
  if (!outside && document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

interface Preventable {
  preventDefault(): void;
}
