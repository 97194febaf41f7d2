import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { LANGUAGES, type Language, inEachLanguage, pathIn } from '#app/content/language.ts';
import { z } from 'zod';
import { type InOne, said, words } from '#app/content/read-content.server.ts';
import { picture, pictureName } from '#app/content/catalogue/pictures.server.ts';

const inline = ['a', 'br', 'em', 'strong'] as const;
const textHolders = ['h2', 'h3', 'h4', 'p'] as const;
const containers = ['blockquote', 'li', 'ol', 'ul'] as const;
const allowed: readonly string[] = [...inline, ...textHolders, ...containers];

/** Elements that go with all they contain; any other unknown element leaves its text behind. */
const dropped = new Set(
  'script style template svg math iframe object embed noscript textarea title select xmp noembed noframes'.split(
    ' ',
  ),
);
const deepest = 20;

export type RichTag =
  (typeof inline)[number] | (typeof textHolders)[number] | (typeof containers)[number];

export type RichNode = string | { tag: RichTag; href?: string; children: RichNode[] };

/**
 * Makes HTML nobody vouches for safe. The tree nests as HTML allows, so that a browser reads back
 * what was rendered.
 */
export function parseRichText(html: string): RichNode[] {
  return readNodes(parseFragment(html).childNodes, []);
}

function readNodes(nodes: DefaultTreeAdapterTypes.ChildNode[], parents: RichTag[]): RichNode[] {
  return parents.length > deepest ? [] : nodes.flatMap((node) => readNode(node, parents));
}

function readNode(node: DefaultTreeAdapterTypes.ChildNode, parents: RichTag[]): RichNode[] {
  if ('value' in node) return [node.value];
  if (!('tagName' in node) || dropped.has(node.tagName)) return [];
  const tag = node.tagName;
  if (!isAllowed(tag) || !fits(tag, parents)) return readNodes(node.childNodes, parents);
  if (tag === 'br') return [{ tag, children: [] }];
  if (tag !== 'a') return [{ tag, children: readNodes(node.childNodes, [...parents, tag]) }];
  const href = safeHref(node.attrs.find(({ name }) => name === 'href')?.value);
  if (href === undefined) return readNodes(node.childNodes, parents);
  return [{ tag, href, children: readNodes(node.childNodes, [...parents, tag]) }];
}

function isAllowed(tag: string): tag is RichTag {
  return allowed.includes(tag);
}

function fits(tag: RichTag, parents: RichTag[]): boolean {
  const parent = parents.at(-1);
  if (tag === 'a' && parents.includes('a')) return false;
  if (parent === 'ul' || parent === 'ol') return tag === 'li';
  if (tag === 'li') return false;
  const holdsText = (name: string) => [...inline, ...textHolders].some((one) => one === name);
  return inline.some((one) => one === tag) || !parents.some(holdsText);
}

function safeHref(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  if (/^#[\w-]+$/.test(raw)) return raw;
  const here = 'https://here.invalid';
  const url = URL.parse(raw, here);
  if (url === null || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined;
  return url.origin === here ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

interface Target {
  origin: string;
  language: Language;
}

/** For readers outside the site: links to the site are made absolute. */
export function richHtml(nodes: readonly RichNode[], target: Target): string {
  return nodes.map((node) => nodeHtml(node, target)).join('');
}

/** For HTML and XML, between tags and in attributes. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function nodeHtml(node: RichNode, target: Target): string {
  if (typeof node === 'string') return escapeMarkup(node);
  const { tag, href, children } = node;
  if (tag === 'br') return '<br>';
  const { origin, language } = target;
  const address = href?.startsWith('/') ? origin + pathIn(language, href) : href;
  const attributes = address === undefined ? '' : ` href="${escapeMarkup(address)}"`;
  return `<${tag}${attributes}>${richHtml(children, target)}</${tag}>`;
}

const text = z
  .strictObject({ type: z.literal('text'), id: words, content: said(words) })
  .transform(({ type, id, content }) => {
    return { type, id, nodes: inEachLanguage((language) => parseRichText(content[language])) };
  })
  .superRefine(({ nodes }, context) => {
    const [first, ...others] = LANGUAGES;
    for (const language of others) {
      if (outline(nodes[language]) === outline(nodes[first])) continue;
      const message = `has other headings, paragraphs or links in ${language} than in ${first}`;
      context.addIssue({ code: 'custom', path: ['content'], message });
    }
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

const entries = z.strictObject({
  type: z.enum(['steps', 'questions']),
  id: words,
  title: said(words),
  items: z
    .array(z.strictObject({ title: said(words), time: said(words).optional(), text: said(words) }))
    .min(1),
});

/** Ledger P-7, P-9, VP-3. */
export const blocks = z
  .array(z.discriminatedUnion('type', [text, quote, image, entries]))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
    message: 'has two blocks with the same id',
  });

export type Block = InOne<z.output<typeof blocks>[number]>;

function outline(nodes: readonly RichNode[]): string {
  return nodes
    .filter((node) => typeof node !== 'string')
    .map(({ tag, href = '', children }) => `<${tag} ${href}>${outline(children)}`)
    .join('');
}

export function showBlocks(blocks: readonly Block[], language: Language) {
  return blocks.map((block) => {
    if (block.type !== 'image') return block;
    const { type, id, src, alt, caption } = block;
    return { type, id, alt, caption, picture: picture(src, language) };
  });
}
