import { z } from 'zod';
import { type InOne, said } from '#app/content/in-each-language.server.ts';
import { type Language, inEachLanguage } from '#app/content/language.ts';
import { pictureName, words } from '#app/content/schema-parts.server.ts';
import { type RichNode, parseRichText } from './rich-text.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';

const text = z
  .strictObject({ type: z.literal('text'), id: words, content: said(words) })
  .transform(({ type, id, content }) => {
    return { type, id, nodes: inEachLanguage((language) => parseRichText(content[language])) };
  })
  .refine(({ nodes }) => outline(nodes.en) === outline(nodes.el), {
    path: ['content'],
    message: 'has other headings, paragraphs or links in el than in en',
  });

const quote = z.strictObject({
  type: z.literal('quote'),
  id: words,
  quote: said(words),
  author: said(words).optional(),
});

const image = z.strictObject({
  type: z.literal('image'),
  id: words,
  src: pictureName,
  alt: said(z.string()),
  caption: said(words).optional(),
});

/** The blocks of an article or a page (ledger P-7, P-9): text (HTML, made safe), quote, image. */
export const blocks = z
  .array(z.discriminatedUnion('type', [text, quote, image]))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
    message: 'has two blocks with the same id',
  });

/** A block as one language says it. */
export type Block = InOne<z.output<typeof blocks>[number]>;

/** The elements of a text in their order, and where its links lead. */
function outline(nodes: readonly RichNode[]): string {
  return nodes
    .filter((node) => typeof node !== 'string')
    .map(({ tag, href = '', children }) => `<${tag} ${href}>${outline(children)}`)
    .join('');
}

/** Blocks as a page shows them: the name of a picture becomes what the page needs to show it. */
export function showBlocks(blocks: readonly Block[], language: Language) {
  return blocks.map((block) => {
    if (block.type !== 'image') return block;
    const { type, id, src, alt, caption } = block;
    return { type, id, alt, caption, picture: picture(src, language) };
  });
}
