import { useEffect, useRef, type MouseEvent } from 'react';
import { dispatchInputEvent } from './drafted-list.tsx';
import { useControlName, useEntryForm, useEntryTexts } from './entry-form.ts';
import { getThumbnailUrl } from './site-urls.ts';

/** In per cent of the width and height of a picture, from its top left corner. */
export type FocalPoint = readonly [x: number, y: number];

interface FocalPointProps {
  /** With the stored focal point. */
  picture: { name: string; focus: FocalPoint };
  focalPoint: FocalPoint;
  onChange: (focalPoint: FocalPoint) => void;
}

type PictureProps = FocalPointProps & { onDrag: (isDragging: boolean) => void };

/** A click on the picture sets its focal point, except in the stored version, which nobody can change. */
export function FocalPointPicture({ picture, focalPoint: [x, y], onChange, onDrag }: PictureProps) {
  const texts = useEntryTexts().picture;
  const { isStoredVersion } = useEntryForm();
  const image = useRef<HTMLImageElement>(null);

  const setOnClick = ({ clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = image.current!.getBoundingClientRect();
    onChange([toPercent(clientX - left, width), toPercent(clientY - top, height)]);
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
          onClick={isStoredVersion ? undefined : setOnClick}
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

/** `number` is that of the picture in its list, from 1. */
type FocalCoordinatesProps = FocalPointProps & { number: number };

/** The focal point as two numbers, for keyboards and without JavaScript. */
export function FocalCoordinates({ picture, focalPoint, onChange, number }: FocalCoordinatesProps) {
  const [x, y] = focalPoint;
  const getName = useControlName();
  const texts = useEntryTexts().picture;

  return (
    <fieldset className="flex gap-3 border-0 p-0">
      <legend className="p-0 text-note text-ink-3">{texts.focus}</legend>
      {(['x', 'y'] as const).map((axis, index) => (
        <label key={axis} className="flex flex-1 flex-col text-note">
          {texts[axis]}
          <input
            className="input"
            type="number"
            name={getName(`focal_${axis}_${number}`)}
            min={0}
            max={100}
            // DraftAutosave sees a change by it.
            data-initial-value={picture.focus[index]}
            value={focalPoint[index]}
            onChange={({ currentTarget }) => {
              const percent = Number(currentTarget.value);
              onChange(axis === 'x' ? [percent, y] : [x, percent]);
            }}
          />
        </label>
      ))}
    </fieldset>
  );
}
