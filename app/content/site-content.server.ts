import { AsyncLocalStorage } from 'node:async_hooks';
import { type PictureData, getPicture } from './catalogue/pictures.server.ts';
import type { ShownPicture, SiteContent } from './kinds.server.ts';
import type { Language } from './language.ts';
import { readSampleContent } from './sample.server.ts';
import { pictureWords } from './words/pictures.server.ts';

let currentContent: SiteContent | undefined;
let version = 0;
const previewContent = new AsyncLocalStorage<SiteContent>();

/** What this page is made of: a preview's own, else what is published, else the sample. */
export function getSiteContent(): SiteContent {
  return previewContent.getStore() ?? (currentContent ??= readSampleContent());
}

/** Another number for other content: pages that were kept are those of one number. */
export const getContentVersion = () => version;

export function setSiteContent(content: SiteContent): void {
  currentContent = content;
  version++;
}

export function inPreview<T>(content: SiteContent, work: () => T): T {
  return previewContent.run(content, work);
}

export const isPreviewed = () => previewContent.getStore() !== undefined;

export function fromContent<T>(derive: (content: SiteContent) => T): () => T {
  const cache = new WeakMap<SiteContent, { value: T }>();
  return () => {
    const content = getSiteContent();
    let cached = cache.get(content);
    if (!cached) cache.set(content, (cached = { value: derive(content) }));
    return cached.value;
  };
}

// In the preview of a draft that has no picture: the page has its room.
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

/** Returns a picture of an entry. Throws when there is none of this name. */
export function shownPicture(
  { name, alt, credit, focus }: ShownPicture,
  language: Language,
): PictureData {
  const line = `${pictureWords[language].photographBy} ${credit}`;
  const texts = { alt: alt[language], focus, ...(credit && { credit: { name: credit, line } }) };
  const upload = getSiteContent().pictures.get(name);
  if (upload)
    return { ...upload, widths: [...upload.widths], name: `media-files/${name}`, ...texts };
  return { ...getPicture(name, language), ...texts };
}
