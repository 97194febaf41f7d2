import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { hasPopovers } from '#app/ui/browser/popovers.ts';

/**
 * What a script adds to the menu (ledger SH-5): it closes on every route change and when the window
 * grows wide, takes the focus in, keeps it and gives it back; its button tells whether it is open.
 * Nothing where there are no popovers: the header has the links there. Returns the ref of the menu.
 */
export function useMenu() {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    // Not at the start: a menu that was opened before the script came stays open.
    if (shown.current !== key && hasPopovers()) ref.current?.hidePopover();
    shown.current = key;
  }, [key]);
  useEffect(() => {
    if (!hasPopovers()) return;
    const menu = ref.current!;
    const opener = document.querySelector(`[popovertarget="${menu.id}"][aria-haspopup]`)!;
    const tell = () => opener.setAttribute('aria-expanded', String(menu.matches(':popover-open')));
    const toggle = () => {
      tell();
      if (menu.matches(':popover-open')) stops(menu)[0]?.focus();
    };
    const keep = (event: KeyboardEvent) => keepFocus(menu, event);
    // Where its button is not shown, the links stand in the header.
    const close = () => opener.getClientRects().length === 0 && menu.hidePopover();
    close();
    toggle();
    menu.addEventListener('toggle', toggle);
    menu.addEventListener('keydown', keep);
    addEventListener('resize', close);
    return () => {
      menu.removeEventListener('toggle', toggle);
      menu.removeEventListener('keydown', keep);
      removeEventListener('resize', close);
    };
  }, []);
  return ref;
}

function stops(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('a, button')];
}

function keepFocus(menu: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const all = stops(menu);
  const [edge, other] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  if (document.activeElement !== edge) return;
  event.preventDefault();
  other?.focus();
}
