import type { Block } from './blocks.server.ts';
import type { Language } from '#app/content/language.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';

/** Blocks as a page shows them: the name of a picture becomes what the page needs to show it. */
export function showBlocks(blocks: readonly Block[], language: Language) {
  return blocks.map((block) => {
    if (block.type !== 'image') return block;
    const { type, id, src, alt, caption } = block;
    return { type, id, alt, caption, picture: picture(src, language) };
  });
}
