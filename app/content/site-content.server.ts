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
export const getContentVersion = () => version;

export function setSiteContent(content: SiteContent): void {
  currentContent = content;
  version++;
}

export function runInPreview<T>(content: SiteContent, work: () => T): T {
  return previewContent.run(content, work);
}

export const isPreviewed = () => previewContent.getStore() !== undefined;

export function memoizeByContent<T>(derive: (content: SiteContent) => T): () => T {
  const cache = new WeakMap<SiteContent, { value: T }>();
  return () => {
    const content = getSiteContent();
    let cached = cache.get(content);
    if (!cached) cache.set(content, (cached = { value: derive(content) }));
    return cached.value;
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

export function getMainPicture([first]: readonly ShownPicture[], language: Language): PictureData {
  return first ? shownPicture(first, language) : PLACEHOLDER_PICTURE;
}

// A full hash for each picture would add 0.2 KB to the compressed home page.
const PUBLIC_NAME_LENGTH = 16;

const getPicturePath = (name: string) => `media-files/${name.slice(0, PUBLIC_NAME_LENGTH)}`;

const getNamesByPublicName = memoizeByContent(
  ({ pictures }) =>
    new Map([...pictures.keys()].map((name) => [name.slice(0, PUBLIC_NAME_LENGTH), name])),
);

/** Returns the stored name of a picture that pages show under the beginning of its name. */
export const getStoredName = (name: string) => getNamesByPublicName().get(name) ?? name;

const photographBy = bilingual({ en: 'Photograph by', el: 'Φωτογραφία:' });

/** Returns the data to show a picture of an entry. Pictures that are not stored were dropped on reading. */
export function shownPicture(
  { name, alt, credit, focus }: ShownPicture,
  language: Language,
): PictureData {
  const line = `${photographBy[language]} ${credit}`;
  const texts = { alt: alt[language], focus, ...(credit && { credit: { name: credit, line } }) };
  const { width, height, widths, tone } = getSiteContent().pictures.get(name)!;
  return { width, height, widths, tone, name: getPicturePath(name), ...texts };
}
