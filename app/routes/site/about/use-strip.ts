import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';

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
  /** The browser would not move the page along. */
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

function panelInView(scroller: HTMLElement): HTMLElement | undefined {
  const eye = scroller.scrollLeft + scroller.clientWidth * 0.4;
  const panels = [...scroller.querySelectorAll<HTMLElement>(':scope > section')];
  return panels.findLast((panel) => panel.offsetLeft - scroller.offsetLeft <= eye);
}

/** `strip` is as much taller than `pin` as the page scrolls on the way past it. */
interface StripParts {
  strip: HTMLElement;
  pin: HTMLElement;
  scroller: HTMLElement;
}

/** The browser rounds where things are scrolled to: up to here (px) they count as in step. */
const rounding = 0.75;

/**
 * The page's scrolling moves the row; the row, moved by a hand, the focus or a search within the
 * page, takes the page along (ledger A-8). Only where the stylesheet pins the row.
 */
class StripDrive {
  readonly #parts: StripParts;
  #left = 0;

  constructor(parts: StripParts) {
    this.#parts = parts;
  }

  get isDriven(): boolean {
    return getComputedStyle(this.#parts.pin).position === 'sticky';
  }

  follow(): void {
    const { scrollLeft } = this.#parts.scroller;
    if (Math.abs(scrollLeft - this.#left) > rounding) this.goTo(scrollLeft);
    else this.followPage();
  }

  followPage(): void {
    const { strip, scroller } = this.#parts;
    if (!this.isDriven) return;
    const { way, most } = this.#lengths();
    const past = -strip.getBoundingClientRect().top;
    const left = Math.min(1, Math.max(0, past / way)) * most;
    // Written only when it differs: writing would end the gesture of a hand that moves the row.
    if (Math.abs(scroller.scrollLeft - left) > rounding) scroller.scrollLeft = left;
    this.#left = scroller.scrollLeft;
    strip.toggleAttribute('data-away', past < -1 || past > way + 1);
  }

  goTo(left: number, behavior: ScrollBehavior = 'instant'): void {
    const { strip, scroller } = this.#parts;
    this.#left = scroller.scrollLeft;
    if (!this.isDriven) return;
    const { way, most } = this.#lengths();
    const top = strip.getBoundingClientRect().top + window.scrollY;
    window.scrollTo({ top: top + Math.min(1, left / most) * way, behavior });
  }

  #lengths() {
    const { strip, pin, scroller } = this.#parts;
    return {
      way: Math.max(1, strip.offsetHeight - pin.offsetHeight),
      most: Math.max(1, scroller.scrollWidth - scroller.clientWidth),
    };
  }
}
