// Converts the text parts of a message into plain text, and separates the quoted text (AN-4).
import EmailReplyParser from 'email-reply-parser';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { MAILBOX } from '#app/domain/limits.ts';
import { formatLetterText } from '#app/domain/plain-text.ts';

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
type Step = HtmlNode | { quote: 1 | -1 } | 'line' | 'gap';

/** Returns the text of an HTML message, quotations marked with `>`. Iterative: it may be nested deeply. */
export function convertHtmlToText(html: string): string {
  const lines: string[] = [];
  let [line, quoteDepth] = ['', 0];
  const addLine = (text: string) => lines.push(`${'> '.repeat(quoteDepth)}${text}`.trimEnd());
  const endLine = () => {
    const text = line.replace(/[ \t\r\n\f]+/g, ' ').trim();
    if (text) addLine(text);
    line = '';
    return text !== '';
  };
  const steps: Step[] = [parse(html)];
  for (let step = steps.pop(); step; step = steps.pop()) {
    if (step === 'line') endLine();
    else if (step === 'gap') addLine('');
    else if ('quote' in step) quoteDepth = Math.max(quoteDepth + step.quote, 0);
    else if ('value' in step) line += step.value;
    else if (step.nodeName === 'br') void (endLine() || addLine(''));
    else if (!HIDDEN_TAGS.has(step.nodeName)) steps.push(...listSteps(step).toReversed());
  }
  endLine();
  return lines.join('\n');
}

function listSteps(node: HtmlNode): Step[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  if (node.nodeName === 'blockquote')
    return ['line', { quote: 1 }, ...children, 'line', { quote: -1 }];
  if (node.nodeName === 'p') return ['line', ...children, 'line', 'gap'];
  return BLOCK_TAGS.has(node.nodeName) ? ['line', ...children, 'line'] : children;
}

// What the parser of replies does not know: Greek programs, and the header block of Outlook, which
// names no address in angle brackets.
const QUOTE_STARTS = [
  /^Στις [^\n]{5,200}\n?[^\n]{0,200}έγραψε:\s*$/m,
  /^(-{2,}[^\n]{1,60}-{2,}\s*\n|_{10,}\s*\n)?\*?(From|Από):[^\n]{0,300}\n([^\n]{0,300}\n){0,3}?\*?(Sent|Date|Στάλθηκε|Ημερομηνία):/m,
];

export interface FoldedText {
  text: string;
  quotedText: string;
  isCut: boolean;
}

/** Separates the customer’s own text from quoted text, and cuts both to MAILBOX.textCharacters. */
export function foldQuotedText(message: string): FoldedText {
  const text = message.replaceAll('\r\n', '\n');
  const keptText = text.slice(0, MAILBOX.textCharacters);
  const starts = QUOTE_STARTS.map((start) => keptText.search(start)).filter((index) => index >= 0);
  const quoteStart = Math.min(...starts, keptText.length);
  // The parser's patterns take time that grows with the square of the length.
  const parsedEnd = Math.min(quoteStart, MAILBOX.quoteCharacters);
  const fragments = new EmailReplyParser().read(keptText.slice(0, parsedEnd)).getFragments();
  const [ownTexts, quotedTexts] = [false, true].map((isQuoted) =>
    fragments.filter((fragment) => fragment.isQuoted() === isQuoted).map(String),
  ) as [string[], string[]];
  const unparsedText = keptText.slice(parsedEnd, quoteStart);
  const isQuoteUnfinished = fragments.at(-1)?.isQuoted() ?? false;
  (isQuoteUnfinished ? quotedTexts : ownTexts).push(unparsedText);
  quotedTexts.push(keptText.slice(quoteStart));
  return {
    text: joinTexts(ownTexts),
    quotedText: joinTexts(quotedTexts),
    isCut: keptText.length < text.length,
  };
}

const joinTexts = (texts: readonly string[]) =>
  formatLetterText(texts.join('\n')).slice(0, MAILBOX.textCharacters).toWellFormed();
