// Everything about the types of fields: how each is read from a form, checked and filled in.
import {
  parseClosedDays,
  parseLinks,
  parseMapPoint,
  parseOpeningHours,
} from '#app/content/company.server.ts';
import { isIsoDay } from '#app/content/formats.ts';
import {
  MAX_BLOCKS,
  type Block,
  type BlockType,
  type Field,
  type FieldKind,
  type FieldValue,
  type FieldValues,
  type ShownPicture,
} from '#app/content/kinds.server.ts';
import { buildPerLanguage, LANGUAGES, type Bilingual } from '#app/content/language.ts';
import { SLUG } from '#app/content/slugs.server.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { cleanStaffLine, cleanStaffText, hasEmailSyntax } from '#app/domain/plain-text.ts';
import { removeInvisibleCharacters } from '#app/unicode.ts';
import {
  addPictures,
  createPicture,
  parseNumberedBlocks,
  parseNumberedPictures,
  type FormFields,
} from './numbered-fields.ts';

type EntryError =
  | 'missing'
  | 'tooLong'
  | 'unknown'
  | 'year'
  | 'day'
  | 'future'
  | 'address'
  | 'letters'
  | 'measures'
  | 'duplicate'
  | 'offlineCategory'
  | 'otherCategory'
  | 'email'
  | 'phone'
  | 'digits'
  | 'number'
  | 'mapPoint'
  | 'hours'
  | 'days'
  | 'links';

export type EntryErrors = Partial<Record<string, EntryError>>;

export interface EntryText {
  name: string;
  text: string;
  maxLength: number;
  isRequired: boolean;
}

/** Parses, checks and fills fields of one type. The component in entry-fields.tsx renders them. */
interface FieldType<Value extends FieldValue> {
  empty: Value;
  read: (form: FormData, name: string, max: number) => Value;
  listTexts: (value: Value, field: Field) => EntryText[];
  /** Returns the values of the form's controls when they differ from `listTexts`. */
  getFormValues?: (value: Value, name: string) => Record<string, string>;
  /** Returns the errors that prevent publishing, except missing texts. */
  check?: (value: Value, field: Field) => EntryError | EntryErrors | false;
  /** Applies a button of the form, for browsers without JavaScript. */
  applyButton?: (value: Value, button: string) => Value;
  addPictures?: (value: Value, names: readonly string[], max: number) => Value;
  /** Returns the names of media in the value. */
  listMedia?: (value: Value) => NamedMedia[];
  /** Removes media that are not stored. */
  dropUnstoredMedia?: (value: Value, isStored: IsStored) => Value;
}

type MediaType = 'picture' | 'pdf' | 'svg';
export type IsStored = (name: string, type: MediaType) => boolean;

/** `path` is the path of the name within a value or content. */
export interface NamedMedia {
  name: string;
  path: string;
  type: MediaType;
}

const EMPTY_TEXT = buildPerLanguage(() => '');

/** Returns a control's value as one clean line; '' without the control. */
export const readLine = (form: FormData, name: string): string =>
  cleanStaffLine(String(form.get(name) ?? ''));

const readText = (form: FormData, name: string): string =>
  cleanStaffText(String(form.get(name) ?? ''));

/** Reads a line for a pattern: invisible characters in it would be an error that nobody sees (CF-6). */
const readVisibleLine = (form: FormData, name: string): string =>
  removeInvisibleCharacters(readLine(form, name));

/** Returns one text for each language, named `title_en`, `title_el`. */
const listBilingualTexts = (
  text: Bilingual<string>,
  name: string,
  maxLength: number,
  isRequired: boolean,
): EntryText[] =>
  LANGUAGES.map((language) => {
    return { name: `${name}_${language}`, text: text[language], maxLength, isRequired };
  });

/** Moves item 2 of the list for the button `earlier-2`, `later-2` or `first-2`, removes it for `remove-2`. */
function applyListButton<Item>(items: Item[], button: string, itemPrefix = ''): Item[] {
  const pattern = new RegExp(`^(earlier|later|first|remove)-${itemPrefix}(\\d{1,2})$`);
  const [, action, number] = pattern.exec(button) ?? [];
  const index = Number(number) - 1;
  const item = items[index];
  if (item === undefined) return items;

  const otherItems = items.filter((other) => other !== item);
  switch (action) {
    case 'remove':
      return otherItems;
    case 'first':
      return [item, ...otherItems];
    case 'earlier':
      return otherItems.toSpliced(Math.max(0, index - 1), 0, item);
    // The pattern has no other word than "later".
    default:
      return otherItems.toSpliced(index + 1, 0, item);
  }
}

const bilingualLine: FieldType<Bilingual<string>> = {
  empty: EMPTY_TEXT,
  read: (form, name) => buildPerLanguage((language) => readLine(form, `${name}_${language}`)),
  listTexts: (text, { name, max, isRequired }) => listBilingualTexts(text, name, max, isRequired),
};

const bilingualText: FieldType<Bilingual<string>> = {
  ...bilingualLine,
  read: (form, name) => buildPerLanguage((language) => readText(form, `${name}_${language}`)),
};

const bilingualName: FieldType<Bilingual<string>> = {
  empty: EMPTY_TEXT,
  read: (form, field) => {
    const en = readLine(form, field);
    return { en, el: readLine(form, `${field}_el`) || en };
  },
  listTexts: ({ en, el }, { name: field, max: maxLength, isRequired }) => [
    { name: field, text: en, maxLength, isRequired },
    { name: `${field}_el`, text: el, maxLength, isRequired: false },
  ],
  // The Greek control stays empty where the name is the same.
  getFormValues: ({ en, el }, field) => ({ [field]: en, [`${field}_el`]: el === en ? '' : el }),
};

const plainLine: FieldType<string> = {
  empty: '',
  read: readLine,
  listTexts: (text, { name, max: maxLength, isRequired }) => [
    { name, text, maxLength, isRequired },
  ],
};

const createCheckedLine = (
  error: EntryError,
  isValid: (text: string, field: Field) => unknown,
): FieldType<string> => ({
  ...plainLine,
  read: readVisibleLine,
  check: (text, field) => text !== '' && !isValid(text, field) && error,
});

const email = createCheckedLine('email', hasEmailSyntax);
const phone = createCheckedLine('phone', (text) => /^\+?\d[\d ]{5,}$/.test(text));
/** Exactly `max` digits. */
const digits = createCheckedLine(
  'digits',
  (text, { max }) => /^\d+$/.test(text) && text.length === max,
);
const number = createCheckedLine('number', (text) => /^[1-9]\d*$/.test(text));
const mapPoint = createCheckedLine('mapPoint', parseMapPoint);
const day = createCheckedLine('day', isIsoDay);
/** The dash between two years may be any, and is stored as a hyphen. */
const year: FieldType<string> = {
  ...createCheckedLine('year', isYear),
  read: (form, name) => readVisibleLine(form, name).replace(/(?<=\d)\s*\p{Pd}\s*(?=\d)/u, '-'),
};

const choice: FieldType<string> = {
  ...plainLine,
  check: (option, { isRequired, options = [] }) =>
    isRequired && !options.includes(option) && 'missing',
};

const plainText: FieldType<string> = { ...plainLine, read: readText };

const days: FieldType<string> = {
  ...plainText,
  check: (text) => !parseClosedDays(text) && 'days',
};

const links: FieldType<string> = {
  ...plainText,
  read: (form, name) => removeInvisibleCharacters(readText(form, name)),
  check: (text) => !parseLinks(text) && 'links',
};

const MAX_RANGE_YEARS = 100;

function isYear(text: string): boolean {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(text) ?? [];
  if (first === undefined || first > last!) return false;
  return Number(last) - Number(first) < MAX_RANGE_YEARS;
}

/** Entries of another kind, by their slugs: one ticked box each, all with the name of the field. */
const slugs: FieldType<string[]> = {
  empty: [],
  read: (form, name, max) => {
    const postedSlugs = form.getAll(name).map(String);
    return [...new Set(postedSlugs)].filter((slug) => SLUG.test(slug)).slice(0, max);
  },
  listTexts: () => [],
  // A slug has no spaces.
  getFormValues: (slugList, name) => ({ [name]: slugList.join(' ') }),
};

const tick: FieldType<boolean> = {
  empty: false,
  read: (form, name) => form.has(name),
  listTexts: () => [],
  getFormValues: (isTicked, name) => ({ [name]: isTicked ? '1' : '' }),
};

/** A stored file, which a ticked box keeps. Uploads are handled apart from the fields of the form. */
const createStoredFile = (type: MediaType): FieldType<string | null> => ({
  empty: null,
  read: (form, name) => readLine(form, `kept_${name}`) || null,
  listTexts: () => [],
  getFormValues: (storedName, name) => (storedName ? { [`kept_${name}`]: storedName } : {}),
  check: (storedName, { isRequired }) => isRequired && storedName === null && 'missing',
  listMedia: (storedName) => (storedName ? [{ name: storedName, path: '', type }] : []),
  dropUnstoredMedia: (storedName, isStored) =>
    storedName && isStored(storedName, type) ? storedName : null,
});

const WEEKDAYS = Array.from({ length: 7 }, (_, index) => index);

/** Opening hours of each weekday; the control `hours_1` is Monday. */
const hours: FieldType<string[]> = {
  empty: WEEKDAYS.map(() => ''),
  read: (form, name) =>
    WEEKDAYS.map((index) => {
      const text = readVisibleLine(form, `${name}_${index + 1}`);
      const spans = parseOpeningHours(text);
      return spans ? spans.map(({ from, to }) => `${from}-${to}`).join(', ') : text;
    }),
  listTexts: (weekdays, { name, max: maxLength }) =>
    weekdays.map((text, index) => {
      return { name: `${name}_${index + 1}`, text, maxLength, isRequired: false };
    }),
  check: (weekdays) => weekdays.some((text) => !parseOpeningHours(text)) && 'hours',
};

const pictures: FieldType<ShownPicture[]> = {
  empty: [],
  read: (form, _, max) => parseNumberedPictures(createFormReader(form), max),
  // A picture without a description is described by its entry (PB-5).
  listTexts: (pictureList) =>
    pictureList.flatMap(({ alt, credit }, index) => [
      ...listBilingualTexts(alt, `alt_${index + 1}`, TEXT_LIMITS.pictureAlt, false),
      {
        name: `credit_${index + 1}`,
        text: credit,
        maxLength: TEXT_LIMITS.pictureCredit,
        isRequired: false,
      },
    ]),
  check: (pictureList, { isRequired }) => isRequired && pictureList.length === 0 && 'missing',
  applyButton: (pictureList, button) => applyListButton(pictureList, button),
  addPictures,
  listMedia: (pictureList) =>
    pictureList.map(({ name }, index) => ({ name, path: `.${index}.name`, type: 'picture' })),
  dropUnstoredMedia: (pictureList, isStored) =>
    pictureList.filter(({ name }) => isStored(name, 'picture')),
};

const createFormReader = (form: FormData): FormFields => ({
  has: (name: string) => form.has(name),
  line: (name: string) => readLine(form, name),
  text: (name: string) => readText(form, name),
});

interface BlockTexts {
  maxTextLength?: number;
  maxTitleLength?: number;
  needsTitle?: true;
}

const ITEM_TEXTS: BlockTexts = {
  maxTextLength: TEXT_LIMITS.blockText,
  maxTitleLength: TEXT_LIMITS.blockTitle,
  needsTitle: true,
};

const BLOCK_TEXTS: Readonly<Record<BlockType, BlockTexts>> = {
  text: { maxTextLength: TEXT_LIMITS.blockText },
  quote: { maxTextLength: TEXT_LIMITS.quote, maxTitleLength: TEXT_LIMITS.blockTitle },
  picture: { maxTitleLength: TEXT_LIMITS.blockTitle },
  steps: ITEM_TEXTS,
  questions: ITEM_TEXTS,
};

const BLOCK_TYPES = Object.keys(BLOCK_TEXTS) as BlockType[];

const EMPTY_BLOCK: Block = { type: 'text', text: EMPTY_TEXT, title: EMPTY_TEXT, picture: null };

/** The blocks of a page. Their controls are numbered: block_1_type, block_1_text_en and so on. */
const blocks: FieldType<Block[]> = {
  empty: [],
  read: (form) => parseNumberedBlocks(createFormReader(form), MAX_BLOCKS).map(normaliseBlock),
  listTexts: (blockList) => blockList.flatMap(listBlockTexts),
  check: (blockList, { isRequired }) => isRequired && blockList.length === 0 && 'missing',
  applyButton(blockList, button) {
    const type = BLOCK_TYPES.find((each) => button === `add-${each}`);
    if (!type || type === 'picture') return applyListButton(blockList, button, 'block-');
    return [...blockList, { ...EMPTY_BLOCK, type }].slice(0, MAX_BLOCKS);
  },
  addPictures(blockList, names, max) {
    const added = names.map((name): Block => {
      return { ...EMPTY_BLOCK, type: 'picture', picture: createPicture(name) };
    });
    return [...blockList, ...added].slice(0, max);
  },
  listMedia: (blockList) =>
    blockList.flatMap(({ picture }, index): NamedMedia[] =>
      picture ? [{ name: picture.name, path: `.${index}.picture.name`, type: 'picture' }] : [],
    ),
  dropUnstoredMedia: (blockList, isStored) =>
    blockList.filter(({ picture }) => picture === null || isStored(picture.name, 'picture')),
};

function normaliseBlock({ type: postedType, text, title, picture }: Block): Block {
  const type = BLOCK_TYPES.find((each) => each === postedType) ?? 'text';
  const { maxTextLength, maxTitleLength } = BLOCK_TEXTS[type];
  // A value without a visible control cannot show an error, so it is dropped or shortened.
  const credit = picture?.credit.slice(0, TEXT_LIMITS.pictureCredit) ?? '';
  return {
    type,
    text: maxTextLength ? text : EMPTY_TEXT,
    title: maxTitleLength ? title : EMPTY_TEXT,
    picture: type === 'picture' && picture ? { ...picture, credit } : null,
  };
}

function listBlockTexts({ type, text, title, picture }: Block, index: number): EntryText[] {
  const { maxTextLength, maxTitleLength, needsTitle = false } = BLOCK_TEXTS[type];
  const prefix = `block_${index + 1}`;
  const texts: EntryText[] = [];
  const add = (...args: Parameters<typeof listBilingualTexts>) =>
    texts.push(...listBilingualTexts(...args));

  if (picture) add(picture.alt, `${prefix}_alt`, TEXT_LIMITS.pictureAlt, false);
  if (maxTitleLength) add(title, `${prefix}_title`, maxTitleLength, needsTitle);
  if (maxTextLength) add(text, `${prefix}_text`, maxTextLength, true);
  return texts;
}

const fieldTypes: { readonly [Kind in FieldKind]: FieldType<FieldValues[Kind]> } = {
  line: bilingualLine,
  text: bilingualText,
  name: bilingualName,
  year,
  day,
  category: plainLine,
  pictures,
  drawing: createStoredFile('picture'),
  blocks,
  choice,
  file: createStoredFile('pdf'),
  mark: createStoredFile('svg'),
  word: plainLine,
  email,
  phone,
  digits,
  number,
  mapPoint,
  hours,
  days,
  links,
  tick,
  slugs,
};

export function getFieldType<Kind extends FieldKind>({
  type,
}: Field & { type: Kind }): FieldType<FieldValues[Kind]> {
  return fieldTypes[type];
}
