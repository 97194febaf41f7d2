/* oxlint-disable no-control-regex -- control characters are what is removed here */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A visitor's text as it is counted, stored and shown: line ends as LF, whole characters, composed
 * accents, without control characters, bidi overrides, angle brackets and outer white space.
 * Source: ledger CF-6.
 */
export function plainText(value: string): string {
  return letterText(value).replace(/[<>]/g, '').trim();
}

/** What staff write to a visitor: the same, but angle brackets are theirs to use. */
export function letterText(value: string): string {
  return value.replace(/\r\n?/g, '\n').toWellFormed().normalize('NFC').replace(CONTROLS, '').trim();
}

export function letterLine(value: string): string {
  return letterText(value).replace(/\s+/g, ' ');
}

export function plainLine(value: string): string {
  return plainText(value).replace(/[\n\t]+/g, ' ');
}

/** Without accents and case, in one form of sigma: Greek is found and compared as people type it. */
export function foldedText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

// Linear in the length of its input, unlike the popular pattern with a dot inside both classes.
export const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Whether a text has the shape of an e-mail address (ledger AL-2, CF-5). Test its length first. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

export function normaliseEmail(raw: string): string {
  return raw.replace(/[<>]/g, '').trim().normalize('NFKC').toLowerCase();
}
