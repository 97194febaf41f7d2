import { AUTH } from '#app/domain/limits.ts';
import { normaliseUnicode } from '#app/unicode.ts';

/* oxlint-disable no-control-regex -- control characters are what is removed here */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

// The longest canonical decomposition of one letter, in UTF-16 code units.
const MAX_DECOMPOSED_LENGTH = 4;

/**
 * Returns a visitor's text as it is counted, stored and shown: line ends as LF, whole characters,
 * composed accents, without control characters, bidi overrides, angle brackets and outer white space
 * (CF-6). A text that cannot fit into `maxLength` is not composed: its field refuses it, as typed.
 */
export function toPlainText(value: string, maxLength: number): string {
  const text = removeControls(value.replace(/[<>]/g, ''));
  const canFit = text.length <= maxLength * MAX_DECOMPOSED_LENGTH;
  return canFit ? normaliseUnicode(text, 'NFC') : text;
}

/** Returns "1 file" or "2 files", for the output of commands. */
export function formatCount(count: number, one: string, other = `${one}s`): string {
  return `${count} ${count === 1 ? one : other}`;
}

export function toPlainLine(value: string, maxLength: number): string {
  return toPlainText(value, maxLength).replace(/[\n\t]+/g, ' ');
}

/** Returns what staff write to a visitor: like `plainText`, but angle brackets stay. */
export function formatLetterText(value: string): string {
  return normaliseUnicode(removeControls(value), 'NFC');
}

export function formatLetterLine(value: string): string {
  return formatLetterText(value).replace(/\s+/g, ' ');
}

// Before a text is normalised: what stood on both sides of a control character becomes one run of marks.
function removeControls(value: string): string {
  return value.replace(/\r\n?/g, '\n').toWellFormed().replace(CONTROLS, '').trim();
}

/** Returns a text without accents and case and with one sigma, so that Greek is found as people type it. */
export function foldText(text: string): string {
  return normaliseUnicode(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

// Linear in the length of its input, unlike the popular pattern with a dot inside both classes.
export const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Whether a text has the shape of an e-mail address (ledger AL-2, CF-5). Test its length first. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

/** Returns the e-mail address of an account as it is stored; too long a one is cut and stays too long. */
export function normaliseEmail(raw: string): string {
  const email = raw.replace(/[<>]/g, '').trim();
  const bounded = email.slice(0, AUTH.emailMax * MAX_DECOMPOSED_LENGTH);
  return normaliseUnicode(bounded, 'NFKC').toLowerCase();
}
