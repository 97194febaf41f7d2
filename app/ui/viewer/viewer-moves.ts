import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What a gallery's links leave in the history entry: closing may go back to the page before it. */
export const openedInPlace = { openedInPlace: true };

/** Closing the viewer and stepping through `count` pictures, with the address in step (PD-3). */
export function useViewerMoves(page: string, count: number) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const closing = useRef(false);
  const inPlace = isOpenedInPlace(state);
  const close = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (closing.current) return;
    closing.current = true;
    void (inPlace ? navigate(-1) : navigate(page, { replace: true, preventScrollReset: true }));
  };
  // From the address, not from what is on the screen: a second key may come before the first is drawn.
  const step = (by: 1 | -1) => {
    const shown = Number(new URLSearchParams(window.location.search).get('photo'));
    const photo = ((shown - 1 + by + count) % count) + 1;
    void navigate(`?photo=${photo}`, { replace: true, preventScrollReset: true, state });
  };
  return { close, step, inPlace, state: state as unknown };
}

function isOpenedInPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedInPlace' in state;
}
