// Converts the text parts of a message into plain text, and separates the quoted text (AN-4).
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { MAILBOX } from '#app/domain/limits.ts';
import { cleanStaffText } from '#app/domain/plain-text.ts';
import { splitIntoFragments } from './quoted-text.ts';

/** Decodes by the declared charset. Without a known one, decodes as UTF-8 if valid, otherwise as windows-1253. */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const declared = charset === null ? null : createDecoder(charset);
  if (declared) return declared.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1253').decode(bytes);
  }
}

/** Programs call text ASCII that they never looked at, so that name counts as unknown too. */
function createDecoder(charset: string): TextDecoder | null {
  if (/^(us-)?ascii$/i.test(charset)) return null;
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

const HIDDEN_TAGS = new Set(['head', 'style', 'script', 'template', 'title', 'noscript']);
const BLOCK_TAGS = new Set(
  'address blockquote center dd div dl dt form h1 h2 h3 h4 h5 h6 hr li ol p pre table tr ul'.split(
    ' ',
  ),
);

type HtmlNode = DefaultTreeAdapterTypes.Node;

/** Starts a line at each block and each <br>, and marks the lines of quotations with `>`. */
export function convertHtmlToText(html: string): string {
  const lines: string[] = [];
  let quoteDepth = 0;
  let lineText = '';
  const addLine = (text: string) => {
    const marks = '> '.repeat(Math.min(quoteDepth, MAILBOX.quoteLevels));
    lines.push(`${marks}${text}`.trimEnd());
  };
  const endLine = () => {
    const text = lineText.replace(/[ \t\r\n\f]+/g, ' ').trim();
    if (text) addLine(text);
    lineText = '';
  };
  for (const { node, isEnd } of walkVisibleNodes(parse(html))) {
    const tag = node.nodeName;
    if ('value' in node) lineText += node.value;
    else if (tag === 'br' && !isEnd) {
      if (lineText.trim() === '') addLine('');
      endLine();
    } else if (BLOCK_TAGS.has(tag)) {
      endLine();
      if (tag === 'blockquote') quoteDepth += isEnd ? -1 : 1;
      if (tag === 'p' && isEnd) addLine('');
    }
  }
  endLine();
  return lines.join('\n');
}

/** Yields each element at its start and its end, and each text, in order. Iterative: HTML may be nested deeply. */
function* walkVisibleNodes(root: HtmlNode): Generator<{ node: HtmlNode; isEnd: boolean }> {
  const stack = [{ node: root, isEnd: false }];
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { node, isEnd } = step;
    if (HIDDEN_TAGS.has(node.nodeName)) continue;
    yield step;
    if (isEnd || !('childNodes' in node)) continue;
    stack.push({ node, isEnd: true });
    for (const child of node.childNodes.toReversed()) stack.push({ node: child, isEnd: false });
  }
}

// The header block of Outlook, which has no email in angle brackets, and the line of Greek programs. All text below
// them is quoted. Each pattern takes time in proportion to the length of the text.
const QUOTE_STARTS = [
  /^Στις [^\n]{5,200}\n?[^\n]{0,200}έγραψε:\s*$/m,
  /^(--[^\n]{1,100}--\s*\n|_{10,60}\s*\n)?\*?(From|Από):[^\n]{0,300}\n([^\n]{0,300}\n){0,3}?\*?(Sent|Date|Στάλθηκε|Ημερομηνία):/m,
];

export interface SeparatedText {
  text: string;
  quotedText: string;
  isCut: boolean;
}

/** Separates the sender's own text from quoted text. Cuts both texts to MAILBOX.textCharacters. */
export function separateQuotedText(message: string): SeparatedText {
  const fullText = message.replaceAll('\r\n', '\n');
  const text = fullText.slice(0, MAILBOX.textCharacters);
  const quoteStart = findQuoteStart(text);
  const fragments = splitIntoFragments(text.slice(0, quoteStart));
  const ownTexts = fragments.filter(({ isQuoted }) => !isQuoted);
  const quotedTexts = fragments.filter(({ isQuoted }) => isQuoted);
  return {
    text: joinTexts(ownTexts.map((fragment) => fragment.text)),
    quotedText: joinTexts([
      ...quotedTexts.map((fragment) => fragment.text),
      text.slice(quoteStart),
    ]),
    isCut: text.length < fullText.length,
  };
}

function findQuoteStart(text: string): number {
  const starts = QUOTE_STARTS.map((pattern) => text.search(pattern)).filter((index) => index >= 0);
  return Math.min(...starts, text.length);
}

const joinTexts = (texts: readonly string[]) =>
  cleanStaffText(texts.join('\n')).slice(0, MAILBOX.textCharacters).toWellFormed();
