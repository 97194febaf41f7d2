// Converts the text parts of a message into plain text, and separates the quoted text (AN-4).
import EmailReplyParser from 'email-reply-parser';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { MAILBOX } from '#app/domain/limits.ts';
import { cleanStaffText } from '#app/domain/plain-text.ts';

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
  const addLine = (text: string) => lines.push(`${'> '.repeat(quoteDepth)}${text}`.trimEnd());
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

// Quotations that the reply parser does not recognise: the line of Greek programs, and the header block of
// Outlook, which has no email in angle brackets.
const QUOTE_STARTS = [
  /^Στις [^\n]{5,200}\n?[^\n]{0,200}έγραψε:\s*$/m,
  /^(-{2,}[^\n]{1,60}-{2,}\s*\n|_{10,}\s*\n)?\*?(From|Από):[^\n]{0,300}\n([^\n]{0,300}\n){0,3}?\*?(Sent|Date|Στάλθηκε|Ημερομηνία):/m,
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
  // All text from here on is quoted. The reply parser finds the quotations in the text before.
  const quoteStart = findQuoteStart(text);
  // The parser's patterns take time that grows with the square of the length.
  const parsedEnd = Math.min(quoteStart, MAILBOX.quoteCharacters);
  const fragments = new EmailReplyParser().read(text.slice(0, parsedEnd)).getFragments();
  const ownTexts = fragments.filter((fragment) => !fragment.isQuoted()).map(String);
  const quotedTexts = fragments.filter((fragment) => fragment.isQuoted()).map(String);
  // Text that the parser has not read belongs to the last fragment.
  const unparsedText = text.slice(parsedEnd, quoteStart);
  if (fragments.at(-1)?.isQuoted()) quotedTexts.push(unparsedText);
  else ownTexts.push(unparsedText);
  quotedTexts.push(text.slice(quoteStart));
  return {
    text: joinTexts(ownTexts),
    quotedText: joinTexts(quotedTexts),
    isCut: text.length < fullText.length,
  };
}

function findQuoteStart(text: string): number {
  const starts = QUOTE_STARTS.map((pattern) => text.search(pattern)).filter((index) => index >= 0);
  return Math.min(...starts, text.length);
}

const joinTexts = (texts: readonly string[]) =>
  cleanStaffText(texts.join('\n')).slice(0, MAILBOX.textCharacters).toWellFormed();
