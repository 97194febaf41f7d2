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
 * Cuts a message to MAILBOX.textCharacters, and separates it into own and quoted text. Quoted are lines that begin
 * with `>`, with the introduction above them. All other lines below a certain introduction are quoted too, except
 * those that the sender wrote among or below the lines of `sentTexts`, our mails to this sender. If that left no own
 * words, they stay own. Lines between two marked ones of ours are own too.
 */
export function separateQuotedText(
  message: string,
  sentTexts: readonly string[] = [],
): SeparatedText {
  const fullText = message.replaceAll('\r\n', '\n');
  const lines = fullText.slice(0, MAILBOX.textCharacters).split('\n');
  const introductions = findIntroductions(lines);
  const isMarked = lines.map((line) => line.startsWith('>'));

  // An introduction of marked lines is quoted with them; empty lines may stand between.
  for (const { start, end } of introductions) {
    let nextLine = end;
    while (lines[nextLine]?.trim() === '') nextLine += 1;
    if (isMarked[nextLine]) isMarked.fill(true, start, end);
  }

  // Mail programs also mark words that are the sender's own, and leave quotations unmarked.
  const sentMails = sentTexts.map(listSentLines);
  unmarkForwardedLines(lines, isMarked);
  unmarkTypedLines(lines, isMarked, sentMails);
  const isQuoted = quoteUnmarkedLines(lines, isMarked, introductions, sentMails);
  quoteEmptyLines(lines, isQuoted);

  const ownLines = lines.filter((_, index) => !isQuoted[index]);

  return {
    text: joinLines(ownLines.map((line) => line.replace(/^> ?/, ''))),
    quotedText: joinLines(lines.filter((_, index) => isQuoted[index])),
    isCut: fullText.length > MAILBOX.textCharacters,
  };
}

const joinLines = (lines: readonly string[]) =>
  cleanStaffText(lines.join('\n')).slice(0, MAILBOX.textCharacters).toWellFormed();

const FORWARDED_WITH_MARKS =
  /^(?:begin forwarded message|[^:]{0,20}προωθημένου μηνύματος|anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré)|inizio messaggio inoltrato|inicio del mensaje reenviado) ?:$/iu;

/** Unmarks a mail that the sender forwards: Apple's programs mark its lines. */
function unmarkForwardedLines(lines: readonly string[], isMarked: boolean[]): void {
  let isForwarded = false;
  for (const [index, line] of lines.entries()) {
    if (isForwarded && !isMarked[index]) isForwarded = line.trim() === '';
    if (isForwarded) isMarked[index] = false;
    if (FORWARDED_WITH_MARKS.test(line.trim())) isForwarded = true;
  }
}

/**
 * Unmarks lines that the sender typed: some programs also mark what is added to a quotation. Certainly typed are only
 * lines between two of ours in the same quotation.
 */
function unmarkTypedLines(
  lines: readonly string[],
  isMarked: boolean[],
  sentMails: readonly SentMail[],
): void {
  let start = 0;
  while (start < lines.length) {
    let end = start;
    while (end < lines.length && isQuotedOnce(lines[end]!)) end += 1;

    const quotation = lines.slice(start, end);
    const isSent = findSentLines(quotation, sentMails);
    const isOurs = (line: string, index: number) =>
      isSent[index] || isPartOfSentLine(line, sentMails);

    const lastOfOurs = quotation.findLastIndex(isOurs);
    for (let index = quotation.findIndex(isOurs) + 1; index < lastOfOurs; index++)
      if (!isSent[index] && hasWords(quotation[index]!)) isMarked[start + index] = false;

    start = Math.max(end, start + 1);
  }
}

const isQuotedOnce = (line: string) => /^>(?!\s*>)/.test(line);

/** Returns `isMarked` with the unmarked quotations, or unchanged if they would leave the sender no own words. */
function quoteUnmarkedLines(
  lines: readonly string[],
  isMarked: boolean[],
  introductions: readonly Introduction[],
  sentMails: readonly SentMail[],
): boolean[] {
  const unmarked = introductions.filter(({ start, isCertain }) => isCertain && !isMarked[start]);
  const isQuoted = [...isMarked];

  unmarked.forEach(({ start, end }, position) => {
    const nextStart = unmarked[position + 1]?.start ?? lines.length;
    const quotation = lines.slice(end, nextStart);
    const isSent = findSentLines(quotation, sentMails);

    // Without a line that is certainly ours, nothing tells where the quotation ends.
    const firstOfOurs = quotation.findIndex(
      (line, index) => isSent[index] || isPartOfSentLine(line, sentMails),
    );
    isQuoted.fill(true, start, firstOfOurs === -1 ? nextStart : end + firstOfOurs);

    // The sender may answer between our lines. The line above our signature has no words to compare.
    for (let index = end; index < nextStart; index++)
      if (isSent[index - end] || lines[index]!.trim() === '--') isQuoted[index] = true;
  });

  const hasOwnWords = lines.some((line, index) => !isQuoted[index] && hasWords(line));
  return hasOwnWords ? isQuoted : isMarked;
}

/** Quotes the empty lines between two quoted lines: they would be a gap in the sender's own words. */
function quoteEmptyLines(lines: readonly string[], isQuoted: boolean[]): void {
  /** The line after the last one that is not empty, if that is quoted. */
  let gapStart: number | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    if (gapStart !== null && isQuoted[index]) isQuoted.fill(true, gapStart, index);
    gapStart = isQuoted[index] ? index + 1 : null;
  }
}

/** The lines of a mail of ours as letters and digits only: mail programs add signs to a quotation. */
type SentMail = readonly string[];

const listSentLines = (text: string): SentMail =>
  text.split('\n').map(keepLettersAndDigits).filter(Boolean);

/** Returns a text in the form in which texts are compared that mail programs wrap and decorate. */
export const keepLettersAndDigits = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

// Mail programs write where a link leads after its words: "https://drys.example <https://drys.example/>".
const LINK_TARGET = /<(?:https?:\/\/|mailto:|tel:)[^<>\s]{1,2000}>/gi;

const getQuotedWords = (line: string): string =>
  keepLettersAndDigits(line.replace(LINK_TARGET, '')) || keepLettersAndDigits(line);

/** Returns which lines of a quotation are ours. It quotes one mail: the one that has most of its lines. */
function findSentLines(lines: readonly string[], mails: readonly SentMail[]): boolean[] {
  const quotation = lines.map(getQuotedWords);
  let sentIndexes = new Set<number>();
  for (const mail of mails) {
    const indexes = findLinesOfMail(quotation, mail);
    if (indexes.size > sentIndexes.size) sentIndexes = indexes;
  }
  return lines.map((_, index) => sentIndexes.has(index));
}

/** Whether a line has words of ours: the sender may have kept a part of a line, or may repeat it in an answer. */
function isPartOfSentLine(line: string, mails: readonly SentMail[]): boolean {
  const words = getQuotedWords(line);
  const isLong = words.length >= MAILBOX.sentWordsCharacters;
  return isLong && mails.some((mail) => mail.some((sentLine) => sentLine.includes(words)));
}

/** Finds the lines of our mail in their order, and each of them once: an answer may repeat our words. */
function findLinesOfMail(quotation: readonly string[], mail: SentMail): Set<number> {
  const indexes = new Set<number>();
  let nextSentLine = 0;

  quotation.forEach((words, start) => {
    if (words === '' || indexes.has(start)) return;
    for (let sentLine = nextSentLine; sentLine < mail.length; sentLine++) {
      if (!mail[sentLine]!.startsWith(words)) continue;
      const parts = findParts(quotation, start, mail[sentLine]!);
      if (parts.length === 0) continue;

      for (const part of parts) indexes.add(part);
      nextSentLine = sentLine + 1;
      return;
    }
  });
  return indexes;
}

/**
 * Returns the indexes of the lines that together are a whole line of ours, the first one at `start`; none if it is not
 * whole. A mail program wraps it, and the sender may divide it to answer its first half.
 */
function findParts(quotation: readonly string[], start: number, sentLine: string): number[] {
  const parts: number[] = [];
  let rest = sentLine;
  let end = start + 1;

  for (let index = start; index < end && index < quotation.length; index++) {
    const words = quotation[index]!;
    if (words === '' || !rest.startsWith(words)) continue;
    parts.push(index);
    rest = rest.slice(words.length);
    if (rest === '')
      return isTargetInLine(quotation[index + 1], sentLine) ? [...parts, index + 1] : parts;
    end = index + 1 + MAILBOX.linesWithinSentLine;
  }
  return [];
}

/** Whether a line is the target of a link in the line above it, from which a mail program has wrapped it. */
const isTargetInLine = (words = '', sentLine: string) =>
  words.startsWith('http') && sentLine.includes(words);

const hasWords = (line: string) => /[\p{L}\p{N}]/u.test(line);

/** Returns the introductions in their order, each with the line of dashes or underscores above it. */
function findIntroductions(lines: readonly string[]): Introduction[] {
  const introductions: Introduction[] = [];
  for (let index = 0; index < lines.length; index++) {
    // The sender wants us to read a forwarded mail, unless it was quoted with another one.
    const isForwarded = introductions.length === 0 && FORWARDED_MESSAGE.test(lines[index]!.trim());
    if (isForwarded) {
      index = readHeaders(lines, index + 1).end - 1;
      continue;
    }

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
  /^-{1,12} ?(original message|original-?nachricht|ursprüngliche nachricht|message d'origine|message original|messaggio originale|mensaje original|mensagem original|oorspronkelijk bericht|oprindelig besked|oprindelig meddelelse|opprinnelig melding|ursprungligt meddelande|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|eredeti üzenet|исходное сообщение|αρχικό μήνυμα) ?-{0,12}$/iu;

const FORWARDED_MESSAGE =
  /^-{2,12} ?(forwarded message|προωθημένο μήνυμα|weitergeleitete nachricht|message transféré|messaggio inoltrato|mensaje reenviado|mensagem encaminhada|doorgestuurd bericht|vidarebefordrat meddelande|videresendt (?:besked|meddelelse|melding)|wiadomość przekazana|przesłana wiadomość|пересылаемое сообщение) ?-{2,12}$/iu;

function parseOriginalMessageLine(lines: readonly string[], index: number): Introduction | null {
  const isOriginalMessage = ORIGINAL_MESSAGE.test(lines[index]!.trim());
  return isOriginalMessage ? { start: index, end: index + 1, isCertain: true } : null;
}

const YEAR_OR_DATE = /(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})/;
const TIME = /\d{1,2}[:.]\d\d/;
const EMAIL = /[^\s<>()[\]]{1,100}@[^\s<>()[\]]{1,100}/;
const EMAIL_IN_BRACKETS = /[<([](?:\s|mailto:)*[^\s<>()[\]]{1,100}@[^\s<>()[\]]{1,100}\s*[>)\]]/i;

const MAX_HEADER_LINES = MAILBOX.introductionLines * 4;
const LABELLED_LINE = /^\s*\**(\p{L}[^:：<>@\d]{0,30})[:：]\**(?!\/\/)(.*)$/u;
const SENDER_LABELS = new Set(
  'from|von|absender|de|expéditeur|remitente|da|mittente|van|afzender|fra|från|avsändare|lähettäjä|από|αποστολέας|od|nadawca|от|від|kimden|gönderen|feladó|de la|saatja|nuo|no|发件人|寄件者|差出人|보낸 사람|מאת|من'.split(
    '|',
  ),
);

interface Header {
  label: string;
  value: string;
}

/** Recognises the headers of a mail in any language: lines with labels, first the sender with an email, or the date. */
function parseHeaderBlock(lines: readonly string[], start: number): Introduction | null {
  const { headers, end } = readHeaders(lines, start);
  const [first, second] = headers;
  if (!first || !second || !headers.some(isDateWithTime)) return null;

  // GMX and web.de write the date first.
  const sender = isDateWithTime(first) ? second : first;
  // Mail programs write at least sender, date, recipient and subject; people write shorter lists.
  const isLongBlock = headers.length >= 4;
  const isFromSender = isLongBlock ? mayNameSender(sender) : certainlyNamesSender(sender);
  return isFromSender ? { start, end, isCertain: true } : null;
}

/** Returns the labelled lines from `start` on, and the line after them. */
function readHeaders(lines: readonly string[], start: number): { headers: Header[]; end: number } {
  const headers: Header[] = [];
  let end = start;
  while (end < start + MAX_HEADER_LINES) {
    const header = parseLabelledLine(lines[end]);
    if (header) headers.push(header);
    else if (headers.length === 0 || !isWrappedHeader(lines, end)) break;
    end += 1;
  }
  return { headers, end };
}

/** A long list of recipients may be wrapped. */
const isWrappedHeader = (lines: readonly string[], index: number) =>
  lines[index] !== undefined &&
  lines[index].trim() !== '' &&
  parseLabelledLine(lines[index + 1]) !== null;

const isDateWithTime = ({ value }: Header) => YEAR_OR_DATE.test(value) && TIME.test(value);

const certainlyNamesSender = ({ label, value }: Header) =>
  SENDER_LABELS.has(label) && EMAIL.test(value);

/** Without an email, the lines may be a list of the customer's, such as the places of a delivery. */
const mayNameSender = (header: Header) =>
  certainlyNamesSender(header) || EMAIL_IN_BRACKETS.test(header.value);

function parseLabelledLine(line = ''): Header | null {
  if (line.length > MAILBOX.introductionCharacters) return null;
  const [, label, value] = LABELLED_LINE.exec(line) ?? [];
  if (label === undefined || value === undefined) return null;
  return { label: label.replace(/\*/g, '').trim().toLowerCase(), value };
}

const WROTE =
  /wrote|writes|έγραψε|γράφει|schrieb|geschrieben|écrit|scritto|scrive|escribi[óo]|escreveu|schreef|geschreven|skrev|skriver|skrifaði|kirjoitti|napisał|pisze|napsal|napísal|napisa[ol]|написа|пишет|пише|írta|a scris|yazdı|kirjutas|rakstīja|rašė|va escriure|escribiu|idatzi|shkroi|写道|寫道|のメッセージ|書きました|작성|썼습니다|viết|menulis|כתב|كتب/iu;
const SENTENCE_END = /\p{Ll}{2}[.!?;]\s+\p{Lu}/u;

// Zoho writes "---- On 25 Nov 2026 DRYS <…> wrote ---".
const ATTRIBUTION_END = /(?:[:：]|\p{L} ?-{3,4})\s*$/u;

/**
 * Recognises "On 25 Nov 2026, DRYS <…> wrote:" in any language: up to three lines that end with a colon. Takes the
 * fewest lines, because the sender's own may stand directly above.
 */
function parseAttribution(lines: readonly string[], lastLine: number): Introduction | null {
  if (!ATTRIBUTION_END.test(lines[lastLine]!.slice(-20))) return null;

  let text = '';
  for (let start = lastLine; start > lastLine - MAILBOX.introductionLines; start--) {
    const line = lines[start]?.trim() ?? '';
    if (line === '' || line.startsWith('>')) return null;
    text = `${line} ${text}`.trim();
    if (text.length > MAILBOX.introductionCharacters) return null;
    if (isAttribution(text))
      return { start, end: lastLine + 1, isCertain: isCertainAttribution(text) };
  }
  return null;
}

/** Whether a text names a date, and an email or a word for writing, and is one sentence. */
function isAttribution(text: string): boolean {
  const namesWriter = EMAIL.test(text) || WROTE.test(text);
  return YEAR_OR_DATE.test(text) && namesWriter && !SENTENCE_END.test(text);
}

const isCertainAttribution = (text: string) =>
  EMAIL_IN_BRACKETS.test(text) && (WROTE.test(text) || TIME.test(text));
