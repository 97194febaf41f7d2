import { lazy, Suspense, use, useState } from 'react';
import { FieldTexts, TextArea, TextField, type FieldError } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import type { Block, BlockType, ShownPicture } from '#app/content/kinds.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { createPicture, parseNumberedBlocks } from '#app/domain/site/numbered-fields.ts';
import { FieldGroup } from '#app/routes/desk/frame.tsx';
import { createFieldReader, useDraftedList, type DraftedFields } from './drafted-list.tsx';
import type { DraftedFieldProps } from './entry-form.ts';
import { getThumbnailUrl } from './media-urls.ts';
import { usePictureUpload, type SentPictures } from './picture-upload.tsx';
import { ActionButton, PicturePicker, SavedNote } from './pictures-field.tsx';
import { useSiteTexts } from './site-texts.ts';
import { StoredVersionContext, useControlName } from './stored-context.ts';

const LiveView = lazy(() => import('./live-view.tsx'));

interface Item {
  key: number;
  block: Block;
  /** A removed item keeps its typed values, so that it can be restored; the form does not send them. */
  isRemoved: boolean;
}

const emptyText = { en: '', el: '' };
const ADDABLE_TYPES = ['text', 'quote', 'steps', 'questions'] as const;

export function BlocksField({ field, form, draft, errors, refused }: DraftedFieldProps) {
  const { name, label, hint, max } = field;
  const { blocks: texts, picture: pictureTexts } = useSiteTexts();
  const isStoredVersion = use(StoredVersionContext);
  const {
    rows: items,
    setRows: setItems,
    source,
    changeMarker,
    changeMarkerRef,
  } = useDraftedList(draft, form.blocks.map(createItem), {
    getName: getItemName,
    parseRows: parseItems,
  });

  const add = (newBlocks: readonly NewBlock[]) =>
    setItems((current) => addItems(current, newBlocks).slice(0, max));
  const addSent = (sent: SentPictures['pictures']) =>
    add(sent.map((picture) => ({ type: 'picture', picture: createPicture(picture.name) })));
  const upload = usePictureUpload({
    formControl: changeMarkerRef,
    initiallyRefused: refused,
    roomCount: max - items.length,
    getSurplusText: (fileName) =>
      interpolate(pictureTexts.refused.tooManyParts, { name: fileName, parts: max }),
    onSent: addSent,
  });

  const setRemoved = (item: Item, isRemoved: boolean) =>
    setItems(items.map((other) => (other === item ? { ...item, isRemoved } : other)));
  const visibleItems = items.filter(({ isRemoved }) => !isRemoved);

  return (
    <FieldGroup label={label}>
      <p className="clear-both max-w-text pb-4 text-ink-2">{hint}</p>
      <FieldTexts name={name} error={errors[name]} />
      {changeMarker}
      <ol className="ps-0">
        {items.map((item) => (
          <BlockFields
            key={`${source} ${item.key}`}
            item={item}
            number={1 + visibleItems.indexOf(item)}
            count={visibleItems.length}
            errors={errors}
            onMove={(offset) => setItems((current) => moveItem(current, item, offset))}
            onSetRemoved={(isRemoved) => setRemoved(item, isRemoved)}
          />
        ))}
      </ol>
      {!isStoredVersion && (
        <>
          <p className="flex flex-wrap gap-3 border-t border-line py-4">
            {ADDABLE_TYPES.map((type) => (
              <ActionButton
                key={type}
                value={`add-${type}`}
                action={() => add([{ type, picture: null }])}
              >
                {texts.add[type]}
              </ActionButton>
            ))}
          </p>
          <PicturePicker
            name={name}
            label={pictureTexts.add}
            isMany
            hasError={Boolean(errors[name])}
            upload={upload}
          />
        </>
      )}
    </FieldGroup>
  );
}

const getItemName = ({ key, isRemoved }: Item) => (isRemoved ? `-${key}` : key);

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
  errors: DraftedFieldProps['errors'];
  onMove: (offset: number) => void;
  onSetRemoved: (isRemoved: boolean) => void;
}

function BlockFields(props: BlockFieldsProps) {
  const { item, number, count, onMove, onSetRemoved } = props;
  const { blocks: texts, restore, savedNote } = useSiteTexts();
  const { type } = item.block;
  const isStoredVersion = use(StoredVersionContext);
  const getName = useControlName();
  const typeText = texts.types[type];
  const heading = item.isRemoved ? typeText : interpolate(texts.one, { number, type: typeText });

  return (
    <li
      id={item.isRemoved ? undefined : getName(`block-${number}`)}
      className="group scroll-mt-20 border-t border-line py-5"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pb-3">
        <h2 className="min-w-0 flex-1 font-medium">{heading}</h2>
        {item.isRemoved ? (
          <p className="flex flex-wrap items-center gap-3" role="status">
            {texts.removed}
            <ActionButton value="" action={() => onSetRemoved(false)}>
              {restore}
            </ActionButton>
          </p>
        ) : (
          !isStoredVersion && (
            <p className="flex flex-wrap gap-2">
              <ActionButton
                value={`earlier-block-${number}`}
                action={() => onMove(-1)}
                label={interpolate(texts.moveUp, { number })}
                disabled={number === 1}
              >
                ↑
              </ActionButton>
              <ActionButton
                value={`later-block-${number}`}
                action={() => onMove(1)}
                label={interpolate(texts.moveDown, { number })}
                disabled={number === count}
              >
                ↓
              </ActionButton>
              <ActionButton
                value={`remove-block-${number}`}
                action={() => onSetRemoved(true)}
                label={interpolate(texts.remove, { number })}
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

function BlockParts({ item: { block }, number, errors }: BlockFieldsProps) {
  const { type, picture } = block;
  const texts = useSiteTexts();
  const getName = useControlName();
  const prefix = `block_${number}`;
  const { titles, hints, types } = texts.blocks;

  const control = (name: string, label: string, lang: 'en' | 'el', value: string) => ({
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
                {...control(`${prefix}_alt_${lang}`, texts.picture.alt, lang, picture.alt[lang])}
                limit={TEXT_LIMITS.pictureAlt}
              />
            )}
            {type === 'quote' && (
              <TextArea
                {...control(`${prefix}_text_${lang}`, types.quote, lang, block.text[lang])}
                limit={TEXT_LIMITS.quote}
                rows={3}
              />
            )}
            {type !== 'text' && (
              <TextField
                {...control(`${prefix}_title_${lang}`, titles[type], lang, block.title[lang])}
                limit={TEXT_LIMITS.blockTitle}
                hint={type === 'quote' || type === 'picture' ? texts.hints.name : ''}
              />
            )}
            {isMarkdown(type) && (
              <MarkdownField
                {...control(`${prefix}_text_${lang}`, types[type], lang, block.text[lang])}
                note={hints[type]}
                type={type}
                view={texts.blocks.view}
              />
            )}
          </div>
        ))}
      </div>
    </>
  );
}

const isMarkdown = (type: BlockType): type is 'text' | 'steps' | 'questions' =>
  type === 'text' || type === 'steps' || type === 'questions';

function BlockPicture({ prefix, picture }: { prefix: string; picture: ShownPicture }) {
  const { name, credit, focus } = picture;
  const hidden = { picture: name, credit, focal_x: focus[0], focal_y: focus[1] };
  return (
    <>
      {Object.entries(hidden).map(([part, value]) => (
        <input key={part} type="hidden" name={`${prefix}_${part}`} value={value} />
      ))}
      <img className="h-40 self-start" src={getThumbnailUrl(name)} alt="" loading="lazy" />
    </>
  );
}

interface MarkdownFieldProps {
  name: string;
  label: string;
  lang: 'en' | 'el';
  defaultValue: string;
  error: FieldError | undefined;
  note: string;
  type: 'text' | 'steps' | 'questions';
  view: string;
}

function MarkdownField({ view, type, ...control }: MarkdownFieldProps) {
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
          <LiveView type={type} text={text} lang={control.lang} label={view} />
        </Suspense>
      )}
    </>
  );
}
