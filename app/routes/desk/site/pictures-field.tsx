import { useState, type ComponentProps, type DragEvent } from 'react';
import { flushSync } from 'react-dom';
import { FieldTexts, TextField } from '#app/components/field.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { interpolate, pluralize } from '#app/components/texts.ts';
import type { ShownPicture } from '#app/content/kinds.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { addPictures, parseNumberedPictures } from '#app/domain/site/numbered-fields.ts';
import { FieldGroup, SubmitButton } from '#app/routes/desk/frame.tsx';
import { useAcceptsHeic } from '#app/routes/upload.ts';
import { createFieldReader, useDraftedList } from './drafted-list.tsx';
import { useControlName, useEntryForm, useEntryTexts, type FieldProps } from './entry-form.ts';
import { FocalCoordinates, FocalPointPicture, type FocalPoint } from './focal-point.tsx';
import { PictureUploadStatus, usePictureUpload, type PictureUpload } from './picture-upload.tsx';

const TYPES = 'image/jpeg,image/png,image/webp,image/avif';
const HEIC_TYPES = ',image/heic,image/heif,.heic,.heif';

export const PICKER =
  'min-w-0 file:me-4 file:min-h-11 file:[font-family:inherit] file:border file:border-solid file:border-ink-3 file:px-4 file:font-medium';

/** The pictures of an entry, which can be added, described, moved by buttons or dragging, and removed. */
export function PicturesField({ field }: FieldProps) {
  const { name, label, hint, max } = field;
  const { form, errors, refusedFiles, isStoredVersion } = useEntryForm();
  const texts = useEntryTexts().picture;
  const [dragged, setDragged] = useState<ShownPicture | null>(null);

  const list = useDraftedList(form.pictures, {
    getName: (picture) => picture.name,
    parseRows: (fields) => parseNumberedPictures(createFieldReader(fields)),
  });
  const { rows: pictures, setRows: setPictures } = list;

  const upload = usePictureUpload({
    formControl: list.changeMarkerRef,
    initiallyRefused: refusedFiles,
    // In a list of one picture, a new one replaces it.
    roomCount: max === 1 ? Infinity : max - pictures.length,
    getSurplusText: (fileName) =>
      interpolate(texts.refused.tooMany, { name: fileName, count: max }),
    onSent: (sentPictures) => {
      const names = sentPictures.map((sent) => sent.name);
      setPictures((current) => addPictures(current, names, max));
    },
  });

  const undescribedCount = pictures.filter(({ alt }) => !alt.en || !alt.el).length;
  const move = (picture: ShownPicture, to: number) => {
    const otherPictures = pictures.filter((other) => other !== picture);
    setPictures(otherPictures.toSpliced(to, 0, picture));
  };
  const remove = (picture: ShownPicture) => {
    const number = Math.min(pictures.indexOf(picture) + 1, pictures.length - 1);
    flushSync(() => setPictures(pictures.filter((other) => other !== picture)));
    // The button that was pressed has gone: that of the picture in its place, or the picker, gets the focus.
    document.querySelector<HTMLElement>(`[value=remove-${number}], #${name}`)?.focus();
  };

  return (
    <FieldGroup label={label}>
      <p className="clear-both max-w-text pb-4 text-ink-2">{hint}</p>
      {undescribedCount > 0 && (
        <p className="max-w-text pb-4 text-ink-2">
          {pluralize(texts.undescribed, undescribedCount)}
        </p>
      )}
      {list.changeMarker}
      <FieldTexts name={name} error={errors[name]} />
      <ol className="ps-0">
        {pictures.map((picture, index) => (
          <PictureFields
            key={`${list.source} ${picture.name}`}
            picture={picture}
            index={index}
            last={pictures.length - 1}
            onMove={(to) => move(picture, to)}
            onRemove={() => remove(picture)}
            onDrag={(isDragging) => setDragged(isDragging ? picture : null)}
            onDrop={dragged && dragged !== picture ? () => move(dragged, index) : undefined}
          />
        ))}
      </ol>
      {!isStoredVersion && <PicturePicker field={field} upload={upload} />}
    </FieldGroup>
  );
}

/** Uploads the chosen pictures at once, and shows progress and refusals. */
export function PicturePicker({ field, upload }: FieldProps & { upload: PictureUpload }) {
  const { name, max } = field;
  const { send, refused } = upload;
  const texts = useEntryTexts().picture;
  const { errors } = useEntryForm();
  const hasError = name in errors;
  const acceptsHeic = useAcceptsHeic();
  return (
    <>
      <label className="flex flex-col gap-2 border-t border-line py-4">
        {max === 1 ? texts.choose : texts.add}
        <input
          id={name}
          className={PICKER}
          type="file"
          name={name}
          accept={acceptsHeic ? TYPES + HEIC_TYPES : TYPES}
          multiple={max > 1}
          onChange={send}
          aria-invalid={hasError || refused.length > 0 ? true : undefined}
          aria-describedby={hasError ? `${name}-error` : undefined}
        />
      </label>
      <PictureUploadStatus {...upload} />
      {refused.length > 0 && (
        <ul className="text-error" role="alert">
          {refused.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

type ActionButtonProps = ComponentProps<typeof SubmitButton> & { action: () => void };

/** A button that runs `action`. Without JavaScript it posts the form instead, with its `value` in the field `do`. */
export function ActionButton({ action, ...button }: ActionButtonProps) {
  const isHydrated = useHydrated();
  return (
    <SubmitButton
      name="do"
      onClick={(event) => {
        if (!isHydrated) return;
        event.preventDefault();
        action();
      }}
      {...button}
    />
  );
}

/** Says, without JavaScript, that the button of an item has saved the draft: the page then starts at this item. */
export function SavedNote({ children }: { children: string }) {
  const isHydrated = useHydrated();
  return isHydrated ? null : (
    <span className="hidden w-full text-note font-normal text-ink-2 no-js:group-target:block">
      {children}
    </span>
  );
}

interface PictureFieldsProps {
  picture: ShownPicture;
  index: number;
  last: number;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDrag: (isDragging: boolean) => void;
  onDrop: (() => void) | undefined;
}

function PictureFields(props: PictureFieldsProps) {
  const { picture, index, onDrag, onDrop } = props;
  const { errors, isStoredVersion } = useEntryForm();
  const { picture: texts, controls, languages, savedNote } = useEntryTexts();
  const getName = useControlName();
  const number = index + 1;
  const [focalPoint, setFocalPoint] = useState<FocalPoint>(picture.focus);
  const focal = { picture, focalPoint, onChange: setFocalPoint };

  const controlNames = [`alt_${number}_en`, `alt_${number}_el`, `credit_${number}`];
  const hasError = controlNames.some((control) => control in errors);
  const handleDrop = (event: DragEvent) => {
    if (!onDrop) return;
    // Firefox would open the dragged picture.
    event.preventDefault();
    onDrop();
  };

  return (
    <li
      id={getName(`picture-${number}`)}
      className="group grid scroll-mt-20 gap-x-8 gap-y-4 border-t border-line py-5 md:grid-cols-[minmax(0,18rem)_1fr] md:grid-rows-[auto_1fr]"
      onDragOver={(event) => onDrop && event.preventDefault()}
      onDrop={handleDrop}
    >
      <h2 className="text-base font-medium! md:col-start-2">
        {index === 0 ? texts.main : interpolate(texts.one, { number })}
        <SavedNote>{savedNote}</SavedNote>
      </h2>
      <div className="md:col-start-1 md:row-span-2 md:row-start-1">
        <input type="hidden" name={getName(`picture_${number}`)} value={picture.name} />
        <FocalPointPicture {...focal} onDrag={onDrag} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 md:col-start-2">
        {!isStoredVersion && <PictureButtons {...props} />}
        <details open={hasError}>
          <summary className="min-h-target content-center">
            {texts.details}
            <span className="sr-only"> {number}</span>
          </summary>
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap gap-x-8 gap-y-4">
              {LANGUAGES.map((lang) => (
                <div key={lang} className="min-w-0 flex-1 basis-64">
                  <TextField
                    label={`${texts.alt} (${languages[lang]})`}
                    name={getName(`alt_${number}_${lang}`)}
                    lang={lang}
                    limit={TEXT_LIMITS.pictureAlt}
                    defaultValue={picture.alt[lang]}
                    error={errors[`alt_${number}_${lang}`]}
                  />
                </div>
              ))}
            </div>
            <TextField
              label={texts.credit}
              hint={controls.optional}
              name={getName(`credit_${number}`)}
              limit={TEXT_LIMITS.pictureCredit}
              defaultValue={picture.credit}
              error={errors[`credit_${number}`]}
            />
            <FocalCoordinates {...focal} number={number} />
          </div>
        </details>
      </div>
    </li>
  );
}

/** Moves or removes a picture; without JavaScript each button posts the form. */
function PictureButtons({ index, last, onMove, onRemove }: PictureFieldsProps) {
  const number = index + 1;
  const texts = useEntryTexts().picture;
  const isFirst = index === 0;
  const moves = [
    { step: 'first', to: 0, text: texts.makeMain, label: texts.makeMainOf, isDisabled: isFirst },
    { step: 'earlier', to: index - 1, text: '↑', label: texts.moveForward, isDisabled: isFirst },
    { step: 'later', to: index + 1, text: '↓', label: texts.moveBack, isDisabled: index === last },
  ];

  return (
    <p className="flex flex-wrap gap-2">
      {moves.map(({ step, to, text, label, isDisabled }) => (
        <ActionButton
          key={step}
          value={`${step}-${number}`}
          action={() => onMove(to)}
          aria-label={interpolate(label, { number })}
          disabled={isDisabled}
        >
          {text}
        </ActionButton>
      ))}
      <ActionButton
        value={`remove-${number}`}
        action={onRemove}
        aria-label={interpolate(texts.remove, { number })}
      >
        ×
      </ActionButton>
    </p>
  );
}
