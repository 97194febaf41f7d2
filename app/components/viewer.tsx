import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { trapFocus } from '#app/components/dialogs.ts';
import { Drawer, useLocalizedPath } from '#app/components/page.tsx';
import { Picture, PictureCredit, type PictureData } from '#app/components/picture.tsx';
import { MOTION } from '#app/components/site-limits.ts';
import { watchSwipes, type Swipe } from '#app/components/swipe.ts';
import { StepperLink } from './controls.tsx';

interface ViewerProps {
  messages: { pictures: string; close: string; previous: string; next: string };
  label: string;
  pictures: readonly PictureData[];
  page: string;
}

export function getOpenPhoto(search: string, count: number): number | undefined {
  const value = new URLSearchParams(search).get('photo') ?? '';
  const photo = /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined;
  return photo !== undefined && photo <= count ? photo : undefined;
}

/** Shows the picture that `?photo=N` names; its links work without JavaScript (ledger PD-3). */
export function Viewer({ page, ...rest }: ViewerProps) {
  const address = useLocalizedPath();
  const open = getOpenPhoto(useLocation().search, rest.pictures.length);
  return open && <OpenViewer {...rest} page={address(page)} open={open} />;
}

function OpenViewer({ messages, label, pictures, open, page }: ViewerProps & { open: number }) {
  const count = pictures.length;
  const { close, step, inPlace: wasOpenedInPlace, state } = useViewerMoves(page, count);
  const stepperLinkProps = { state, preventScrollReset: true, replace: true };
  const dialog = useModal(`photo-${open}`, wasOpenedInPlace);
  const swipe = useEffectEvent(({ x, y }: Swipe) => {
    if (Math.abs(x) > Math.max(MOTION.viewerSwipePx, Math.abs(y))) step(x < 0 ? 1 : -1);
  });
  useEffect(() => watchSwipes(dialog.current!, (end) => swipe(end)), [dialog]);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    trapFocus(event.currentTarget, event);
    if (event.repeat) return;
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };
  return (
    <dialog
      ref={dialog}
      open
      className="fixed inset-0 z-dialog m-0 grid h-full max-h-none w-full max-w-none grid-rows-[auto_minmax(0,1fr)_auto] border-0 ink p-0 print:hidden large-letters:grid-rows-[auto] large-letters:overflow-auto"
      data-viewer
      aria-label={`${label}, ${messages.pictures}`}
      onKeyDown={handleKeyDown}
      onCancel={close}
      onClose={() => dialog.current?.open || close()}
    >
      <div className="flex items-center justify-between gap-4 py-2 ps-margin pe-[clamp(0.5rem,2vw,1.5rem)]">
        <p className="text-large/body tracking-none flare" aria-live="polite">
          {open} / {count}
        </p>
        <Link
          className="cross [--size:3.5rem]"
          to={page}
          aria-label={messages.close}
          onClick={close}
        />
      </div>
      <ViewerStage pictures={pictures} open={open} />
      <div className="flex items-center justify-between gap-4 px-margin pt-4 pb-5 large-letters:flex-wrap">
        <p className="text-note text-on-ink-2">
          {pictures[open - 1]?.alt}
          <PictureCredit credit={pictures[open - 1]?.credit} />
        </p>
        <div className="flex flex-none">
          <StepperLink
            {...stepperLinkProps}
            direction="prev"
            to={`?photo=${open === 1 ? count : open - 1}`}
            aria-label={messages.previous}
          />
          <StepperLink
            {...stepperLinkProps}
            direction="next"
            to={`?photo=${open === count ? 1 : open + 1}`}
            aria-label={messages.next}
          />
        </div>
      </div>
    </dialog>
  );
}

/* As large as aspect ratio and window allow. The `!` overrides the rules of `.frame`. */
const frameClass = 'max-h-full max-w-full bg-[#1f242d]! [&_img]:object-contain!';
const wideFrameClass = 'w-[min(100%,calc((100svh-11.5rem)*1.5))] ratio-3/2';
const tallFrameClass = 'w-[min(100%,calc((100svh-11.5rem)*0.8))] ratio-4/5';

function ViewerStage({ pictures, open }: { pictures: readonly PictureData[]; open: number }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const lastIndex = pictures.length - 1;
  const openIndex = open - 1;
  const neighbourIndexes = isHydrated
    ? [openIndex === 0 ? lastIndex : openIndex - 1, openIndex === lastIndex ? 0 : openIndex + 1]
    : [];
  return (
    <div className="relative grid min-h-0 place-items-center px-margin">
      {pictures.map((picture, index) => {
        if (index !== openIndex && !neighbourIndexes.includes(index)) return null;
        const { name, width, height } = picture;
        const className =
          index === openIndex
            ? `${frameClass} ${height > width ? tallFrameClass : wideFrameClass}`
            : 'hidden!';
        return <Picture key={name} picture={picture} sizes="100vw" className={className} eager />;
      })}
    </div>
  );
}

const openedInPlaceState = { openedInPlace: true };

function useViewerMoves(page: string, count: number) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isClosing = useRef(false);
  const inPlace = (state as typeof openedInPlaceState | null)?.openedInPlace === true;
  const close = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (isClosing.current) return;
    isClosing.current = true;
    void (inPlace ? navigate(-1) : navigate(page, { replace: true, preventScrollReset: true }));
  };
  // Read from the URL, not from props: a second key press may come before the first is rendered.
  const step = (offset: 1 | -1) => {
    const currentPhoto = Number(new URLSearchParams(window.location.search).get('photo'));
    const photo = ((currentPhoto - 1 + offset + count) % count) + 1;
    void navigate(`?photo=${photo}`, { replace: true, preventScrollReset: true, state });
  };
  return { close, step, inPlace, state: state as unknown };
}

interface GalleryItem {
  picture: PictureData;
  caption: string;
  sizes: string;
  className?: string | undefined;
}

interface GalleryProps {
  items: readonly GalleryItem[];
  printed?: boolean;
  className: string;
  frames?: string;
}

export function Gallery({ items, printed, className, frames = '' }: GalleryProps) {
  return (
    <ul className={`grid gap-gutter ${className}`}>
      {items.map(({ picture, caption, sizes, className }, index) => (
        <li key={picture.name} className={className}>
          <Link
            className="block swell no-underline"
            to={`?photo=${index + 1}`}
            id={`photo-${index + 1}`}
            state={openedInPlaceState}
            preventScrollReset
          >
            <Picture picture={picture} sizes={sizes} printed={printed} className={frames} />
            <span className="flex gap-3 pt-2.5 pb-1 text-note text-ink-2">
              <b className="font-normal whitespace-nowrap text-ink-3">
                {index + 1} / {items.length}
              </b>{' '}
              <Drawer>{caption}</Drawer>
            </span>
            <PictureCredit credit={picture.credit} className="text-ink-2" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * Opens the dialog as a modal. On unmount the focus goes to the element with the first given id;
 * with `stay` without scrolling, because that element is in view.
 */
function useModal(focusAfter: string, stay: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [focusTarget] = useState({ id: focusAfter, preventScroll: stay });
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box) return;
    box.open = false;
    measureScrollbar();
    box.showModal();
    return () => {
      box.close();
      document.getElementById(focusTarget.id)?.focus(focusTarget);
    };
  }, [focusTarget]);
  return dialog;
}

function measureScrollbar() {
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`);
}
