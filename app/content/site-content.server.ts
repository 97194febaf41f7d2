import { AsyncLocalStorage } from 'node:async_hooks';
import type { PictureData } from './catalogue/pictures.server.ts';
import type { ShownPicture, SiteContent } from './kinds.server.ts';
import { bilingual, type Language } from './language.ts';
import { readSampleContent } from './sample.server.ts';

let currentContent: SiteContent | undefined;
let version = 0;
const previewContent = new AsyncLocalStorage<SiteContent>();

/** Returns the content of the current preview, or else the published content, or else the sample. */
export function getSiteContent(): SiteContent {
  return previewContent.getStore() ?? (currentContent ??= readSampleContent());
}

/** Returns a number that changes with the content. Caches of rendered pages depend on it. */
export const getContentVersion = (): number => version;

/** Replaces the published content of this process, which invalidates everything that is derived from it. */
export function setSiteContent(content: SiteContent): void {
  currentContent = content;
  version++;
}

/** Runs `work` so that getSiteContent returns `content` in it and in everything that it awaits. */
export function runInPreview<T>(content: SiteContent, work: () => T): T {
  return previewContent.run(content, work);
}

export const isInPreview = (): boolean => previewContent.getStore() !== undefined;

/** Returns a getter of a value that is derived once from each content, published or previewed, when first needed. */
export function memoizeByContent<T>(derive: (content: SiteContent) => T): () => T {
  const cache = new WeakMap<SiteContent, T>();
  return () => {
    const content = getSiteContent();
    if (!cache.has(content)) cache.set(content, derive(content));
    return cache.get(content) as T;
  };
}

// Reserves the space of the picture in the preview of a draft that has none.
const PLACEHOLDER_PICTURE: PictureData = {
  name: '',
  alt: '',
  width: 3,
  height: 2,
  widths: [],
  tone: 6,
  focus: [50, 50],
};

/** The texts that describe a picture without a description of its own (PB-5). */
export interface PictureContext {
  title: string;
  category?: string;
}

/** Returns the first picture of an entry; without pictures a placeholder, which only previews show. */
export function getMainPictureOrPlaceholder(
  pictures: readonly ShownPicture[],
  language: Language,
  context: PictureContext,
): PictureData {
  const [first] = pictures;
  return first ? presentPicture(first, language, context, 1) : PLACEHOLDER_PICTURE;
}

// A full hash for each picture would add 0.2 KB to the compressed home page. Previews have it, because only the names
// in the published content can be completed again.
const PUBLIC_NAME_LENGTH = 16;

const toPublicPictureName = (name: string) =>
  `media-files/${isInPreview() ? name : name.slice(0, PUBLIC_NAME_LENGTH)}`;

const getNamesByPublicName = memoizeByContent(
  ({ pictures }) =>
    new Map([...pictures.keys()].map((name) => [name.slice(0, PUBLIC_NAME_LENGTH), name])),
);

/** Completes the shortened name of a picture in a public path. Any other name, such as a document's, stays. */
export const getStoredPictureName = (publicName: string): string =>
  getNamesByPublicName().get(publicName) ?? publicName;

const pictureWord = bilingual({ en: 'picture', el: 'φωτογραφία' });

const photographBy = bilingual({ en: 'Photograph by', el: 'Φωτογραφία:' });

/**
 * Returns the data to show a picture of an entry. `number`, from 1, describes a picture without a description. Pictures
 * that are not stored were dropped on reading.
 */
export function presentPicture(
  { name, alt: texts, credit, focus }: ShownPicture,
  language: Language,
  { title, category = '' }: PictureContext,
  number: number,
): PictureData {
  const numberText = `${pictureWord[language]} ${number}`;
  const alt = texts[language] || [title, category, numberText].filter(Boolean).join(', ');
  const { width, height, widths, tone } = getSiteContent().pictures.get(name)!;
  const publicName = toPublicPictureName(name);
  const picture = { width, height, widths, tone, name: publicName, alt, focus };
  if (credit === '') return picture;
  return { ...picture, credit: { name: credit, line: `${photographBy[language]} ${credit}` } };
}
