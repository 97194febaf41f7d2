import { itemsOf } from '#app/content/articles/rich-text.server.ts';
import { closedDaysOf, linksOf, pointOf, spansOf } from '#app/content/company.server.ts';
import { isDay } from '#app/content/formats.ts';
import {
  type Block,
  type BlockType,
  type Field,
  type FieldFacts,
  type ShownPicture,
  BLOCK_MAX,
  MOST_BLOCKS,
  PICTURE_MAX,
} from '#app/content/kinds.server.ts';
import { type Bilingual, LANGUAGES, inEachLanguage } from '#app/content/language.ts';
import { blocksOf, picturesOf } from '#app/domain/site/numbered-fields.ts';
import { isEmailAddress, letterLine, letterText } from '#app/domain/plain-text.ts';

type EntryFault =
  | 'missing'
  | 'long'
  | 'year'
  | 'day'
  | 'address'
  | 'letters'
  | 'measures'
  | 'items'
  | 'twin'
  | 'email'
  | 'phone'
  | 'digits'
  | 'number'
  | 'place'
  | 'hours'
  | 'days'
  | 'links';

/** By the names that the fields have in the form. */
export type EntryFaults = Partial<Record<string, EntryFault>>;

/** A text of an entry: its name in the form, what it says, its bound, and whether it is needed. */
export type EntryText = [name: string, text: string, max: number, needed: boolean];

/** All that the desk has to know of a way to write something; how it looks is a component. */
interface FieldType<Value> {
  empty: Value;
  read: (form: FormData, name: string, max: number) => Value;
  texts: (value: Value, field: Field) => EntryText[];
  /** What the form is filled with where it is not its texts. */
  values?: (value: Value, name: string) => Record<string, string>;
  /** What stands between it and the public, but for texts that are missing. */
  fault?: (value: Value, needed: boolean, field: Field) => EntryFault | EntryFaults | false;
  /** What a button of the form does to it where there is no script. */
  press?: (value: Value, button: string) => Value;
  /** What becomes of pictures that came for it. */
  take?: (value: Value, pictures: readonly string[], max: number) => Value;
  /** What is left of it where pictures are not there any more; asks for each by its place in it. */
  keep?: (value: Value, isThere: (picture: string, place: string) => boolean) => Value;
}

export const lineOf = (form: FormData, name: string) => letterLine(String(form.get(name) ?? ''));

const blank = inEachLanguage(() => '');

const unseen = (name: string): ShownPicture => {
  return { name, alt: blank, credit: '', focus: [50, 50] };
};

const inBoth = (text: Bilingual<string>, { name, max, needed }: Field) =>
  LANGUAGES.map((language): EntryText => [`${name}_${language}`, text[language], max, needed]);

const plain: FieldType<string> = {
  empty: '',
  read: lineOf,
  texts: (text, { name, max, needed }) => [[name, text, max, needed]],
};

const line: FieldType<Bilingual<string>> = {
  empty: blank,
  read: (form, name) => inEachLanguage((language) => lineOf(form, `${name}_${language}`)),
  texts: inBoth,
};

const text: FieldType<Bilingual<string>> = {
  empty: blank,
  read: (form, name) =>
    inEachLanguage((language) => letterText(String(form.get(`${name}_${language}`) ?? ''))),
  texts: inBoth,
};

const name: FieldType<Bilingual<string>> = {
  empty: blank,
  read: (form, own) => {
    const en = lineOf(form, own);
    return { en, el: lineOf(form, `${own}_el`) || en };
  },
  texts: ({ en, el }, { name: own, max, needed }) => [
    [own, en, max, needed],
    [`${own}_el`, el, max, false],
  ],
  // What one language has in its own letters is said only where it differs.
  values: ({ en, el }, own) => ({ [own]: en, [`${own}_el`]: el === en ? '' : el }),
};

const pictures: FieldType<ShownPicture[]> = {
  empty: [],
  read: (form, _, max) => picturesOf(posted(form), max),
  texts: (shown, { needed }) =>
    shown.flatMap(({ alt, credit }, index) => [
      ...inBoth(alt, { as: 'line', name: `alt_${index + 1}`, max: PICTURE_MAX.alt, needed }),
      [`credit_${index + 1}`, credit, PICTURE_MAX.credit, false] satisfies EntryText,
    ]),
  fault: (shown, needed) => needed && shown.length === 0 && 'missing',
  press: (shown, button) => moved(shown, /^(earlier|later|remove)-(\d{1,2})$/.exec(button)),
  take(shown, pictures, max) {
    const all = [
      ...shown,
      ...pictures.filter((one) => !shown.some(({ name }) => name === one)).map(unseen),
    ];
    // One takes the place of the one before it.
    return max === 1 ? all.slice(-1) : all.slice(0, max);
  },
  keep: (shown, isThere) => shown.filter(({ name }, at) => isThere(name, `.${at}.name`)),
};

const file: FieldType<string | null> = {
  empty: null,
  read: (form, name) => lineOf(form, `kept_${name}`) || null,
  texts: () => [],
  values: (kept, name) => Object.fromEntries(kept ? [[`kept_${name}`, kept]] : []),
  fault: (kept, needed) => needed && kept === null && 'missing',
};

// Of the sample's pictures none is one.
const drawing: FieldType<string | null> = {
  ...file,
  keep: (kept, isThere) => kept && (isThere(HASH.test(kept) ? kept : '', '') ? kept : null),
};

const HASH = /^[0-9a-f]{64}$/;

const YEAR = /^(\d{4})(?:-(\d{4}))?$/;

function isYear(written: string): boolean {
  const [, first, last = first] = YEAR.exec(written) ?? [];
  return first !== undefined && first <= last! && Number(last) - Number(first) < 100;
}

const year: FieldType<string> = {
  ...plain,
  fault: (written) => written !== '' && !isYear(written) && 'year',
};

const choice: FieldType<string> = {
  ...plain,
  fault: (chosen, needed, { options = [] }) => needed && !options.includes(chosen) && 'missing',
};

const day: FieldType<string> = {
  ...plain,
  fault: (written) => written !== '' && !isDay(written) && 'day',
};

const blockTexts: Readonly<Record<BlockType, { text?: number; title?: number; titled?: true }>> = {
  text: { text: BLOCK_MAX.text },
  quote: { ...BLOCK_MAX, text: 600 },
  picture: { title: BLOCK_MAX.title },
  steps: { ...BLOCK_MAX, titled: true },
  questions: { ...BLOCK_MAX, titled: true },
};

const BLOCK_TYPES = Object.keys(blockTexts) as BlockType[];

// block_1_type, block_1_text_en and so on, as long as there are any.
const blocks: FieldType<Block[]> = {
  empty: [],
  read: readBlocks,
  texts: (all) =>
    all.flatMap(({ type, text, title, picture }, at) => {
      const { text: longest, title: ofTitle, titled = false } = blockTexts[type];
      const part = (name: string, value: Bilingual<string>, max: number, needed: boolean) =>
        inBoth(value, { as: 'line', name: `block_${at + 1}_${name}`, max, needed });
      return [
        ...(picture ? part('alt', picture.alt, PICTURE_MAX.alt, true) : []),
        ...(ofTitle ? part('title', title, ofTitle, titled) : []),
        ...(longest ? part('text', text, longest, true) : []),
      ];
    }),
  fault(all, needed) {
    if (needed && all.length === 0) return 'missing';
    const unlisted = all.flatMap(({ type, text }, at) =>
      LANGUAGES.filter((language) => {
        const isList = type === 'steps' || type === 'questions';
        return isList && text[language] !== '' && itemsOf(text[language]).length === 0;
      }).map((language) => [`block_${at + 1}_text_${language}`, 'items'] as const),
    );
    return Object.fromEntries(unlisted);
  },
  press(all, button) {
    const type = BLOCK_TYPES.find((each) => button === `add-${each}`);
    return type && type !== 'picture'
      ? [...all, { ...noBlock, type }].slice(0, MOST_BLOCKS)
      : moved(all, /^(earlier|later|remove)-block-(\d{1,2})$/.exec(button));
  },
  take: (all, pictures, max) =>
    [
      ...all,
      ...pictures.map((name): Block => ({ ...noBlock, type: 'picture', picture: unseen(name) })),
    ].slice(0, max),
  keep: (all, isThere) =>
    all.filter(
      ({ picture }, at) => picture === null || isThere(picture.name, `.${at}.picture.name`),
    ),
};

const noBlock: Block = { type: 'text', text: blank, title: blank, picture: null };
const checked = (fault: EntryFault, isRight: (written: string, max: number) => unknown) => ({
  ...plain,
  fault: (written: string, _: boolean, { max }: Field) =>
    written !== '' && !isRight(written, max) && fault,
});

const lines: FieldType<string> = {
  ...plain,
  read: (form, own) => letterText(String(form.get(own) ?? '')),
};

const DAYS_OF_A_WEEK = 7;

// hours_1 is Monday.
const hours: FieldType<string[]> = {
  empty: Array.from({ length: DAYS_OF_A_WEEK }, () => ''),
  read: (form, own) =>
    Array.from({ length: DAYS_OF_A_WEEK }, (_, day) => {
      const written = lineOf(form, `${own}_${day + 1}`);
      const spans = spansOf(written);
      return spans ? spans.map(({ from, to }) => `${from}-${to}`).join(', ') : written;
    }),
  texts: (days, { name: own, max }) =>
    days.map((written, day) => [`${own}_${day + 1}`, written, max, false]),
  fault: (days) => days.some((written) => !spansOf(written)) && 'hours',
};

const tick: FieldType<boolean> = {
  empty: false,
  read: (form, own) => form.has(own),
  texts: () => [],
  values: (ticked, own) => ({ [own]: ticked ? '1' : '' }),
};

const fieldTypes: Readonly<Record<FieldFacts['as'], unknown>> = {
  line,
  text,
  name,
  year,
  day,
  category: plain,
  pictures,
  drawing,
  blocks,
  choice,
  file,
  mark: file,
  word: plain,
  email: checked('email', isEmailAddress),
  phone: checked('phone', (written) => /^\+?\d[\d ]{5,}$/.test(written)),
  digits: checked('digits', (written, max) => /^\d+$/.test(written) && written.length === max),
  number: checked('number', (written) => /^[1-9]\d*$/.test(written)),
  place: checked('place', pointOf),
  hours,
  days: {
    ...lines,
    fault: (written) => !closedDaysOf(written) && 'days',
  } satisfies FieldType<string>,
  links: { ...lines, fault: (written) => !linksOf(written) && 'links' } satisfies FieldType<string>,
  tick,
};

export const typeOf = ({ as }: FieldFacts) => fieldTypes[as] as FieldType<unknown>;

const posted = (form: FormData) => ({
  has: (name: string) => form.has(name),
  line: (name: string) => lineOf(form, name),
  text: (name: string) => letterText(String(form.get(name) ?? '')),
});

function readBlocks(form: FormData): Block[] {
  return blocksOf(posted(form), MOST_BLOCKS).map(({ type: posted, picture, text, title }) => {
    const type = BLOCK_TYPES.find((each) => each === posted) ?? 'text';
    const shows = blockTexts[type];
    // What a block has no visible field for cannot be refused there: it is left out, or cut.
    const credit = picture?.credit.slice(0, PICTURE_MAX.credit) ?? '';
    return {
      type,
      text: shows.text ? text : blank,
      title: shows.title ? title : blank,
      picture: type === 'picture' && picture ? { ...picture, credit } : null,
    };
  });
}

function moved<Item>(all: Item[], button: RegExpExecArray | null): Item[] {
  const [, what, number] = button ?? [];
  const at = Number(number) - 1;
  const item = all[at];
  if (item === undefined) return all;
  const others = all.filter((other) => other !== item);
  return what === 'remove'
    ? others
    : others.toSpliced(Math.max(0, what === 'earlier' ? at - 1 : at + 1), 0, item);
}
