import { use, useEffect, useRef, type MouseEvent } from 'react';
import { dispatchInputEvent } from './drafted-list.tsx';
import { StoredVersionContext, useControlName, useEntryTexts } from './entry-form.ts';
import { getThumbnailUrl } from './site-urls.ts';

/** In per cent of the width and height of a picture, from its top left corner. */
export type Focus = readonly [x: number, y: number];

interface FocalPointProps {
  picture: { name: string; focus: Focus };
  focus: Focus;
  onFocus: (focus: Focus) => void;
  onDrag: (isDragging: boolean) => void;
}

/** A click on the picture sets its focal point, except in the stored version, which nobody can change. */
export function FocalPoint({ picture, focus: [x, y], onFocus, onDrag }: FocalPointProps) {
  const texts = useEntryTexts().picture;
  const isStoredVersion = use(StoredVersionContext);
  const image = useRef<HTMLImageElement>(null);

  const focusOnClick = ({ clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = image.current!.getBoundingClientRect();
    onFocus([toPercent(clientX - left, width), toPercent(clientY - top, height)]);
  };

  // The draft of the form follows what is typed, so it has to be told of a click.
  useEffect(() => {
    const isMoved = x !== picture.focus[0] || y !== picture.focus[1];
    if (isMoved) dispatchInputEvent(image.current!);
  }, [x, y, picture.focus]);

  return (
    <div className="flex flex-col gap-3">
      <div className="relative">
        <img
          ref={image}
          className="w-full cursor-crosshair"
          src={getThumbnailUrl(picture.name)}
          alt=""
          draggable={!isStoredVersion}
          onDragStart={() => onDrag(true)}
          onDragEnd={() => onDrag(false)}
          onClick={isStoredVersion ? undefined : focusOnClick}
        />
        <svg className="pointer-events-none absolute inset-0 size-full" aria-hidden="true">
          <circle cx={`${x}%`} cy={`${y}%`} r="9" fill="none" stroke="#fff" strokeWidth="4" />
          <circle cx={`${x}%`} cy={`${y}%`} r="9" fill="none" stroke="#14181f" strokeWidth="2" />
        </svg>
      </div>
      {!isStoredVersion && (
        <p className="hidden text-note text-ink-3 js:block">{texts.focusHint}</p>
      )}
    </div>
  );
}

const toPercent = (offsetPx: number, lengthPx: number) => Math.round((offsetPx / lengthPx) * 100);

interface FocalCoordinatesProps {
  focus: Focus;
  /** The stored one, by which DraftAutosave sees a change. */
  initialFocus: Focus;
  /** The number of the picture in its list, from 1. */
  number: number;
  onChange: (focus: Focus) => void;
}

/** The focal point as two numbers, for keyboards and without JavaScript. */
export function FocalCoordinates(props: FocalCoordinatesProps) {
  const { focus, initialFocus, number, onChange } = props;
  const [x, y] = focus;
  const getName = useControlName();
  const texts = useEntryTexts().picture;

  return (
    <fieldset className="flex gap-3 border-0 p-0">
      <legend className="p-0 text-note text-ink-3">{texts.focus}</legend>
      <Coordinate
        label={texts.x}
        name={getName(`focal_x_${number}`)}
        initialValue={initialFocus[0]}
        value={x}
        onChange={(newX) => onChange([newX, y])}
      />
      <Coordinate
        label={texts.y}
        name={getName(`focal_y_${number}`)}
        initialValue={initialFocus[1]}
        value={y}
        onChange={(newY) => onChange([x, newY])}
      />
    </fieldset>
  );
}

interface CoordinateProps {
  label: string;
  name: string;
  initialValue: number;
  value: number;
  onChange: (value: number) => void;
}

function Coordinate({ label, name, initialValue, value, onChange }: CoordinateProps) {
  return (
    <label className="flex flex-1 flex-col text-note">
      {label}
      <input
        className="input"
        type="number"
        name={name}
        min={0}
        max={100}
        data-initial-value={initialValue}
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}
