import type { RichNode } from './rich-text.server.ts';

/** Safe rich text as HTML, for readers outside the site: links lead to `origin`. */
export function richHtml(nodes: readonly RichNode[], origin: string): string {
  return nodes.map((node) => nodeHtml(node, origin)).join('');
}

/** Text so that it stands as text in HTML and XML, between tags and in attributes. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function nodeHtml(node: RichNode, origin: string): string {
  if (typeof node === 'string') return escapeMarkup(node);
  const { tag, href, children } = node;
  if (tag === 'br') return '<br>';
  const address = href?.startsWith('/') ? origin + href : href;
  const attributes = address === undefined ? '' : ` href="${escapeMarkup(address)}"`;
  return `<${tag}${attributes}>${richHtml(children, origin)}</${tag}>`;
}
