import { AUTH } from '#app/domain/limits.ts';
import { normaliseUnicode, removeInvisibleCharacters } from '#app/unicode.ts';

/* oxlint-disable no-control-regex -- the pattern removes control characters */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

// CRLF, CR, and the line and page breaks of word processors, which paste a vertical tab for Shift+Enter.
const LINE_BREAK = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;

// The longest canonical decomposition of one letter, in UTF-16 code units.
const MAX_DECOMPOSED_LENGTH = 4;

/**
 * Returns a visitor's text as it is counted, stored and shown: line ends as LF, composed accents, without
 * control characters, bidi overrides, angle brackets and outer white space (CF-6). Does not shorten it: the caller
 * refuses a text that is too long. A text that cannot fit its field even when composed stays uncomposed.
 */
export function toPlainText(value: string, fieldMaxLength: number): string {
  const text = cleanCharacters(value.replace(/[<>]/g, ''));
  const mayFitWhenComposed = text.length <= fieldMaxLength * MAX_DECOMPOSED_LENGTH;
  return mayFitWhenComposed ? normaliseUnicode(text, 'NFC') : text;
}

/** Like `toPlainText`, but on one line. Does not shorten it either. */
export function toPlainLine(value: string, fieldMaxLength: number): string {
  return toPlainText(value, fieldMaxLength).replace(/[\n\t]+/g, ' ');
}

/** Cleans like `toPlainText`, but leaves angle brackets. */
export function cleanStaffText(value: string): string {
  return normaliseUnicode(cleanCharacters(value), 'NFC');
}

export function cleanStaffLine(value: string): string {
  return cleanStaffText(value).replace(/\s+/g, ' ');
}

/**
 * Returns a text with line ends as LF, without control characters, bidi overrides and outer white space. Call it before
 * normalising: removing a control character may join two runs of marks.
 */
function cleanCharacters(value: string): string {
  return value.replace(LINE_BREAK, '\n').toWellFormed().replace(CONTROLS, '').trim();
}

/** Returns a text for search: lower case, without accents, and with one form of the letter sigma. */
export function foldAccentsAndCase(text: string): string {
  return normaliseUnicode(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

// Neither a list of emails nor a mailto: URL is an email.
// Takes linear time, unlike the popular pattern that allows a dot in both character classes.
const EMAIL_PATTERN = /^[^\s@,;:]+@[^\s@.,;:?]+(\.[^\s@.,;:?]+)+$/;
const GREEK = /\p{Script=Greek}/u;

/**
 * Returns whether a text of any length has the form of an email (AL-2, CF-5). Callers limit its length. A domain typed on
 * the wrong keyboard has none: no part of one mixes the alphabets, and only two endings are Greek.
 */
export function hasEmailSyntax(text: string): boolean {
  const labels = text.slice(text.lastIndexOf('@') + 1).split('.');
  const isMixed = labels.some((label) => GREEK.test(label) && /\p{Script=Latin}/u.test(label));
  const ending = labels.at(-1)!;
  const hasGreekEnding = GREEK.test(ending) && !/^(?:ελ|ευ)$/i.test(ending);
  return EMAIL_PATTERN.test(text) && !isMixed && !hasGreekEnding;
}

// In linear time: no class contains the sign that ends it.
const NAME_AND_EMAIL = /^([^<>]*)<([^<>\s@]+@[^<>\s@]+)>[\s,;]*$/;

/**
 * Returns the email of a text as programs copy it: without `mailto:`, a name before it ("Maria <maria@mail.example>")
 * and a comma or semicolon behind it (CF-5). Returns other text, such as a list of emails, trimmed and without
 * brackets.
 */
export function extractEmail(text: string): string {
  const [, name = '', bracketedEmail = ''] = NAME_AND_EMAIL.exec(text) ?? [];
  // Programs repeat the email as the name of a person without one; any other email before it makes a list.
  const isOneEmail = bracketedEmail !== '' && !name.replace(bracketedEmail, '').includes('@');

  return (isOneEmail ? bracketedEmail : text)
    .replace(/[<>]/g, '')
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[,;]$/, '')
    .trim();
}

/** Returns "1 file" or "2 files". */
export function formatCount(count: number, one: string, other = `${one}s`): string {
  return `${count} ${count === 1 ? one : other}`;
}

/** Returns an email as accounts store it, in lower case. Cuts a much too long one, because normalising takes time. */
export function normaliseEmail(raw: string): string {
  const email = removeInvisibleCharacters(raw).replace(/[<>]/g, '').trim();
  const boundedEmail = email.slice(0, AUTH.emailMax * MAX_DECOMPOSED_LENGTH);
  return normaliseUnicode(boundedEmail, 'NFKC').toLowerCase();
}
