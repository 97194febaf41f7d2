import { z } from 'zod';
import { MAX_SLUG_LENGTH, toSlug } from './slugs.server.ts';
import { type Bilingual, forEachLanguage } from './language.ts';

/** What a field of each type holds. */
export interface FieldValues {
  line: Bilingual<string>;
  text: Bilingual<string>;
  name: Bilingual<string>;
  year: string;
  day: string;
  category: string;
  pictures: ShownPicture[];
  drawing: string | null;
  blocks: Block[];
  choice: string;
  file: string | null;
  mark: string | null;
  word: string;
  email: string;
  phone: string;
  digits: string;
  number: string;
  place: string;
  hours: string[];
  days: string;
  links: string;
  tick: boolean;
}

export type FieldKind = keyof FieldValues;
export type FieldValue = FieldValues[FieldKind];

export interface FieldFacts {
  /**
   * `line` and `text` (paragraphs with an empty line between) are written in each language; a `name` is
   * one for all, which one language may have in its own letters; what follows `blocks` is the same in all.
   * A `file` is a PDF, a `mark` an SVG.
   */
  as: FieldKind;
  max: number;
  needed: boolean;
  options?: readonly string[];
}

declare module 'zod' {
  interface GlobalMeta extends Partial<FieldFacts> {}
}

const each = (max: number) => z.strictObject(forEachLanguage(() => z.string().max(max)));

const field = <Schema extends z.ZodType>(
  as: FieldFacts['as'],
  schema: Schema,
  { max = 0, needed = true, ...more }: Partial<FieldFacts> = {},
) => schema.meta({ as, max, needed, ...more });

const line = (max: number) => field('line', each(max), { max });
const text = (max: number) => field('text', each(max), { max });
const name = (max: number) => field('name', each(max), { max, needed: false });

// A line that is the same in each language; `digits` are as many as `max` says.
const one = (
  as: FieldFacts['as'],
  max: number,
  needed = true,
  more: Pick<FieldFacts, 'options'> = {},
) => field(as, z.string().max(max), { max, needed, ...more });

// Longer than a year or day is: a draft keeps "2 March 2026", and publishing it names the error.
const MAX_TYPED_DATE_LENGTH = 40;

const year = () => one('year', MAX_TYPED_DATE_LENGTH);
const day = (needed = true) => one('day', MAX_TYPED_DATE_LENGTH, needed);

const percent = z.int().min(0).max(100);

// The name of a file: of the sample, or the SHA-256 of one that came (PB-5).
const pictureFile = z.string().regex(/^[\w-]{1,80}$/);

/** Whether it came through the desk. */
export const isUpload = (name: string) => /^[0-9a-f]{64}$/.test(name);

/** In characters, as the limits of blocks below. */
export const PICTURE_MAX = { alt: 300, credit: 100 };

const shownPicture = z.strictObject({
  name: pictureFile,
  alt: each(PICTURE_MAX.alt),
  credit: z.string().max(PICTURE_MAX.credit),
  focus: z.tuple([percent, percent]),
});

export type ShownPicture = z.output<typeof shownPicture>;

const pictures = (max: number) => field('pictures', z.array(shownPicture).max(max), { max });

export const BLOCK_MAX = { text: 10_000, title: 200 };

// Each has what its type shows, and the others empty (ledger P-7, P-9, VP-3).
const block = z.strictObject({
  type: z.enum(['text', 'quote', 'picture', 'steps', 'questions']),
  /** Markdown, but of a quote; in steps and questions a heading of the third level begins each. */
  text: each(BLOCK_MAX.text),
  /** Who said the quote, the caption of the picture, the heading of steps and questions. */
  title: each(BLOCK_MAX.title),
  picture: shownPicture.nullable(),
});

export type Block = z.output<typeof block>;
export type BlockType = Block['type'];

export const MOST_BLOCKS = 40;

const blocks = (facts: Partial<FieldFacts> = {}) =>
  field('blocks', z.array(block).max(MOST_BLOCKS), { max: MOST_BLOCKS, ...facts });
const documentLists = {
  'balance-sheets': { file: 'balance-sheet', one: { en: 'Balance sheet', el: 'Ισολογισμός' } },
  statements: {
    file: 'financial-statements',
    one: { en: 'Financial statements', el: 'Καταστάσεις αποτελεσμάτων' },
  },
} as const;

export type DocumentList = keyof typeof documentLists;

export const kinds = {
  projects: z.strictObject({
    title: line(120),
    category: one('category', MAX_SLUG_LENGTH),
    year: year(),
    description: text(6000),
    type: line(120),
    location: line(120),
    construction: name(120),
    architecture: name(120),
    photographer: name(120),
    client: name(120),
    architect: name(120),
    pictures: pictures(24),
    drawing: field('drawing', pictureFile.nullable(), { needed: false }),
  }),
  categories: z.strictObject({ title: line(60) }),
  insights: z.strictObject({
    title: line(120),
    subtitle: line(300),
    createdAt: day(),
    pictures: pictures(1),
    blocks: blocks(),
  }),
  media: z.strictObject({
    title: line(120),
    category: line(60),
    excerpt: text(600),
    publishedDate: day(),
    pictures: pictures(1),
    blocks: blocks({ needed: false }),
  }),
  pages: z.strictObject({ title: line(120), subtitle: line(300), blocks: blocks() }),
  documents: z.strictObject({
    title: field('line', each(120), { max: 120, needed: false }),
    list: one('choice', 60, true, { options: Object.keys(documentLists) }),
    year: one('year', 4),
    file: field('file', pictureFile.nullable()),
  }),
  /** One without a file is still to come. */
  certificates: z.strictObject({
    title: line(120),
    says: line(200),
    until: day(false),
    file: field('file', pictureFile.nullable(), { needed: false }),
  }),
  company: z.strictObject({
    title: field('name', each(60), { max: 60 }),
    brand: one('word', 16),
    tagline: line(200),
    intro: line(300),
    email: one('email', 120),
    phone: one('phone', 30),
    factoryStreet: line(120),
    factoryTown: line(80),
    factoryCode: one('word', 12),
    factoryPlace: one('place', 40),
    officesStreet: field('line', each(120), { max: 120, needed: false }),
    officesTown: field('line', each(80), { max: 80, needed: false }),
    officesCode: one('word', 12, false),
    officesPlace: one('place', 40, false),
    region: line(60),
    ofRegion: line(60),
    place: line(60),
    where: line(80),
    /** From Monday: "09:00-17:00", or several of them; empty for a day on which nobody is there. */
    hours: field('hours', z.array(z.string().max(40)).length(7), { max: 40, needed: false }),
    closedDays: one('days', 2000, false),
    social: one('links', 1000, false),
    legalName: line(120),
    legalForm: line(80),
    legalSeat: line(80),
    gemi: one('digits', 12),
    vat: one('digits', 9),
    area: one('number', 6),
    experience: one('number', 3),
    /** As long as the company and what it shows are invented (VP-4). */
    sample: field('tick', z.boolean(), { needed: false }),
  }),
  clients: z.strictObject({
    title: field('name', each(60), { max: 60 }),
    mark: field('mark', pictureFile.nullable(), { needed: false }),
  }),
} as const;

export type KindName = keyof typeof kinds;
export type ContentOf<Kind extends KindName> = z.output<(typeof kinds)[Kind]>;

interface KindFacts {
  path: (slug: string) => string;
  /** Links are made of its address: it stays, whatever the entry is called later. */
  keepsAddress?: true;
  /** The field whose day orders them: nobody moves them. */
  byDay?: string;
  /** Another kind that answers at their addresses too: no two of both have one (ledger R-5). */
  besides?: KindName;
  /** Where the address is made of other fields than the title, and the one that is told of a twin. */
  address?: { of: (content: EntryContent) => string; field: string };
  /** What it is called where its title is left empty. */
  title?: (content: EntryContent) => Bilingual<string>;
  /** There is one, always public: it is only changed. */
  isOne?: true;
}

export const kindFacts: Readonly<Record<KindName, KindFacts>> = {
  projects: { path: (slug) => `/projects/${slug}` },
  categories: { path: (slug) => `/projects?category=${slug}`, keepsAddress: true },
  insights: { path: (slug) => `/insights/${slug}`, byDay: 'createdAt', besides: 'pages' },
  media: { path: (slug) => `/media/${slug}`, byDay: 'publishedDate' },
  pages: { path: (slug) => `/page/${slug}`, keepsAddress: true, besides: 'insights' },
  documents: {
    path: (slug) => `/financial-data${slug.startsWith('financial') ? '?tab=statements' : ''}`,
    address: {
      of: ({ list, year }) => `${documentLists[list as DocumentList]?.file ?? ''}-${String(year)}`,
      field: 'year',
    },
    title: ({ list, year }) =>
      forEachLanguage((language) => {
        const one = documentLists[list as DocumentList]?.one[language] ?? '';
        return `${one} ${String(year)}`.trim();
      }),
  },
  certificates: { path: () => '/about#certificates', keepsAddress: true },
  company: { path: () => '/contact', keepsAddress: true, isOne: true },
  clients: { path: () => '/#clients', keepsAddress: true },
};

export const listKindsWithPath = (kind: KindName): KindName[] => [
  kind,
  ...[kindFacts[kind].besides ?? []].flat(),
];
export function getEntryTitle(kind: KindName, content: EntryContent): Bilingual<string> {
  const made = kindFacts[kind].title?.(content);
  return forEachLanguage((language) => content.title[language] || (made?.[language] ?? ''));
}

/** What its address is made of while it has none. Empty where there is nothing to make it of. */
export const addressOf = (kind: KindName, content: EntryContent) =>
  kindFacts[kind].address?.of(content) ?? toSlug(content.title.en);

export const KINDS = Object.keys(kinds) as KindName[];

export type EntryContent = { title: Bilingual<string> } & Record<string, FieldValue>;

/** Whether it is one of ours is asked again each time it is read: throws a ZodError. */
export const parseContent = (kind: KindName, stored: string): EntryContent =>
  kinds[kind].parse(JSON.parse(stored)) as EntryContent;

/** What the public sees that is written at the desk: a value, never changed but for a new one. */
export type SiteContent = {
  readonly [Kind in KindName]: readonly Published<ContentOf<Kind>>[];
} & { pictures: ReadonlyMap<string, PictureMeasures> };

export interface Published<Content> {
  slug: string;
  formerSlugs: readonly string[];
  dateModified: string;
  /** A day and a name that stay, whatever else changes: what readers of the feed know it by. */
  uid?: string | null;
  content: Content;
}

interface PictureMeasures {
  width: number;
  height: number;
  widths: readonly number[];
  tone: number;
}

export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name);

export interface Field extends FieldFacts {
  name: string;
}

export function listFields(kind: KindName): Field[] {
  return Object.entries(kinds[kind].shape).map(([name, schema]) => {
    return { name, ...(schema.meta() as unknown as FieldFacts) };
  });
}
