import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { PlayButton } from '#app/components/controls.tsx';
import { Drawing } from '#app/components/drawing.tsx';
import { Drawer } from '#app/components/page.tsx';
import { MOTION } from '#app/components/site-limits.ts';
import type { AboutMessages } from '#app/content/messages/about.server.ts';
import { useReducedMotion } from '#app/routes/site/motion.ts';

const index = ['mission', 'philosophy', 'values', 'procedures', 'certificates'] as const;

interface StripProps extends Pick<CertificatesProps, 'certificates' | 'sample'> {
  messages: AboutMessages;
}

/** Reading order and keyboard need no script (ledger ). */
export function Strip({ messages, ...content }: StripProps) {
  const { mission, philosophy, values, procedures } = messages;
  const { strip, row, current, go } = useStrip();
  const panels = index.filter((id) => id !== 'certificates' || content.certificates.length > 0);
  return (
    <section className="strip relative" ref={strip} aria-label={messages.strip.label} data-strip="">
      <div className="strip-window">
        <nav
          className="strip-index hidden border-y border-line px-margin"
          aria-label={messages.strip.index}
        >
          {panels.map((id) => (
            <a
              key={id}
              className="relative flex min-h-13 flex-1 items-center gap-[0.6em] text-note font-medium text-ink-2 no-underline before:slash-mark aria-[current]:text-ink"
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={go}
            >
              {messages.strip.names[id]}{' '}
            </a>
          ))}
        </nav>
        <div
          className="strip-row print:py-4mm"
          ref={row}
          tabIndex={0}
          role="region"
          aria-label={messages.strip.scroller}
        >
          <Panel id="mission" heading={mission.heading}>
            <div>
              <p className="panel-claim text-display/[1.02] font-310 tracking-display flare">
                {mission.text}
              </p>
              <p className="mt-6 measure-28 text-large text-ink-2">{mission.note}</p>
            </div>
          </Panel>
          <Panel id="philosophy" heading={philosophy.heading} width="full">
            <Items items={philosophy.items} list="ol" />
          </Panel>
          <Panel id="values" heading={values.heading} width="full">
            <Items items={values.items} list="ul" />
          </Panel>
          <Panel id="procedures" heading={procedures.heading} width="wide">
            <Procedures messages={procedures} />
          </Panel>
          {panels.includes('certificates') && (
            <Panel id="certificates" heading={messages.certificates.heading}>
              <Certificates soon={messages.certificates.soon} {...content} />
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
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    drive.current = new StripDrive(strip.current!, row.current!);
    return watch(drive.current, setCurrent);
  }, []);
  /** The browser would not move the page along. */
  const go = (click: MouseEvent<HTMLAnchorElement>) => {
    const panel = document.querySelector<HTMLElement>(click.currentTarget.hash);
    if (!panel || !drive.current?.isDriven) return;
    click.preventDefault();
    drive.current.goTo(panel.offsetLeft - row.current!.offsetLeft, 'smooth');
    panel.focus({ preventScroll: true });
  };
  return { strip, row, current, go };
}

function watch(drive: StripDrive, show: (panel: string | undefined) => void): () => void {
  const { strip, row } = drive;
  const watching = new AbortController();
  const options = { passive: true, signal: watching.signal };
  const follow = () => drive.follow();
  const mark = () => show(panelInView(row)?.id);
  // The row gets the keys only when it stands still under them.
  const hold = () => {
    if (document.activeElement === row && row.matches(':focus-visible')) drive.goTo(row.scrollLeft);
  };
  const resized = new ResizeObserver(() => drive.followPage());
  addEventListener('scroll', follow, options);
  row.addEventListener('scroll', follow, options);
  row.addEventListener('scroll', mark, options);
  row.addEventListener('focusin', hold, options);
  follow();
  mark();
  resized.observe(strip);
  return () => {
    watching.abort();
    resized.disconnect();
  };
}

function panelInView(row: HTMLElement): HTMLElement | undefined {
  const eye = row.scrollLeft + row.clientWidth * 0.4;
  const panels = [...row.querySelectorAll<HTMLElement>(':scope > section')];
  return panels.findLast((panel) => panel.offsetLeft - row.offsetLeft <= eye);
}

// The browser rounds where things are scrolled to: up to here (px) they count as in step.
const rounding = 0.75;

/**
 * The page's scrolling moves the row; the row, moved by a hand, the focus or a search within the
 * page, takes the page along (ledger A-8). Only where the stylesheet pins the row's window: the
 * strip is as much taller than this as the page scrolls on the way past it.
 */
class StripDrive {
  readonly strip: HTMLElement;
  readonly row: HTMLElement;
  #left = 0;

  constructor(strip: HTMLElement, row: HTMLElement) {
    this.strip = strip;
    this.row = row;
  }

  get #pin(): HTMLElement {
    return this.row.parentElement!;
  }

  get isDriven(): boolean {
    return getComputedStyle(this.#pin).position === 'sticky';
  }

  follow(): void {
    const { scrollLeft } = this.row;
    if (Math.abs(scrollLeft - this.#left) > rounding) this.goTo(scrollLeft);
    else this.followPage();
  }

  followPage(): void {
    const { strip, row } = this;
    if (!this.isDriven) return;
    const { scrollLengthPx, maxScrollLeftPx } = this.#lengths();
    const scrolledPx = -strip.getBoundingClientRect().top;
    const scrollLeft = Math.min(1, Math.max(0, scrolledPx / scrollLengthPx)) * maxScrollLeftPx;
    // Written only when it differs: writing would end the gesture of a hand that moves the row.
    if (Math.abs(row.scrollLeft - scrollLeft) > rounding) row.scrollLeft = scrollLeft;
    this.#left = row.scrollLeft;
    strip.toggleAttribute('data-away', scrolledPx < -1 || scrolledPx > scrollLengthPx + 1);
  }

  goTo(scrollLeft: number, behavior: ScrollBehavior = 'instant'): void {
    this.#left = this.row.scrollLeft;
    if (!this.isDriven) return;
    const { scrollLengthPx, maxScrollLeftPx } = this.#lengths();
    const top = this.strip.getBoundingClientRect().top + scrollY;
    scrollTo({ top: top + Math.min(1, scrollLeft / maxScrollLeftPx) * scrollLengthPx, behavior });
  }

  #lengths() {
    const { strip, row } = this;
    return {
      scrollLengthPx: Math.max(1, strip.offsetHeight - this.#pin.offsetHeight),
      maxScrollLeftPx: Math.max(1, row.scrollWidth - row.clientWidth),
    };
  }
}

interface PanelProps {
  id: string;
  heading: string;
  width?: 'full' | 'wide';
  children: ReactNode;
}

const widths = { normal: '', full: 'panel-full', wide: 'panel-wide' };

function Panel({ id, heading, width, children }: PanelProps) {
  return (
    <section
      className={`panel grid content-start gap-stack border-t border-line px-margin py-[clamp(3rem,9vw,6rem)] print:block print:py-4mm ${widths[width ?? 'normal']}`}
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
          <p className="measure-30 text-ink-2">{text}</p>
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

function Procedures({ messages }: { messages: AboutMessages['procedures'] }) {
  const { items } = messages;
  const { list, turn, playing, toggle, point, leave } = useTurns(items.length);
  return (
    <>
      <PlayButton
        className={pauseButtonClass}
        messages={messages}
        playing={playing}
        onClick={toggle}
      />
      <ol className="steps panel-items grid" ref={list} onPointerLeave={leave}>
        {items.map(({ title, text }, index) => {
          const drawing = drawings[index];
          return (
            <li
              key={title}
              className="step relative grid grid-cols-[6.5rem_1fr] items-center gap-x-5 border-t border-line py-4 print:break-inside-avoid large-letters:grid-cols-1"
              data-on={index === turn ? '' : undefined}
              onPointerEnter={() => point(index)}
            >
              {drawing && <Drawing name={drawing} className={drawingClass} />}
              <h3 className="self-end text-large/control font-book">{title}</h3>
              <p className="self-start leading-[1.45] text-ink-2">{text}</p>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function useTurns(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const reducedMotion = useReducedMotion();
  const inView = useInView(list);
  const [playing, setPlaying] = useState(true);
  const [pointed, setPointed] = useState(false);
  const [turn, setTurn] = useState(0);
  const running = playing && inView && !pointed && !reducedMotion;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setTurn((turn + 1) % count), MOTION.procedureStepMs);
    return () => clearTimeout(timer);
  }, [running, turn, count]);
  const point = (index: number) => {
    setPointed(true);
    setTurn(index);
  };
  return {
    list,
    turn: inView && !reducedMotion ? turn : undefined,
    playing,
    toggle: () => setPlaying(!playing),
    point,
    leave: () => setPointed(false),
  };
}

function useInView(list: React.RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!list.current) return;
    const observer = new IntersectionObserver((entries) => {
      setInView(entries.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list]);
  return inView;
}

interface CertificatesProps {
  certificates: readonly { title: string; text: string; href: string | null }[];
  soon: string;
  sample: string;
}

function Certificates({ certificates, soon, sample }: CertificatesProps) {
  return (
    <ul className="grid">
      {certificates.map(({ title, text, href }) => (
        <li key={title} className="border-t border-ink last:border-b">
          {href === null ? (
            <div className={`${row} text-ink-2`}>
              <Entry title={title} get={soon} text={text} />
            </div>
          ) : (
            <a className={`${row} no-underline`} href={href} target="_blank" rel="noopener">
              <Entry title={<Drawer>{title}</Drawer>} get={`PDF${sample}`} text={text} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

const row =
  'grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 py-6 large-letters:grid-cols-1';

function Entry({ title, get, text }: { title: ReactNode; get: string; text: string }) {
  return (
    <>
      <b className="text-lead/heading font-normal tracking-lead">{title}</b>{' '}
      <span className="font-medium">{get}</span>{' '}
      <span className="col-start-1 text-note text-ink-2">{text}</span>
    </>
  );
}
