import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { trapFocus } from '#app/components/dialogs.ts';
import { SlidingText } from '#app/components/page.tsx';
import { Picture, PictureCredit, type PictureData } from '#app/components/picture.tsx';
import { MOTION } from '#app/components/site-limits.ts';
import { watchSwipes, type Swipe } from '#app/components/swipe.ts';
import { ArrowLink } from './controls.tsx';

interface ViewerProps {
  texts: { pictures: string; close: string; previous: string; next: string };
  label: string;
  pictures: readonly PictureData[];
}

/** Returns the number in `?photo=N`, from 1 to `pictureCount`; undefined when it is missing or invalid. */
export function getOpenPhotoNumber(search: string, pictureCount: number): number | undefined {
  const value = new URLSearchParams(search).get('photo') ?? '';
  if (!/^[1-9]\d{0,3}$/.test(value)) return undefined;
  const photoNumber = Number(value);
  return photoNumber <= pictureCount ? photoNumber : undefined;
}

/** Returns the query that opens a picture, or none; a preview stays one. The server knows no other parameters. */
function getPhotoQuery(search: string, photoNumber: number | null): string {
  const query = new URLSearchParams();
  if (new URLSearchParams(search).has('preview')) query.set('preview', '');
  if (photoNumber !== null) query.set('photo', String(photoNumber));
  return `?${query}`;
}

/** Shows the picture that `?photo=N` names in a dialog, otherwise nothing. Its links work without JavaScript (PD-3). */
export function Viewer(props: ViewerProps) {
  const photoNumber = getOpenPhotoNumber(useLocation().search, props.pictures.length);
  return photoNumber && <OpenViewer {...props} photoNumber={photoNumber} />;
}

type OpenViewerProps = ViewerProps & { photoNumber: number };

function OpenViewer({ texts, label, pictures, photoNumber }: OpenViewerProps) {
  const count = pictures.length;
  const openPicture = pictures[photoNumber - 1];
  const previousNumber = photoNumber === 1 ? count : photoNumber - 1;
  const nextNumber = photoNumber === count ? 1 : photoNumber + 1;
  const { close, step, wasOpenedInPlace, search, state } = useViewerMoves(count);
  const arrowLinkProps = { state, preventScrollReset: true, replace: true };

  // The link that opened the viewer in this page is still in view.
  const dialog = useModal({
    focusAfter: getPhotoLinkId(photoNumber),
    preventScroll: wasOpenedInPlace,
  });

  const handleSwipe = useEffectEvent(({ x, y }: Swipe) => {
    const isSideways = Math.abs(x) > Math.max(MOTION.viewerSwipePx, Math.abs(y));
    if (isSideways) step(x < 0 ? 1 : -1);
  });
  useEffect(() => watchSwipes(dialog.current!, (swipe) => handleSwipe(swipe)), [dialog]);

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    trapFocus(event.currentTarget, event);
    if (event.repeat) return;
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };

  const handleClose = () => {
    if (!dialog.current?.open) close();
  };

  return (
    <dialog
      ref={dialog}
      open
      className="fixed inset-0 z-dialog m-0 grid h-full max-h-none w-full max-w-none grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(8rem,1fr)_auto] overflow-auto border-0 ink p-0 print:hidden"
      data-viewer
      aria-label={`${label}, ${texts.pictures}`}
      onKeyDown={handleKeyDown}
      onCancel={close}
      onClose={handleClose}
    >
      <div className="flex items-center justify-between gap-4 py-2 ps-margin pe-[clamp(0.5rem,2vw,1.5rem)]">
        <p className="text-large/body tracking-none flare" aria-live="polite">
          {photoNumber} / {count}
        </p>
        <Link
          className="cross [--size:3.5rem]"
          to={getPhotoQuery(search, null)}
          aria-label={texts.close}
          onClick={close}
        />
      </div>
      <ViewerStage pictures={pictures} openIndex={photoNumber - 1} />
      <div className="flex flex-wrap items-center justify-between gap-4 px-margin pt-4 pb-5">
        <p className="grow basis-40 text-note text-on-ink-2" aria-live="polite">
          {openPicture?.alt}
          <PictureCredit credit={openPicture?.credit} />
        </p>
        <div className="flex flex-none">
          <ArrowLink
            {...arrowLinkProps}
            direction="prev"
            to={getPhotoQuery(search, previousNumber)}
            aria-label={texts.previous}
          />
          <ArrowLink
            {...arrowLinkProps}
            direction="next"
            to={getPhotoQuery(search, nextNumber)}
            aria-label={texts.next}
          />
        </div>
      </div>
    </dialog>
  );
}

/* As large as aspect ratio and window allow. The `!` overrides the rules of `.frame`. */
const frameClass = 'max-h-full max-w-full bg-[#1f242d]! [&_img]:object-contain!';
const wideFrameClass = 'w-[min(100%,calc((100svh-var(--bars,11.5rem))*1.5))] ratio-3/2';
const tallFrameClass = 'w-[min(100%,calc((100svh-var(--bars,11.5rem))*0.8))] ratio-4/5';

type ViewerStageProps = Pick<ViewerProps, 'pictures'> & { openIndex: number };

function ViewerStage({ pictures, openIndex }: ViewerStageProps) {
  // The browser loads the open picture first.
  const [loadsNeighbours, setLoadsNeighbours] = useState(false);
  useEffect(() => setLoadsNeighbours(true), []);

  const { length: count } = pictures;
  const neighbourIndexes = [(openIndex + count - 1) % count, (openIndex + 1) % count];
  const loadedIndexes = loadsNeighbours ? [openIndex, ...neighbourIndexes] : [openIndex];

  return (
    <div className="relative grid min-h-0 place-items-center px-margin">
      {pictures.map((picture, index) => {
        if (!loadedIndexes.includes(index)) return null;
        const isTall = picture.height > picture.width;
        const openClass = `${frameClass} ${isTall ? tallFrameClass : wideFrameClass}`;
        return (
          <Picture
            key={picture.name}
            picture={picture}
            sizes={isTall ? '(min-width: 48rem) 66vh, 100vw' : '100vw'}
            // The line below describes it.
            alt=""
            className={index === openIndex ? openClass : 'hidden!'}
            eager
          />
        );
      })}
    </div>
  );
}

const openedInPlaceState = { openedInPlace: true };

function useViewerMoves(count: number) {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const isClosing = useRef(false);
  const wasOpenedInPlace = (state as typeof openedInPlaceState | null)?.openedInPlace === true;

  const close = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (isClosing.current) return;
    isClosing.current = true;
    if (wasOpenedInPlace) void navigate(-1);
    else void navigate(getPhotoQuery(search, null), { replace: true, preventScrollReset: true });
  };

  // Read from the URL, not from props: a second key press may come before the first is rendered.
  const step = (offset: 1 | -1) => {
    const { search: currentSearch } = window.location;
    const currentNumber = Number(new URLSearchParams(currentSearch).get('photo'));
    const newIndex = (currentNumber - 1 + offset + count) % count;
    const query = getPhotoQuery(currentSearch, newIndex + 1);
    void navigate(query, { replace: true, preventScrollReset: true, state });
  };

  return { close, step, wasOpenedInPlace, search, state: state as unknown };
}

interface PhotoLinkProps extends Pick<ComponentProps<typeof Link>, 'className' | 'children'> {
  photoNumber: number;
  ref?: RefObject<HTMLAnchorElement | null>;
}

/** A link to `?photo=N`, which opens the Viewer of the same page. Its `state` lets the Viewer close by going back. */
export function PhotoLink({ photoNumber, ...rest }: PhotoLinkProps) {
  const { search } = useLocation();
  return (
    <Link
      to={getPhotoQuery(search, photoNumber)}
      id={getPhotoLinkId(photoNumber)}
      state={openedInPlaceState}
      preventScrollReset
      {...rest}
    />
  );
}

/** The Viewer returns the focus to this element. */
const getPhotoLinkId = (photoNumber: number) => `photo-${photoNumber}`;

interface GalleryItem {
  picture: PictureData;
  caption: string;
  sizes: string;
  className?: string | undefined;
}

interface GalleryProps {
  items: readonly GalleryItem[];
  /** How many pictures of the viewer the page shows before the gallery. */
  numberedAfter?: number;
  printed?: boolean;
  className: string;
  pictureClass?: string;
}

/** Shows numbered pictures with captions. Each links to `?photo=N`, which opens the Viewer of the same page. */
export function Gallery({
  items,
  numberedAfter = 0,
  printed,
  className,
  pictureClass = '',
}: GalleryProps) {
  const count = numberedAfter + items.length;

  return (
    <ul className={`grid gap-gutter ${className}`}>
      {items.map(({ picture, caption, sizes, className: itemClass }, index) => {
        const photoNumber = numberedAfter + index + 1;
        return (
          <li key={picture.name} className={itemClass}>
            <PhotoLink className="block swell no-underline" photoNumber={photoNumber}>
              <Picture picture={picture} sizes={sizes} printed={printed} className={pictureClass} />
              <span className="flex gap-3 pt-2.5 pb-1 text-note text-ink-2">
                <b className="font-normal whitespace-nowrap text-ink-3">
                  {photoNumber} / {count}
                </b>{' '}
                <SlidingText>{caption}</SlidingText>
              </span>
              <PictureCredit credit={picture.credit} className="text-ink-2" />
            </PhotoLink>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Returns the ref of a dialog, which it opens as a modal. On unmount it closes the dialog and focuses the element with
 * the id `focusAfter` of the first render.
 */
function useModal(options: { focusAfter: string; preventScroll: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [{ focusAfter, preventScroll }] = useState(options);
  useLayoutEffect(() => {
    const box = dialog.current!;
    box.open = false;
    // The style sheet keeps the place of the scrollbar, which the modal dialog hides.
    const { clientWidth, style } = document.documentElement;
    style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`);
    box.showModal();

    return () => {
      box.close();
      document.getElementById(focusAfter)?.focus({ preventScroll });
    };
  }, [focusAfter, preventScroll]);

  return dialog;
}
