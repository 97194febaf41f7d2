import { z } from 'zod';
import { buildPerLanguage, type Bilingual } from './language.ts';
import { MAX_SLUG_LENGTH, toSlug } from './slugs.server.ts';
import { TEXT_LIMITS } from './text-limits.ts';

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
  mapPoint: string;
  hours: string[];
  days: string;
  links: string;
  tick: boolean;
  slugs: string[];
}

export type FieldKind = keyof FieldValues;
export type FieldValue = FieldValues[FieldKind];

export interface FieldFacts {
  /**
   * `line` and `text` (paragraphs separated by an empty line) have a value in each language. A `name` is for
   * all languages, and Greek may have it in its own letters. `pictures` and `blocks` contain texts in each
   * language; the other types do not depend on the language. A `file` is a PDF, a `mark` an SVG.
   */
  type: FieldKind;
  max: number;
  isRequired: boolean;
  options?: readonly string[];
  /** The field holds slugs of entries of this kind. */
  namesKind?: 'categories' | 'works';
}

declare module 'zod' {
  interface GlobalMeta extends Partial<FieldFacts> {}
}

const bilingualString = (max: number) =>
  z.strictObject(buildPerLanguage(() => z.string().max(max)));

const defineField = <Schema extends z.ZodType>(
  type: FieldFacts['type'],
  schema: Schema,
  { max = 0, isRequired = true, ...facts }: Partial<FieldFacts> = {},
) => schema.meta({ type, max, isRequired, ...facts });

const OPTIONAL = { isRequired: false };

const line = (max: number, facts: Partial<FieldFacts> = {}) =>
  defineField('line', bilingualString(max), { max, ...facts });
const text = (max: number) => defineField('text', bilingualString(max), { max });
const name = (max: number, facts: Partial<FieldFacts> = {}) =>
  defineField('name', bilingualString(max), { max, ...facts });

// A line that does not depend on the language. `digits` need exactly `max` digits.
const plainField = (type: FieldFacts['type'], max: number, facts: Partial<FieldFacts> = {}) =>
  defineField(type, z.string().max(max), { max, ...facts });

// Longer than any valid year or day: a draft may hold "2 March 2026", which publishing refuses.
const MAX_TYPED_DATE_LENGTH = 40;

const year = () => plainField('year', MAX_TYPED_DATE_LENGTH);
const day = (facts?: Partial<FieldFacts>) => plainField('day', MAX_TYPED_DATE_LENGTH, facts);

const percent = z.int().min(0).max(100);

// The SHA-256 of an uploaded file (PB-5). Any other name matches no stored file.
const mediaName = z.string().regex(/^[\w-]{1,80}$/);

const shownPicture = z.strictObject({
  name: mediaName,
  alt: bilingualString(TEXT_LIMITS.pictureAlt),
  credit: z.string().max(TEXT_LIMITS.pictureCredit),
  focus: z.tuple([percent, percent]),
});

export type ShownPicture = z.output<typeof shownPicture>;

const pictures = (max: number, facts: Partial<FieldFacts> = {}) =>
  defineField('pictures', z.array(shownPicture).max(max), { max, ...facts });

// Fields that the type of a block does not show are empty (P-7, P-9, VP-3).
const block = z.strictObject({
  type: z.enum(['text', 'quote', 'picture', 'steps', 'questions']),
  /** Markdown, except for a quote. In steps and questions a level-3 heading starts each item. */
  text: bilingualString(TEXT_LIMITS.blockText),
  /** The author of a quote, the caption of a picture, or the heading of steps and questions. */
  title: bilingualString(TEXT_LIMITS.blockTitle),
  picture: shownPicture.nullable(),
});

export type Block = z.output<typeof block>;
export type BlockType = Block['type'];

export const MAX_BLOCKS = 40;

const blocks = (facts: Partial<FieldFacts> = {}) =>
  defineField('blocks', z.array(block).max(MAX_BLOCKS), { max: MAX_BLOCKS, ...facts });

const MAX_SLUGS = 40;

// Content that was stored before its kind had the field names no entries.
const slugs = (namesKind: NonNullable<FieldFacts['namesKind']>) =>
  defineField('slugs', z.array(z.string().max(MAX_SLUG_LENGTH)).max(MAX_SLUGS).default([]), {
    max: MAX_SLUGS,
    namesKind,
    ...OPTIONAL,
  });

const documentLists = {
  'balance-sheets': { file: 'balance-sheet', one: { en: 'Balance sheet', el: 'Ισολογισμός' } },
  statements: {
    file: 'financial-statements',
    one: { en: 'Financial statements', el: 'Οικονομικές καταστάσεις' },
  },
} as const;

export type DocumentList = keyof typeof documentLists;

export const kinds = {
  projects: z.strictObject({
    title: line(120),
    category: plainField('category', MAX_SLUG_LENGTH, { namesKind: 'categories' }),
    made: slugs('works'),
    year: year(),
    description: text(6000),
    type: line(120, OPTIONAL),
    location: line(120, OPTIONAL),
    construction: name(120, OPTIONAL),
    architecture: name(120, OPTIONAL),
    photographer: name(120, OPTIONAL),
    client: name(120, OPTIONAL),
    architect: name(120, OPTIONAL),
    pictures: pictures(24),
    drawing: defineField('drawing', mediaName.nullable(), OPTIONAL),
  }),
  categories: z.strictObject({ title: line(60) }),
  /** Products of the company, such as staircases; a project has several (VP-6). */
  works: z.strictObject({ title: line(60) }),
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
    blocks: blocks(OPTIONAL),
  }),
  pages: z.strictObject({ title: line(120), subtitle: line(300), blocks: blocks() }),
  documents: z.strictObject({
    title: line(120, OPTIONAL),
    list: plainField('choice', 60, { options: Object.keys(documentLists) }),
    year: plainField('year', 4),
    file: defineField('file', mediaName.nullable()),
  }),
  /** A certificate without a file is shown without a link. */
  certificates: z.strictObject({
    title: line(120),
    says: line(200),
    // oxlint-disable-next-line id-denylist -- stored content has this name
    until: day(OPTIONAL),
    file: defineField('file', mediaName.nullable(), OPTIONAL),
  }),
  /** Who answers the visitors (VP-7). */
  people: z.strictObject({
    title: line(80),
    role: line(80),
    languages: plainField('word', 80),
    phone: plainField('phone', 30),
    pictures: pictures(1, OPTIONAL),
  }),
  company: z.strictObject({
    title: name(60),
    brand: plainField('word', 16),
    tagline: line(200),
    intro: line(300),
    email: plainField('email', 120),
    phone: plainField('phone', 30),
    factoryStreet: line(120),
    factoryTown: line(80),
    factoryCode: plainField('word', 12),
    factoryPlace: plainField('mapPoint', 40),
    officesStreet: line(120, OPTIONAL),
    officesTown: line(80, OPTIONAL),
    officesCode: plainField('word', 12, OPTIONAL),
    officesPlace: plainField('mapPoint', 40, OPTIONAL),
    region: line(60),
    ofRegion: line(60),
    place: line(60),
    where: line(80),
    /** Seven days from Monday: "09:00-17:00", one or more ranges; empty when closed. */
    hours: defineField('hours', z.array(z.string().max(40)).length(7), { max: 40, ...OPTIONAL }),
    closedDays: plainField('days', 2000, OPTIONAL),
    social: plainField('links', 1000, OPTIONAL),
    legalName: line(120),
    legalForm: line(80),
    legalSeat: line(80),
    gemi: plainField('digits', 12),
    vat: plainField('digits', 9),
    area: plainField('number', 6),
    experience: plainField('number', 3),
    /** The company and its content are still the invented sample (VP-4). */
    sample: defineField('tick', z.boolean(), OPTIONAL),
  }),
  clients: z.strictObject({
    title: name(60),
    mark: defineField('mark', mediaName.nullable(), OPTIONAL),
  }),
} as const;

export type KindName = keyof typeof kinds;
export type ContentOf<Kind extends KindName> = z.output<(typeof kinds)[Kind]>;

interface KindFacts {
  path: (slug: string) => string;
  /** Other content links to the slug, so it stays when the title changes. */
  keepsSlug?: true;
  /** The entries are ordered by the day in this field and cannot be moved by hand. */
  dayField?: string;
  /** Another kind that answers at some of the same paths: slugs are unique among both. */
  sharesPathWith?: KindName;
  /** For a slug that is not built from the title. `field` is shown the error for a duplicate slug. */
  customSlug?: { build: (content: EntryContent) => string; field: string };
  /** Returns a title for an entry with an empty title field. */
  defaultTitle?: (content: EntryContent) => Bilingual<string>;
  /** The kind has exactly one entry, which is always public. */
  isSingleton?: true;
  groups?: Readonly<Record<string, readonly string[]>>;
  /** The optional groups (PB-11). */
  foldedGroups?: readonly string[];
  /** A real company replaces the sample entries; 'optional' ones it may also delete (VP-4). */
  setup?: 'required' | 'optional';
  /** Exported folders of earlier versions lack this kind: it then has no entries. */
  isOptionalFolder?: true;
}

export const kindFacts: Readonly<Record<KindName, KindFacts>> = {
  projects: {
    path: (slug) => `/projects/${slug}`,
    groups: {
      text: ['title', 'category', 'year', 'description'],
      pictures: ['pictures'],
      facts: ['made', 'type', 'location'],
      credits: ['construction', 'architecture', 'photographer', 'client', 'architect'],
      drawing: ['drawing'],
    },
    foldedGroups: ['facts', 'credits', 'drawing'],
    setup: 'required',
  },
  categories: { path: (slug) => `/projects?category=${slug}`, keepsSlug: true },
  works: { path: (slug) => `/projects?made=${slug}`, keepsSlug: true, isOptionalFolder: true },
  insights: {
    path: (slug) => `/insights/${slug}`,
    dayField: 'createdAt',
    sharesPathWith: 'pages',
    setup: 'required',
  },
  media: { path: (slug) => `/media/${slug}`, dayField: 'publishedDate' },
  pages: { path: (slug) => `/page/${slug}`, keepsSlug: true, sharesPathWith: 'insights' },
  documents: {
    path: (slug) => `/financial-data${slug.startsWith('financial') ? '?tab=statements' : ''}`,
    customSlug: {
      build: ({ list, year }) =>
        `${documentLists[list as DocumentList]?.file ?? ''}-${String(year)}`,
      field: 'year',
    },
    defaultTitle: ({ list, year }) =>
      buildPerLanguage((language) => {
        const one = documentLists[list as DocumentList]?.one[language] ?? '';
        return `${one} ${String(year)}`.trim();
      }),
    setup: 'required',
  },
  certificates: { path: () => '/about#certificates', keepsSlug: true, setup: 'optional' },
  people: {
    path: () => '/contact#who-answers',
    keepsSlug: true,
    setup: 'optional',
    isOptionalFolder: true,
  },
  company: {
    path: () => '/contact',
    keepsSlug: true,
    isSingleton: true,
    groups: {
      identity: ['title', 'brand', 'tagline', 'intro', 'area', 'experience'],
      contact: ['email', 'phone'],
      places: [
        'factoryStreet',
        'factoryTown',
        'factoryCode',
        'factoryPlace',
        'officesStreet',
        'officesTown',
        'officesCode',
        'officesPlace',
        'region',
        'ofRegion',
        'place',
        'where',
      ],
      hours: ['hours', 'closedDays'],
      online: ['social'],
      legal: ['legalName', 'legalForm', 'legalSeat', 'gemi', 'vat'],
      sample: ['sample'],
    },
  },
  clients: { path: () => '/#clients', keepsSlug: true, setup: 'optional' },
};

/** Returns the kind, and the kind that shares its paths, if any: slugs are unique among both. */
export function listKindsSharingPath(kind: KindName): KindName[] {
  const otherKind = kindFacts[kind].sharesPathWith;
  return otherKind ? [kind, otherKind] : [kind];
}

/** Returns the title of an entry; in a language without one, the default title of its kind, if there is one. */
export function getEntryTitle(kind: KindName, content: EntryContent): Bilingual<string> {
  const defaultTitle = kindFacts[kind].defaultTitle?.(content);
  if (!defaultTitle) return content.title;
  return buildPerLanguage((language) => content.title[language] || defaultTitle[language]);
}

/**
 * Builds a slug for an entry. Empty when the fields that it is built from have no letters or digits; the fields of a
 * document must be validated first.
 */
export const buildSlug = (kind: KindName, content: EntryContent): string =>
  kindFacts[kind].customSlug?.build(content) ?? toSlug(content.title.en);

export const KINDS = Object.keys(kinds) as KindName[];

export type EntryContent = { title: Bilingual<string> } & Record<string, FieldValue>;

/** Parses the stored content of an entry. Throws a SyntaxError or a ZodError. */
export const parseContent = (kind: KindName, json: string): EntryContent =>
  kinds[kind].parse(JSON.parse(json)) as EntryContent;

/** All content that is edited at the desk, as published. Immutable: a publication replaces it as a whole. */
export type SiteContent = {
  readonly [Kind in KindName]: readonly Published<ContentOf<Kind>>[];
} & { pictures: ReadonlyMap<string, PictureMeasures> };

export interface Published<Content> {
  /** Null in the sample content of a program without a database. */
  id: number | null;
  slug: string;
  formerSlugs: readonly string[];
  dateModified: string;
  /** The instant of the last publication. */
  modifiedAt: string;
  /** A day and a name that never change: feed readers identify the entry by it. */
  uid: string | null;
  /** Unchanged sample content. */
  isSample: boolean;
  content: Content;
}

export interface PictureMeasures {
  width: number;
  height: number;
  widths: readonly number[];
  tone: number;
}

export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name);

export interface Field extends FieldFacts {
  name: string;
}

/** Returns the fields of a kind in the order of its form. */
export function listFields(kind: KindName): Field[] {
  return Object.entries(kinds[kind].shape).map(([name, schema]) => {
    // defineField has stored the facts of each field in its schema.
    const facts = schema.meta() as unknown as FieldFacts;
    return { name, ...facts };
  });
}
