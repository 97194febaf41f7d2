// The limit of UAX #15, section 13 ("Stream-Safe Text Format").
const MAX_MARKS_IN_A_ROW = 30;

// The last two are letters that become marks in NFKC and NFKD.
const MARK = '[\\p{M}\\uff9e\\uff9f]';
const LONG_MARK_RUN = new RegExp(`(${MARK}{${MAX_MARKS_IN_A_ROW}})${MARK}+`, 'gu');

/**
 * Returns `text` in a normal form, without the marks beyond 30 in a row: `String.normalize` takes
 * quadratic time for a run of combining marks, and no language writes that many (security model 1.8).
 * Nothing else of the project calls `String.normalize`.
 */
export function normaliseUnicode(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(LONG_MARK_RUN, '$1').normalize(form);
}

// Unicode's characters without a picture (zero-width spaces, joiners, soft hyphens, bidi marks, fillers), and
// the blank pattern of Braille.
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns `text` without invisible characters, which often come with a copied email (CF-6). */
export function removeInvisibleCharacters(text: string): string {
  return text.replace(INVISIBLE_CHARACTERS, '');
}

/** Returns a path or URL with its spaces, control and non-ASCII characters percent-encoded; existing escapes stay. */
export function percentEncodePath(path: string): string {
  return path.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** Decodes the percent-encoded characters of a path; null for a bad escape. */
export function decodePath(encodedPath: string): string | null {
  try {
    return decodeURIComponent(encodedPath);
  } catch {
    return null;
  }
}
