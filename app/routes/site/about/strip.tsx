import { inView } from 'framer-motion/dom';
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { PlayButton } from '#app/components/controls.tsx';
import { Drawing } from '#app/components/drawing.tsx';
import { SlidingText } from '#app/components/page.tsx';
import { MOTION } from '#app/components/site-limits.ts';
import type { AboutTexts } from '#app/content/texts/about.server.ts';
import { useReducedMotion } from '#app/routes/site/motion.ts';

const PANEL_IDS = ['mission', 'philosophy', 'values', 'procedures', 'certificates'] as const;

interface StripProps extends Pick<CertificatesProps, 'certificates' | 'sampleMark'> {
  texts: AboutTexts;
}

/** Shows panels that scroll sideways. Reading order and keyboard need no script. */
export function Strip({ texts, certificates, sampleMark }: StripProps) {
  const { mission, philosophy, values, procedures } = texts;
  const { strip, row, currentPanel, openPanel } = useStrip();
  const panels = PANEL_IDS.filter((id) => id !== 'certificates' || certificates.length > 0);

  return (
    <section className="strip relative" ref={strip} aria-label={texts.strip.label} data-strip="">
      <div className="strip-window">
        <nav className="strip-index hidden border-y border-line" aria-label={texts.strip.index}>
          {panels.map((id) => (
            <a
              key={id}
              className="relative flex min-h-13 flex-1 items-center gap-[0.6em] text-note font-medium text-ink-2 no-underline before:slash-mark aria-[current]:text-ink"
              href={`#${id}`}
              aria-current={id === currentPanel ? 'true' : undefined}
              onClick={openPanel}
            >
              {texts.strip.names[id]}{' '}
            </a>
          ))}
        </nav>
        <div
          className="strip-row print:py-4mm"
          ref={row}
          tabIndex={0}
          role="region"
          aria-label={texts.strip.scroller}
        >
          <Panel id="mission" heading={mission.heading}>
            <div>
              <p className="panel-claim text-display/[1.02] font-310 tracking-display text-balance flare">
                {mission.text}
              </p>
              <p className="prose mt-6">{mission.note}</p>
            </div>
          </Panel>
          <Panel id="philosophy" heading={philosophy.heading} layout="full">
            <Items items={philosophy.items} list="ol" />
          </Panel>
          <Panel id="values" heading={values.heading} layout="full">
            <Items items={values.items} list="ul" />
          </Panel>
          <Panel id="procedures" heading={procedures.heading} layout="dense">
            <Procedures texts={procedures} />
          </Panel>
          {panels.includes('certificates') && (
            <Panel id="certificates" heading={texts.certificates.heading}>
              <Certificates
                certificates={certificates}
                soon={texts.certificates.soon}
                sampleMark={sampleMark}
              />
            </Panel>
          )}
        </div>
      </div>
    </section>
  );
}

function useStrip() {
  const strip = useRef<HTMLElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const drive = useRef<StripDrive>(null);
  const [currentPanel, setCurrentPanel] = useState<string>();

  useEffect(() => {
    drive.current = new StripDrive(strip.current!, row.current!);
    return watchStrip(drive.current, setCurrentPanel);
  }, []);

  // Without this the browser would scroll the row, but not the page.
  const openPanel = (click: MouseEvent<HTMLAnchorElement>) => {
    const panel = document.querySelector<HTMLElement>(click.currentTarget.hash);
    if (!panel || !drive.current?.isPinned) return;

    click.preventDefault();
    drive.current.scrollPageTo(panel.offsetLeft - row.current!.offsetLeft, 'smooth');
    panel.focus({ preventScroll: true });
  };

  return { strip, row, currentPanel, openPanel };
}

/** Keeps row and page in step, and reports the id of the panel in view. Returns a function that stops it. */
function watchStrip(drive: StripDrive, onPanel: (id: string | undefined) => void): () => void {
  const { strip, row } = drive;
  const abortController = new AbortController();
  const options = { passive: true, signal: abortController.signal };
  const handleScroll = () => drive.handleScroll();
  const reportPanel = () => onPanel(findPanelInView(row)?.id);

  // Keys scroll the focused row, so the page must stand where the row does.
  const alignPage = () => {
    const isFocusedByKey = document.activeElement === row && row.matches(':focus-visible');
    if (isFocusedByKey) drive.scrollPageTo(row.scrollLeft);
  };

  const resizeObserver = new ResizeObserver(() => drive.moveRow());

  addEventListener('scroll', handleScroll, options);
  row.addEventListener('scroll', handleScroll, options);
  row.addEventListener('scroll', reportPanel, options);
  row.addEventListener('focusin', alignPage, options);
  handleScroll();
  reportPanel();
  resizeObserver.observe(strip);

  return () => {
    abortController.abort();
    resizeObserver.disconnect();
  };
}

// A panel counts as in view once it has reached this share of the row from the left.
const VIEW_SHARE = 0.4;

function findPanelInView(row: HTMLElement): HTMLElement | undefined {
  const viewLine = row.scrollLeft + row.clientWidth * VIEW_SHARE;
  const panels = [...row.querySelectorAll<HTMLElement>(':scope > section')];
  return panels.findLast((panel) => panel.offsetLeft - row.offsetLeft <= viewLine);
}

// The browser rounds scroll positions: smaller differences count as equal.
const MAX_ROUNDING_PX = 0.75;

/**
 * Scrolling the page moves the row sideways. A row that is scrolled itself, by touch, by the focus or by a search
 * within the page, moves the page. For this the style sheet pins the window of the row, and makes the
 * strip taller than that window by the distance that the page scrolls while the row moves.
 */
class StripDrive {
  readonly strip: HTMLElement;
  readonly row: HTMLElement;
  /** Where this class has last seen the row: a row that is elsewhere was scrolled itself. */
  #lastScrollLeft = 0;

  constructor(strip: HTMLElement, row: HTMLElement) {
    this.strip = strip;
    this.row = row;
  }

  get #stripWindow(): HTMLElement {
    return this.row.parentElement!;
  }

  /** Where the window is not pinned, row and page scroll independently. */
  get isPinned(): boolean {
    return getComputedStyle(this.#stripWindow).position === 'sticky';
  }

  handleScroll(): void {
    const { scrollLeft } = this.row;
    const isRowScrolledItself = Math.abs(scrollLeft - this.#lastScrollLeft) > MAX_ROUNDING_PX;
    if (isRowScrolledItself) this.scrollPageTo(scrollLeft);
    else this.moveRow();
  }

  /** Moves the row to where the page is. */
  moveRow(): void {
    const { strip, row } = this;
    if (!this.isPinned) return;

    const { scrollLengthPx, maxScrollLeftPx } = this.#measure();
    const scrolledPx = -strip.getBoundingClientRect().top;
    const scrolledShare = Math.min(1, Math.max(0, scrolledPx / scrollLengthPx));
    const scrollLeft = scrolledShare * maxScrollLeftPx;

    // Written only when it differs, because writing would end a touch gesture that scrolls the row.
    if (Math.abs(row.scrollLeft - scrollLeft) > MAX_ROUNDING_PX) row.scrollLeft = scrollLeft;
    this.#lastScrollLeft = row.scrollLeft;
    const isOutOfView = scrolledPx < -1 || scrolledPx > scrollLengthPx + 1;
    strip.toggleAttribute('data-away', isOutOfView);
  }

  /** Scrolls the page to where it moves the row to `scrollLeft`. */
  scrollPageTo(scrollLeft: number, behavior: ScrollBehavior = 'instant'): void {
    this.#lastScrollLeft = this.row.scrollLeft;
    if (!this.isPinned) return;
    const { scrollLengthPx, maxScrollLeftPx } = this.#measure();
    const stripTopPx = this.strip.getBoundingClientRect().top + scrollY;
    const share = Math.min(1, scrollLeft / maxScrollLeftPx);
    scrollTo({ top: stripTopPx + share * scrollLengthPx, behavior });
  }

  #measure() {
    const { strip, row } = this;
    return {
      /** The distance that the page scrolls while the row moves from its start to its end. */
      scrollLengthPx: Math.max(1, strip.offsetHeight - this.#stripWindow.offsetHeight),
      maxScrollLeftPx: Math.max(1, row.scrollWidth - row.clientWidth),
    };
  }
}

const layouts = { normal: '', full: 'panel-full', dense: 'panel-full panel-dense' };

interface PanelProps {
  id: string;
  heading: string;
  layout?: keyof typeof layouts;
  children: ReactNode;
}

function Panel({ id, heading, layout = 'normal', children }: PanelProps) {
  return (
    <section
      className={`panel grid grid-cols-1 content-start gap-stack border-t border-line px-margin py-[clamp(3rem,9vw,6rem)] print:block print:py-4mm ${layouts[layout]}`}
      id={id}
      tabIndex={-1}
    >
      <h2 className="text-title">{heading}</h2>
      {children}
    </section>
  );
}

interface ItemsProps {
  items: readonly { title: string; text: string }[];
  list: 'ol' | 'ul';
}

function Items({ items, list: List }: ItemsProps) {
  return (
    <List className="panel-items grid grid-cols-1">
      {items.map(({ title, text }) => (
        <li
          key={title}
          className="panel-item grid content-start gap-1.5 border-t border-line py-5.5 print:break-inside-avoid"
        >
          <h3 className="text-large/[1.25] font-book">{title}</h3>
          <p className="prose">{text}</p>
        </li>
      ))}
    </List>
  );
}

const drawings = [
  'design',
  'assessment',
  'management',
  'production',
  'quality',
  'installation',
] as const;

const pauseButtonClass =
  'step-pause grid size-11 place-items-center border border-ink *:w-4 motion-reduce:hidden print:hidden noscript:hidden';

const drawingClass = 'row-1/3 h-24 w-full large-letters:row-auto large-letters:w-24';

function Procedures({ texts }: { texts: AboutTexts['procedures'] }) {
  const { items } = texts;
  const { list, highlightedStep, isPlaying, togglePlaying, handlePointer, handlePointerLeave } =
    useHighlightedStep(items.length);

  return (
    <>
      <PlayButton
        className={pauseButtonClass}
        texts={texts}
        playing={isPlaying}
        onClick={togglePlaying}
      />
      <ol className="steps panel-items grid" ref={list} onPointerLeave={handlePointerLeave}>
        {items.map(({ title, text }, index) => (
          <li
            key={title}
            className="step relative grid items-center gap-x-5 border-t border-line py-4 print:break-inside-avoid"
            data-on={index === highlightedStep ? '' : undefined}
            onPointerEnter={() => handlePointer(index)}
          >
            <Drawing name={drawings[index]!} className={drawingClass} />
            <h3 className="self-end text-large/control font-book">{title}</h3>
            <p className="self-start leading-note">{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Highlights one step after the other while the list is in view, and the step under the pointer. */
function useHighlightedStep(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const [isInView, setInView] = useState(false);
  const isMotionReduced = useReducedMotion();
  const [isPlaying, setPlaying] = useState(true);
  const [isPointed, setPointed] = useState(false);
  const [step, setStep] = useState(0);
  const isRunning = isPlaying && isInView && !isPointed && !isMotionReduced;

  useEffect(() => {
    return inView(list.current!, () => {
      setInView(true);
      return () => setInView(false);
    });
  }, []);

  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setStep((step + 1) % count), MOTION.procedureStepMs);
    return () => clearTimeout(timer);
  }, [isRunning, step, count]);

  return {
    list,
    highlightedStep: isInView && !isMotionReduced ? step : undefined,
    isPlaying,
    togglePlaying: () => setPlaying(!isPlaying),
    handlePointer(index: number) {
      setPointed(true);
      setStep(index);
    },
    handlePointerLeave: () => setPointed(false),
  };
}

interface CertificatesProps {
  certificates: readonly { title: string; text: string; href: string | null }[];
  soon: string;
  /** Marks the documents of a site with sample content; otherwise empty. */
  sampleMark: string;
}

function Certificates({ certificates, soon, sampleMark }: CertificatesProps) {
  return (
    <ul className="grid">
      {certificates.map(({ title, text, href }) => (
        <li key={title} className="border-t border-ink last:border-b">
          {href === null ? (
            <div className={`${certificateClass} text-ink-2`}>
              <Entry title={title} label={soon} text={text} />
            </div>
          ) : (
            <a
              className={`${certificateClass} no-underline`}
              href={href}
              target="_blank"
              rel="noopener"
            >
              <Entry
                title={<SlidingText>{title}</SlidingText>}
                label={`PDF${sampleMark}`}
                text={text}
              />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

const certificateClass = 'flex flex-wrap items-baseline gap-x-6 gap-y-1 py-6';

function Entry({ title, label, text }: { title: ReactNode; label: string; text: string }) {
  return (
    <>
      <b className="flex-1 basis-[8em] text-lead/heading font-normal tracking-lead wrap-anywhere">
        {title}
      </b>{' '}
      <span className="font-medium">{label}</span>{' '}
      <span className="basis-full text-note text-ink-2">{text}</span>
    </>
  );
}
