import { type Language, pathIn } from '#app/content/language.ts';
import type { RichNode } from './rich-text.server.ts';

/** The site that the links of a text lead to, and the language that its pages are read in. */
interface Target {
  origin: string;
  language: Language;
}

/** Safe rich text as HTML, for readers outside the site: links lead to the site. */
export function richHtml(nodes: readonly RichNode[], target: Target): string {
  return nodes.map((node) => nodeHtml(node, target)).join('');
}

/** Text so that it stands as text in HTML and XML, between tags and in attributes. */
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
