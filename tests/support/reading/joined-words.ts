import type { DefaultTreeAdapterTypes } from 'parse5';
import { elements } from './browser.ts';

type Node = DefaultTreeAdapterTypes.Node;

// Without a style sheet, all other elements begin a new line.
const INLINE = new Set(
  'a abbr b bdi button cite code em i input label mark picture q s select small source span strong sub sup svg time u'.split(
    ' ',
  ),
);
const UNREAD = new Set(['script', 'style', 'template', 'svg', 'img']);
const EDGE = '\u0001';

/** Returns each place where two words run together in a page without style sheets. */
export function findJoinedWords(html: string): string[] {
  const text = elements(html, 'body').map(readText).join('');
  const joined = new RegExp(
    `[^\\s${EDGE}]{0,30}[\\p{L}\\p{N}]${EDGE}+[\\p{L}\\p{N}][^\\s${EDGE}]{0,30}`,
    'gu',
  );
  return [...new Set(text.match(joined))].map((place) => place.replaceAll(EDGE, '|'));
}

function readText(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  if (!('childNodes' in node) || UNREAD.has(node.nodeName)) return '';
  const edge = INLINE.has(node.nodeName) ? EDGE : ' ';
  return edge + node.childNodes.map(readText).join('') + edge;
}
