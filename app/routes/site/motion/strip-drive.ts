/**
 * A row of panels that scrolls sideways: `scroller` holds them, `pin` keeps it in view, and `strip`
 * is as much taller than the pin as the page scrolls on the way past it.
 */
export interface StripParts {
  strip: HTMLElement;
  pin: HTMLElement;
  scroller: HTMLElement;
}

/** The browser rounds where things are scrolled to: up to here (px) they count as in step. */
const rounding = 0.75;

/**
 * Lets the scrolling of the page move the row; and the row, when a hand, the focus or a search
 * within the page has moved it, takes the page along (ledger A-8). Only where the stylesheet pins
 * the row: with a script, room enough, and no wish for less motion.
 */
export class StripDrive {
  readonly #parts: StripParts;
  /** Where the row was when it was last in step with the page. */
  #left = 0;

  constructor(parts: StripParts) {
    this.#parts = parts;
  }

  get isDriven(): boolean {
    return getComputedStyle(this.#parts.pin).position === 'sticky';
  }

  /** Brings the two in step: whichever moved takes the other along. */
  follow(): void {
    const { scrollLeft } = this.#parts.scroller;
    if (Math.abs(scrollLeft - this.#left) > rounding) this.goTo(scrollLeft);
    else this.followPage();
  }

  /** Moves the row to where the page is. */
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

  /** Moves the page to where the row stands at `left` px. */
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
