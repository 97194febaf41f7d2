import { z } from 'zod';
import { parseRichText } from './rich-text.server.ts';
import { pictureName, words } from '#app/content/schema-parts.server.ts';

const text = z
  .strictObject({ type: z.literal('text'), id: words, content: words })
  .transform(({ type, id, content }) => ({ type, id, nodes: parseRichText(content) }));

const quote = z.strictObject({
  type: z.literal('quote'),
  id: words,
  quote: words,
  author: words.optional(),
});

const image = z.strictObject({
  type: z.literal('image'),
  id: words,
  src: pictureName,
  alt: z.string(),
  caption: words.optional(),
});

/** The blocks of an article or a page (ledger P-7, P-9): text (HTML, made safe), quote, image. */
export const blocks = z
  .array(z.discriminatedUnion('type', [text, quote, image]))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
    message: 'has two blocks with the same id',
  });

export type Block = z.output<typeof blocks>[number];
