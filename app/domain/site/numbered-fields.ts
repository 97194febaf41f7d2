import type { Block, BlockType, ShownPicture } from '#app/content/kinds.server.ts';
import { buildPerLanguage, type Language } from '#app/content/language.ts';

/** Reads a posted form, or its draft in the browser. Each implementation cleans the values itself. */
export interface FormFields {
  has: (name: string) => boolean;
  line: (name: string) => string;
  text: (name: string) => string;
}

/** Reads picture_1, alt_1_en and so on up to the first missing number. */
export function parseNumberedPictures(fields: FormFields, max = Infinity): ShownPicture[] {
  const pictures: ShownPicture[] = [];
  for (let n = 1; n <= max && fields.has(`picture_${n}`); n++) {
    // For example "alt_1_en".
    const getName = (part: string, suffix = '') => `${part}_${n}${suffix}`;
    pictures.push(readPicture(fields, getName));
  }
  return pictures;
}

/** Reads block_1_type, block_1_text_en and so on up to the first missing number. Does not check the types. */
export function parseNumberedBlocks(fields: FormFields, max = Infinity): Block[] {
  const blocks: Block[] = [];
  for (let n = 1; n <= max && fields.has(`block_${n}_type`); n++) {
    // For example "block_1_alt_en".
    const getName = (part: string, suffix = '') => `block_${n}_${part}${suffix}`;
    blocks.push({
      type: fields.line(getName('type')) as BlockType,
      text: buildPerLanguage((language) => fields.text(getName('text', `_${language}`))),
      title: buildPerLanguage((language) => fields.line(getName('title', `_${language}`))),
      picture: fields.line(getName('picture')) ? readPicture(fields, getName) : null,
    });
  }
  return blocks;
}

/** Returns a stored picture as it is added to an entry: without texts, focused on its centre. */
export function createPicture(name: string): ShownPicture {
  return { name, alt: buildPerLanguage(() => ''), credit: '', focus: [50, 50] };
}

/** Adds the pictures that the list does not have yet, up to `max`. In a list of one picture, a new one replaces it. */
export function addPictures(
  pictures: readonly ShownPicture[],
  names: readonly string[],
  max: number,
): ShownPicture[] {
  const newNames = names.filter((name) => pictures.every((picture) => picture.name !== name));
  const allPictures = [...pictures, ...newNames.map(createPicture)];
  return max === 1 ? allPictures.slice(-1) : allPictures.slice(0, max);
}

function readPicture(
  { line }: FormFields,
  getName: (part: string, language?: `_${Language}`) => string,
): ShownPicture {
  return {
    name: line(getName('picture')),
    alt: buildPerLanguage((language) => line(getName('alt', `_${language}`))),
    credit: line(getName('credit')),
    focus: [parsePercent(line(getName('focal_x'))), parsePercent(line(getName('focal_y')))],
  };
}

/** Returns a percentage from 0 to 100; 50 for an empty or invalid text. */
function parsePercent(text: string): number {
  const value = Math.round(Number(text || 50));
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 50;
}
