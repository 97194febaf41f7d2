/* oxlint-disable no-control-regex -- control characters are what is removed here */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A visitor's text as it is counted, stored and shown: line ends as LF, whole characters, composed
 * accents, without control characters, bidi overrides, angle brackets and outer white space.
 * Source: ledger CF-6.
 */
export function plainText(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .normalize('NFC')
    .replace(CONTROLS, '')
    .replace(/[<>]/g, '')
    .trim();
}

/** The same on one line: line ends and tabs become spaces. */
export function plainLine(value: string): string {
  return plainText(value).replace(/[\n\t]+/g, ' ');
}
