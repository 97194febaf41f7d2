import { Marked } from 'marked';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { type Language, pathIn } from '#app/content/language.ts';

const inline = ['a', 'br', 'em', 'strong'] as const;
const textHolders = ['h2', 'h3', 'h4', 'p'] as const;
const containers = ['blockquote', 'li', 'ol', 'ul'] as const;
const allowed: readonly string[] = [...inline, ...textHolders, ...containers];

// The page's own title is its first heading; smaller ones than these look like text.
const insteadOf: Readonly<Record<string, RichTag>> = { h1: 'h2', h5: 'h4', h6: 'h4' };

// Elements that go with all they contain; any other unknown element leaves its text behind.
const dropped = new Set(
  'script style template svg math iframe object embed noscript textarea title select xmp noembed noframes'.split(
    ' ',
  ),
);
const deepest = 20;
const deepestWritten = 100;

type RichTag = (typeof inline)[number] | (typeof textHolders)[number] | (typeof containers)[number];

export type RichNode = string | RichElement;

interface RichElement {
  tag: RichTag;
  href?: string;
  children: RichNode[];
}

const markdown = new Marked({ gfm: true, async: false });

// Signs of quotes and lists at the start of a line, one in the other: each costs the parser a call.
const TOO_DEEP = /^((?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){20})(?:[ \t]*(?:[>*+-]|\d{1,9}[.)]))+/gm;

/** Longer than any word or link: the parser looks through all of it again at each sign in it. */
const TOO_LONG = /\S{1500}(?=\S)/gu;

/** Whoever wrote it, and whatever HTML stands in it (PB-6). */
export function parseMarkdown(text: string): RichNode[] {
  const bounded = text.replace(TOO_DEEP, '$1').replace(TOO_LONG, '$& ');
  return parseRichText(markdown.parse(bounded) as string);
}

/**
 * Makes HTML nobody vouches for safe. The tree nests as HTML allows, so that a browser reads back
 * what was rendered.
 */
export function parseRichText(html: string): RichNode[] {
  return readNodes(parseFragment(html).childNodes, [], 0);
}

type Written = DefaultTreeAdapterTypes.ChildNode;

function readNodes(nodes: Written[], parents: RichTag[], depth: number): RichNode[] {
  if (parents.length > deepest || depth > deepestWritten) return [];
  return nodes.flatMap((node) => readNode(node, parents, depth + 1));
}

function readNode(node: Written, parents: RichTag[], depth: number): RichNode[] {
  if ('value' in node) return isBetweenBlocks(node.value, parents) ? [] : [node.value];
  if (!('tagName' in node) || dropped.has(node.tagName)) return [];
  const tag = insteadOf[node.tagName] ?? node.tagName;
  const inside = (within: RichTag[]) => readNodes(node.childNodes, within, depth);
  if (!isAllowed(tag) || !fits(tag, parents)) return inside(parents);
  if (tag === 'br') return [{ tag, children: [] }];
  if (tag !== 'a') return [{ tag, children: inside([...parents, tag]) }];
  const href = safeHref(node.attrs.find(({ name }) => name === 'href')?.value);
  if (href === undefined) return inside(parents);
  return [{ tag, href, children: inside([...parents, tag]) }];
}

function isBetweenBlocks(text: string, parents: RichTag[]): boolean {
  const parent = parents.at(-1) ?? 'blockquote';
  return /^\s*\n\s*$/.test(text) && parent !== 'li' && isOneOf(containers, parent);
}

function isAllowed(tag: string): tag is RichTag {
  return allowed.includes(tag);
}

const isOneOf = (tags: readonly string[], tag: string) => tags.includes(tag);

function fits(tag: RichTag, parents: RichTag[]): boolean {
  const parent = parents.at(-1);
  if (tag === 'a' && parents.includes('a')) return false;
  if (parent === 'ul' || parent === 'ol') return tag === 'li';
  if (tag === 'li') return false;
  const holdsText = (name: string) => isOneOf(inline, name) || isOneOf(textHolders, name);
  return isOneOf(inline, tag) || !parents.some(holdsText);
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

export function richHtml(nodes: readonly RichNode[], target: Target): string {
  return nodes.map((node) => nodeHtml(node, target)).join('');
}

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

/** Each heading of the third level begins one; what stands before the first is in none. */
export function itemsOf(text: string): { title: string; nodes: RichNode[] }[] {
  const items: { title: string; nodes: RichNode[] }[] = [];
  for (const node of parseMarkdown(text)) {
    if (typeof node === 'object' && node.tag === 'h3') {
      items.push({ title: plainly(node.children), nodes: [] });
    } else items.at(-1)?.nodes.push(node);
  }
  return items;
}

function plainly(nodes: readonly RichNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : plainly(node.children))).join('');
}
