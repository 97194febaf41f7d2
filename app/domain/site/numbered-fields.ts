import type { BlockType, ShownPicture } from '#app/content/kinds.server.ts';
import { type Language, forEachLanguage } from '#app/content/language.ts';

/** A form as it was posted, or a draft of it that the browser keeps: each cleans what it reads. */
interface FormFields {
  has: (name: string) => boolean;
  line: (name: string) => string;
  text: (name: string) => string;
}

/** picture_1, alt_1_en and so on, as long as there are any. */
export function listPictures(fields: FormFields, most = Infinity): ShownPicture[] {
  return numbered(most, (n) => {
    const named = (part: string, language = '') => `${part}_${n}${language}`;
    return fields.has(named('picture')) && pictureOf(fields, named);
  });
}

/** block_1_type, block_1_text_en and so on, as long as there are any. */
export function buildBlocks(fields: FormFields, most = Infinity) {
  return numbered(most, (n) => {
    const named = (part: string, language = '') => `block_${n}_${part}${language}`;
    return (
      fields.has(named('type')) && {
        type: fields.line(named('type')) as BlockType,
        text: forEachLanguage((language) => fields.text(named('text', `_${language}`))),
        title: forEachLanguage((language) => fields.line(named('title', `_${language}`))),
        picture: fields.line(named('picture')) ? pictureOf(fields, named) : null,
      }
    );
  });
}

function numbered<Item>(most: number, itemAt: (n: number) => Item | false): Item[] {
  const items: Item[] = [];
  for (let n = 1; n <= most; n++) {
    const item = itemAt(n);
    if (item === false) break;
    items.push(item);
  }
  return items;
}

function pictureOf(
  { line }: FormFields,
  named: (part: string, language?: `_${Language}`) => string,
): ShownPicture {
  return {
    name: line(named('picture')),
    alt: forEachLanguage((language) => line(named('alt', `_${language}`))),
    credit: line(named('credit')),
    focus: [shareOf(line(named('focal_x'))), shareOf(line(named('focal_y')))],
  };
}

/** In per cent. */
function shareOf(written: string): number {
  const value = Math.round(Number(written || 50));
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 50;
}
