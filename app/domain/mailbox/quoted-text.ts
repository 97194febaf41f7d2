// Finds the quotations in a plain text (AN-4). Its sender may be hostile, so the time it takes grows in proportion to
// the length: patterns are applied only to single lines, or wrapped ones, of at most MAILBOX.introductionCharacters.
import { MAILBOX } from '#app/domain/limits.ts';

/** The start and the end of the line by which a mail program introduces a quotation. */
const INTRODUCTIONS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^On\s/, /wrote:?$/],
  [/^\S.*\son\s/, /\sat\s.*wrote:$/],
  [/^Le\s/, /écrit\s?:?$/],
  [/^El\s/, /escribió:?$/],
  [/^(Il|In data)\s/, /scritto:?$/],
  [/^Em\s/, /escreveu:?$/],
  [/^Am\s/, /schrieb.*:$/],
  [/^[^<]+\s<[^>]+>/, /schrieb:$/],
  [/^Op\s/, /schreef.*:$/],
  [/^(W dniu|Dnia)\s/, /(pisze|napisał(\(a\))?):$/],
  [/^(Den|[a-z]{3,4}\.)\s/, /\sskrev\s.*:$/],
  [/^pe\s/, /kirjoitti:$/],
  [/^ср,\s/, /[\]>]:$/],
  [/^在/, /写道：$/],
  [/^20\d\d\./, /\s작성:$/],
  [/^20\d\d\//, /のメッセージ:$/],
  [/^20\d\d-\d\d.\d\d.\d\d:\d\d/, />:$/],
  [/^\d\d[.:]\d\d/, /<[^<>]*>\s?:$/],
  [/^(From|Von|De|Van|Da)\s?:\s?\S/, /[<[][^<[]*[\]>]$/],
];
const ORIGINAL_MESSAGE =
  /^-{1,12} ?(original message|oprindelig besked|message d'origine|ursprüngliche nachricht) ?-{0,12}$/i;

interface Fragment {
  text: string;
  isQuoted: boolean;
}

/**
 * Splits a text into own and quoted fragments, in order. Quoted are the lines that begin with `>`, with the
 * introduction above them, and all text below an introduction that follows an empty line.
 */
export function splitIntoFragments(text: string): Fragment[] {
  const blocks = joinIntroductions(text.split('\n'));
  const fragments: { texts: string[]; isQuoted: boolean }[] = [];
  let isAboveIntroduction = false;
  // From the last line to the first, because quotations are below what introduces them.
  for (const { text: blockText, isIntroduction } of blocks.toReversed()) {
    const isEmpty = blockText.trim() === '';
    const isQuoted = blockText.startsWith('>');
    let fragment = fragments.at(-1);
    if (isEmpty && isAboveIntroduction && fragment) fragment.isQuoted = true;
    const continuesQuotation = fragment?.isQuoted && (isIntroduction || isEmpty);
    if (!fragment || (fragment.isQuoted !== isQuoted && !continuesQuotation)) {
      fragment = { texts: [], isQuoted };
      fragments.push(fragment);
    }
    fragment.texts.push(blockText);
    isAboveIntroduction = isIntroduction;
  }
  return fragments
    .toReversed()
    .map(({ texts, isQuoted }) => ({ text: texts.toReversed().join('\n'), isQuoted }));
}

interface Block {
  text: string;
  isIntroduction: boolean;
}

/** Returns each line as a block; the lines of a wrapped introduction are one block. */
function joinIntroductions(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length;) {
    const lineCount = countIntroductionLines(lines, index);
    const blockLines = lines.slice(index, index + (lineCount || 1));
    blocks.push({ text: blockLines.join('\n'), isIntroduction: lineCount > 0 });
    index += blockLines.length;
  }
  return blocks;
}

/** Returns 0 if no introduction begins in this line. */
function countIntroductionLines(lines: readonly string[], firstIndex: number): number {
  let joined = '';
  for (let count = 1; count <= MAILBOX.introductionLines; count++) {
    const line = lines[firstIndex + count - 1] ?? '';
    if (line.trim() === '' || joined.length + line.length > MAILBOX.introductionCharacters)
      return 0;
    joined = `${joined} ${line.trim()}`.trim();
    if (isIntroduction(joined)) return count;
  }
  return 0;
}

function isIntroduction(line: string): boolean {
  if (ORIGINAL_MESSAGE.test(line)) return true;
  const words = line.replace(/^-*\s*/, '');
  return INTRODUCTIONS.some(([start, end]) => start.test(words) && end.test(words));
}
