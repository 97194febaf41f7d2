import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { FieldTexts, TextArea, TextField } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import type { Block, BlockType, ShownPicture } from '#app/content/kinds.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { createPicture, parseNumberedBlocks } from '#app/domain/site/numbered-fields.ts';
import { FieldGroup, HiddenFields } from '#app/routes/desk/frame.tsx';
import { createFieldReader, useDraftedList, type DraftedFields } from './drafted-list.tsx';
import { useControlName, useEntryForm, useEntryTexts, type FieldProps } from './entry-form.ts';
import type { MarkdownType } from './live-view.tsx';
import { usePictureUpload } from './picture-upload.tsx';
import { ActionButton, PicturePicker, SavedNote } from './pictures-field.tsx';
import { getThumbnailUrl } from './site-urls.ts';

const LiveView = lazy(() => import('./live-view.tsx'));

interface Item {
  key: number;
  block: Block;
  /** A removed item keeps its typed values, so that it can be restored; the form does not send them. */
  isRemoved: boolean;
}

const emptyText = { en: '', el: '' };
const ADDABLE_TYPES = ['text', 'quote', 'steps', 'questions'] as const;

/** The parts of a text, which can be added, moved and removed; a removed part can be restored. */
export function BlocksField({ field }: FieldProps) {
  const { name, label, hint, max } = field;
  const { form, errors, refusedFiles, isStoredVersion } = useEntryForm();
  const { blocks: texts, picture: pictureTexts } = useEntryTexts();
  // Only one of two lists shows the pictures that were refused.
  const hasPictureList = form.fields.some(({ type }) => type === 'pictures');

  const list = useDraftedList(form.blocks.map(createItem), {
    // A removed part has another name, so that its removal counts as a change.
    getName: ({ key, isRemoved }) => (isRemoved ? `-${key}` : key),
    parseRows: parseItems,
  });
  const visibleItems = list.rows.filter(({ isRemoved }) => !isRemoved);

  const addBlocks = (newBlocks: readonly NewBlock[]) =>
    list.setRows((items) => addItems(items, newBlocks).slice(0, max));
  const addPart = (type: NewBlock['type']) => {
    flushSync(() => addBlocks([{ type, picture: null }]));
    const id = `block-${visibleItems.length + 1}`;
    document.querySelector<HTMLElement>(`#${id} :is(input:not([type=hidden]), textarea)`)?.focus();
  };
  const setRemoved = (item: Item, isRemoved: boolean) =>
    list.setRows((items) =>
      items.map((other) => (other === item ? { ...item, isRemoved } : other)),
    );

  const upload = usePictureUpload({
    formControl: list.changeMarkerRef,
    initiallyRefused: hasPictureList ? [] : refusedFiles,
    roomCount: max - list.rows.length,
    getSurplusText: (fileName) =>
      interpolate(pictureTexts.refused.tooManyParts, { name: fileName, parts: max }),
    onSent: (sentPictures) =>
      addBlocks(
        sentPictures.map((sent) => ({ type: 'picture', picture: createPicture(sent.name) })),
      ),
  });

  return (
    <FieldGroup label={label}>
      <p className="clear-both max-w-text pb-4 text-ink-2">{hint}</p>
      <FieldTexts name={name} error={errors[name]} />
      {list.changeMarker}
      <ol className="ps-0">
        {list.rows.map((item) => (
          <BlockFields
            // Parts from the draft are other parts: their fields start anew.
            key={`${list.source} ${item.key}`}
            item={item}
            number={1 + visibleItems.indexOf(item)}
            count={visibleItems.length}
            onMove={(offset) => list.setRows((items) => moveItem(items, item, offset))}
            onSetRemoved={(isRemoved) => setRemoved(item, isRemoved)}
          />
        ))}
      </ol>
      {!isStoredVersion && (
        <>
          <p className="flex flex-wrap gap-3 border-t border-line py-4">
            {ADDABLE_TYPES.map((type) => (
              <ActionButton key={type} value={`add-${type}`} action={() => addPart(type)}>
                {texts.add[type]}
              </ActionButton>
            ))}
          </p>
          <p className="max-w-text text-ink-2" role="status">
            {list.rows.length >= max && interpolate(texts.full, { parts: max })}
          </p>
          <PicturePicker field={field} upload={upload} />
        </>
      )}
    </FieldGroup>
  );
}

const parseItems = (fields: DraftedFields) =>
  parseNumberedBlocks(createFieldReader(fields)).map((block, index) =>
    createItem(block, index + 1),
  );

const createItem = (block: Block, key: number): Item => ({ key, block, isRemoved: false });

type NewBlock = Pick<Block, 'type' | 'picture'>;

function addItems(items: readonly Item[], newBlocks: readonly NewBlock[]): Item[] {
  const firstKey = 1 + Math.max(0, ...items.map(({ key }) => key));
  const newItems = newBlocks.map((block, index) =>
    createItem({ text: emptyText, title: emptyText, ...block }, firstKey + index),
  );
  return [...items, ...newItems];
}

function moveItem(items: readonly Item[], item: Item, offset: number): Item[] {
  const otherItems = items.filter(({ key }) => key !== item.key);
  const newIndex = items.findIndex(({ key }) => key === item.key) + offset;
  return otherItems.toSpliced(Math.max(0, newIndex), 0, item);
}

interface BlockFieldsProps {
  item: Item;
  /** Counts from 1, without removed items. */
  number: number;
  count: number;
  onMove: (offset: number) => void;
  onSetRemoved: (isRemoved: boolean) => void;
}

function BlockFields(props: BlockFieldsProps) {
  const { item, number, count, onMove, onSetRemoved } = props;
  const { blocks: texts, restore, savedNote } = useEntryTexts();
  const { type } = item.block;
  const { isStoredVersion } = useEntryForm();
  const getName = useControlName();
  const typeText = texts.types[type];
  const heading = item.isRemoved ? typeText : interpolate(texts.one, { number, type: typeText });

  return (
    <li
      id={item.isRemoved ? undefined : getName(`block-${number}`)}
      className="group scroll-mt-20 border-t border-line py-5"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pb-3">
        <h2 className="min-w-0 flex-1 text-base font-medium!">{heading}</h2>
        {item.isRemoved ? (
          <p className="flex flex-wrap items-center gap-3" role="status">
            {texts.removed}
            {/* One button to React, so that it keeps the focus. */}
            <ActionButton key="remove" value="" action={() => onSetRemoved(false)}>
              {restore}
            </ActionButton>
          </p>
        ) : (
          !isStoredVersion && (
            <p className="flex flex-wrap gap-2">
              <ActionButton
                value={`earlier-block-${number}`}
                action={() => onMove(-1)}
                aria-label={interpolate(texts.moveUp, { number })}
                disabled={number === 1}
              >
                ↑
              </ActionButton>
              <ActionButton
                value={`later-block-${number}`}
                action={() => onMove(1)}
                aria-label={interpolate(texts.moveDown, { number })}
                disabled={number === count}
              >
                ↓
              </ActionButton>
              <ActionButton
                key="remove"
                value={`remove-block-${number}`}
                action={() => onSetRemoved(true)}
                aria-label={interpolate(texts.remove, { number })}
              >
                ×
              </ActionButton>
            </p>
          )
        )}
        <SavedNote>{savedNote}</SavedNote>
      </div>
      <fieldset
        className="flex min-w-0 flex-col gap-4 border-0 p-0"
        disabled={item.isRemoved}
        hidden={item.isRemoved}
        aria-label={heading}
      >
        <input type="hidden" name={getName(`block_${number}_type`)} value={type} />
        <BlockParts {...props} />
      </fieldset>
    </li>
  );
}

function BlockParts({ item, number }: BlockFieldsProps) {
  const { type, picture, text, title } = item.block;
  const { errors } = useEntryForm();
  const texts = useEntryTexts();
  const getName = useControlName();
  const prefix = `block_${number}`;
  const { titles, hints, types } = texts.blocks;
  const titleHint = type === 'quote' || type === 'picture' ? texts.controls.optional : '';

  const getFieldProps = (name: string, label: string, lang: Language, value: string) => ({
    name: getName(name),
    label: `${label} (${texts.languages[lang]})`,
    lang,
    defaultValue: value,
    error: errors[name],
  });

  return (
    <>
      {picture && <BlockPicture prefix={getName(prefix)} picture={picture} />}
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        {LANGUAGES.map((lang) => (
          <div key={lang} className="flex min-w-0 flex-1 basis-80 flex-col gap-4">
            {picture && (
              <TextField
                {...getFieldProps(
                  `${prefix}_alt_${lang}`,
                  texts.picture.alt,
                  lang,
                  picture.alt[lang],
                )}
                limit={TEXT_LIMITS.pictureAlt}
              />
            )}
            {type === 'quote' && (
              <TextArea
                {...getFieldProps(`${prefix}_text_${lang}`, types.quote, lang, text[lang])}
                limit={TEXT_LIMITS.quote}
                rows={3}
              />
            )}
            {type !== 'text' && (
              <TextField
                {...getFieldProps(`${prefix}_title_${lang}`, titles[type], lang, title[lang])}
                limit={TEXT_LIMITS.blockTitle}
                hint={titleHint}
              />
            )}
            {isMarkdown(type) && (
              <MarkdownField
                {...getFieldProps(`${prefix}_text_${lang}`, types[type], lang, text[lang])}
                note={hints[type]}
                type={type}
              />
            )}
          </div>
        ))}
      </div>
    </>
  );
}

const isMarkdown = (type: BlockType): type is MarkdownType =>
  type === 'text' || type === 'steps' || type === 'questions';

function BlockPicture({ prefix, picture }: { prefix: string; picture: ShownPicture }) {
  const { name, credit, focus } = picture;
  const hiddenFields = {
    [`${prefix}_picture`]: name,
    [`${prefix}_credit`]: credit,
    [`${prefix}_focal_x`]: focus[0],
    [`${prefix}_focal_y`]: focus[1],
  };
  return (
    <>
      <HiddenFields values={hiddenFields} />
      <img className="h-40 self-start" src={getThumbnailUrl(name)} alt="" loading="lazy" />
    </>
  );
}

interface MarkdownFieldProps extends ComponentProps<typeof TextArea> {
  lang: Language;
  defaultValue: string;
  type: MarkdownType;
}

function MarkdownField({ type, ...control }: MarkdownFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const rows = Math.min(24, 4 + Math.ceil(control.defaultValue.length / 55));
  return (
    <>
      <TextArea
        {...control}
        limit={TEXT_LIMITS.blockText}
        rows={rows}
        onFocus={({ currentTarget }) => setText(currentTarget.value)}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text !== null && (
        <Suspense>
          <LiveView type={type} text={text} lang={control.lang} />
        </Suspense>
      )}
    </>
  );
}
