// Separates the sender's own words from what a mail program quotes (AN-4). In doubt nothing is quoted. The sender may be
// hostile, so the time grows in proportion to the length: patterns are applied to single lines, or wrapped ones, of at
// most MAILBOX.introductionCharacters together.
import { MAILBOX } from '#app/domain/limits.ts';
import { cleanStaffText } from '#app/domain/plain-text.ts';

interface SeparatedText {
  text: string;
  quotedText: string;
  isCut: boolean;
}

/** The lines above a quotation: "On … wrote:", or the headers of the mail. `end` is exclusive. */
interface Introduction {
  start: number;
  end: number;
  /** Whether it introduces a quotation even if the lines below it are not marked with `>`. */
  isCertain: boolean;
}

/**
 * Separates a message into own and quoted text, and cuts both to MAILBOX.textCharacters. Quoted are lines that begin
 * with `>`, with the introduction above them. All other lines below a certain introduction are quoted too, except
 * those that the sender wrote among or below the lines of `sentTexts`, our mails to this sender. If that left no own
 * words, they stay own.
 */
export function separateQuotedText(
  message: string,
  sentTexts: readonly string[] = [],
): SeparatedText {
  const fullText = message.replaceAll('\r\n', '\n');
  const lines = fullText.slice(0, MAILBOX.textCharacters).split('\n');
  const introductions = findIntroductions(lines);

  const isMarked = lines.map((line) => line.startsWith('>'));
  for (const { start, end } of introductions) {
    let nextLine = end;
    while (lines[nextLine]?.trim() === '') nextLine += 1;
    if (isMarked[nextLine]) isMarked.fill(true, start, end);
  }

  const isQuoted = quoteUnmarkedLines(lines, isMarked, introductions, sentTexts);

  return {
    text: joinLines(lines.filter((_, index) => !isQuoted[index])),
    quotedText: joinLines(lines.filter((_, index) => isQuoted[index])),
    isCut: fullText.length > MAILBOX.textCharacters,
  };
}

const joinLines = (lines: readonly string[]) =>
  cleanStaffText(lines.join('\n')).slice(0, MAILBOX.textCharacters).toWellFormed();

function quoteUnmarkedLines(
  lines: readonly string[],
  isMarked: readonly boolean[],
  introductions: readonly Introduction[],
  sentTexts: readonly string[],
): readonly boolean[] {
  const unmarked = introductions.filter(({ start, isCertain }) => isCertain && !isMarked[start]);
  const isSent = createSentLineTest(sentTexts);
  const isQuoted = [...isMarked];

  unmarked.forEach(({ start, end }, position) => {
    const nextStart = unmarked[position + 1]?.start ?? lines.length;
    const offset = lines.slice(end, nextStart).findIndex(isSent);
    // Without a line that is certainly ours, nothing tells where the quotation ends.
    const firstSentLine = offset < 0 ? nextStart : end + offset;
    for (let index = start; index < nextStart; index++)
      isQuoted[index] ||= index <= firstSentLine || isSent(lines[index]!);
  });

  const hasOwnWords = lines.some((line, index) => !isQuoted[index] && hasWords(line));
  return hasOwnWords ? isQuoted : isMarked;
}

/** Compares letters and digits only, because mail programs wrap and decorate quoted lines. */
function createSentLineTest(sentTexts: readonly string[]): (line: string) => boolean {
  const sentLines = new Set(sentTexts.flatMap((text) => text.split('\n').map(simplify)));
  const sentText = sentTexts.map(simplify).join('\n');
  return (line) => {
    // The line above the signature has no words to compare.
    if (line.trim() === '--') return true;
    const words = simplify(line);
    if (words.length < MAILBOX.sentWordsCharacters) return words !== '' && sentLines.has(words);
    return sentText.includes(words);
  };
}

const simplify = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const hasWords = (line: string) => /[\p{L}\p{N}]/u.test(line);

/** Returns the introductions in their order, each with the line of dashes or underscores above it. */
function findIntroductions(lines: readonly string[]): Introduction[] {
  const introductions: Introduction[] = [];
  for (let index = 0; index < lines.length; index++) {
    const introduction =
      parseOriginalMessageLine(lines, index) ??
      parseHeaderBlock(lines, index) ??
      parseAttribution(lines, index);
    if (!introduction) continue;

    const lineAbove = lines[introduction.start - 1]?.trim() ?? '';
    if (SEPARATOR.test(lineAbove)) introduction.start -= 1;
    introductions.push(introduction);
    index = introduction.end - 1;
  }

  return introductions.sort((a, b) => a.start - b.start);
}

const SEPARATOR = /^(?:[-_=*]{5,500}|-{2,20} ?[^-]{1,60} ?-{2,20})$/;

const ORIGINAL_MESSAGE =
  /^-{1,12} ?(original message|forwarded message|original-?nachricht|ursprüngliche nachricht|message d'origine|message original|messaggio originale|mensaje original|mensagem original|oorspronkelijk bericht|oprindelig besked|oprindelig meddelelse|opprinnelig melding|ursprungligt meddelande|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|eredeti üzenet|исходное сообщение|αρχικό μήνυμα|προωθημένο μήνυμα) ?-{0,12}$/iu;

function parseOriginalMessageLine(lines: readonly string[], index: number): Introduction | null {
  const isOriginalMessage = ORIGINAL_MESSAGE.test(lines[index]!.trim());
  return isOriginalMessage ? { start: index, end: index + 1, isCertain: true } : null;
}

const YEAR_OR_DATE = /(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})/;
const TIME = /\d{1,2}[:.]\d\d/;
const EMAIL = /[^\s<>()[\]]{1,100}@[^\s<>()[\]]{1,100}/;
const EMAIL_IN_BRACKETS = /[<([](?:\s|mailto:)*[^\s<>()[\]]{1,100}@[^\s<>()[\]]{1,100}\s*[>)\]]/i;

const LABELLED_LINE = /^\s*\**(\p{L}[^:：<>@\d]{0,30})[:：]\**(?!\/\/)(.*)$/u;
const SENDER_LABELS = new Set(
  'from|von|absender|de|expéditeur|remitente|da|mittente|van|afzender|fra|från|avsändare|lähettäjä|από|αποστολέας|od|nadawca|от|від|kimden|gönderen|feladó|de la|saatja|nuo|no|发件人|寄件者|差出人|보낸 사람|מאת|من'.split(
    '|',
  ),
);

/**
 * Recognises the headers of a mail in any language: lines with labels, first the sender, then the date with its time.
 * The label and an email show that the first line names a sender, or one of them in a longer block.
 */
function parseHeaderBlock(lines: readonly string[], start: number): Introduction | null {
  const headers: { label: string; value: string }[] = [];
  let end = start;
  for (; end < start + MAILBOX.introductionLines * 4; end++) {
    const header = parseLabelledLine(lines[end]);
    if (header) {
      headers.push(header);
      continue;
    }

    // A long list of recipients may be wrapped.
    const isWrapped = headers.length > 0 && lines[end]?.trim() && parseLabelledLine(lines[end + 1]);
    if (!isWrapped) break;
  }

  const [sender, ...otherHeaders] = headers;
  if (!sender || otherHeaders.length === 0) return null;
  const hasDate = otherHeaders.some(({ value }) => YEAR_OR_DATE.test(value) && TIME.test(value));
  if (!hasDate) return null;

  const hasSenderLabel = SENDER_LABELS.has(sender.label);
  const isSender = hasSenderLabel && EMAIL.test(sender.value);
  const mayBeSender = hasSenderLabel || EMAIL_IN_BRACKETS.test(sender.value);
  // Mail programs write at least sender, date, recipient and subject; people write shorter lists.
  const isLongBlock = headers.length >= 4;
  if (!isSender && !(mayBeSender && isLongBlock)) return null;
  return { start, end, isCertain: true };
}

function parseLabelledLine(line = ''): { label: string; value: string } | null {
  if (line.length > MAILBOX.introductionCharacters) return null;
  const [, label, value] = LABELLED_LINE.exec(line) ?? [];
  if (label === undefined || value === undefined) return null;
  return { label: label.replace(/\*/g, '').trim().toLowerCase(), value };
}

const WROTE =
  /wrote|writes|έγραψε|γράφει|schrieb|geschrieben|écrit|scritto|scrive|escribi[óo]|escreveu|schreef|geschreven|skrev|skriver|skrifaði|kirjoitti|napisał|pisze|napsal|napísal|napisa[ol]|написа|пишет|пише|írta|a scris|yazdı|kirjutas|rakstīja|rašė|va escriure|escribiu|idatzi|shkroi|写道|寫道|のメッセージ|書きました|작성|썼습니다|viết|menulis|כתב|كتب/iu;
const SENTENCE_END = /\p{Ll}{2}[.!?;]\s+\p{Lu}/u;

/**
 * Recognises "On 25 Nov 2026, DRYS <…> wrote:" in any language: up to three lines that end with a colon and name a
 * date, and an email or a word for writing. Takes the fewest lines, because the sender's own may stand directly above.
 */
function parseAttribution(lines: readonly string[], lastLine: number): Introduction | null {
  if (!/[:：]\s*$/.test(lines[lastLine]!.slice(-20))) return null;

  let text = '';
  for (let start = lastLine; start > lastLine - MAILBOX.introductionLines; start--) {
    const line = lines[start]?.trim() ?? '';
    if (line === '' || line.startsWith('>')) return null;
    text = `${line} ${text}`.trim();
    if (text.length > MAILBOX.introductionCharacters) return null;

    const hasWriter = EMAIL.test(text) || WROTE.test(text);
    if (!YEAR_OR_DATE.test(text) || !hasWriter || SENTENCE_END.test(text)) continue;
    const isCertain = EMAIL_IN_BRACKETS.test(text) && (WROTE.test(text) || TIME.test(text));
    return { start, end: lastLine + 1, isCertain };
  }
  return null;
}
