import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { StripDrive, type StripParts } from '../motion/strip-drive.ts';

/** What makes the strip of the about page move with the page, and its index tell where it is. */
export function useStrip() {
  const strip = useRef<HTMLElement>(null);
  const drive = useRef<StripDrive>(null);
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const parts = partsOf(strip);
    if (!parts) return;
    drive.current = new StripDrive(parts);
    return watch(parts, drive.current, () => setCurrent(panelInView(parts.scroller)?.id));
  }, []);
  /** Goes to the panel of a link in the index: the browser would not move the page along. */
  const go = (click: MouseEvent<HTMLAnchorElement>) => {
    const parts = partsOf(strip);
    const panel = document.querySelector<HTMLElement>(click.currentTarget.hash);
    if (!parts || !panel || !drive.current?.isDriven) return;
    click.preventDefault();
    drive.current.goTo(panel.offsetLeft - parts.scroller.offsetLeft, 'smooth');
    panel.focus({ preventScroll: true });
  };
  return { strip, current, go };
}

function watch(parts: StripParts, drive: StripDrive, mark: () => void): () => void {
  const { strip, scroller } = parts;
  const watching = new AbortController();
  const options = { passive: true, signal: watching.signal };
  const follow = () => drive.follow();
  // The row gets the keys only when it stands still under them.
  const hold = () => {
    if (document.activeElement === scroller && scroller.matches(':focus-visible'))
      drive.goTo(scroller.scrollLeft);
  };
  const resized = new ResizeObserver(() => drive.followPage());
  window.addEventListener('scroll', follow, options);
  scroller.addEventListener('scroll', follow, options);
  scroller.addEventListener('scroll', mark, options);
  scroller.addEventListener('focusin', hold, options);
  follow();
  mark();
  resized.observe(strip);
  return () => {
    watching.abort();
    resized.disconnect();
  };
}

function partsOf({ current: strip }: RefObject<HTMLElement | null>): StripParts | undefined {
  const scroller = strip?.querySelector<HTMLElement>('[role=region]');
  const pin = scroller?.parentElement;
  return strip && pin && scroller ? { strip, pin, scroller } : undefined;
}

/** The last panel that has begun before the reader's eye, at two fifths of the row. */
function panelInView(scroller: HTMLElement): HTMLElement | undefined {
  const eye = scroller.scrollLeft + scroller.clientWidth * 0.4;
  const panels = [...scroller.querySelectorAll<HTMLElement>(':scope > section')];
  return panels.findLast((panel) => panel.offsetLeft - scroller.offsetLeft <= eye);
}
