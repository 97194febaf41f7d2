// Decodes the bytes of a message into text. Mail programs often declare no charset, or not the charset they use (AN-4).

const UTF_8 = new TextDecoder('utf-8');
const VALID_UTF_8 = new TextDecoder('utf-8', { fatal: true });
const GREEK = new TextDecoder('windows-1253');

/**
 * Decodes UTF-7 and charsets with several bytes for a letter, such as GBK, as declared; other text as UTF-8 if it may
 * be that. If not, decodes each line as UTF-8, as the declared charset, or as windows-1253 if that is unknown or cannot
 * be meant.
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  if (charset !== null && /utf-?7$/i.test(charset)) return decodeUtf7(bytes);

  const decoder = charset === null ? null : createDecoder(charset);
  if (decoder && isMultibyteBesidesUtf8(decoder)) return decoder.decode(bytes);

  try {
    return VALID_UTF_8.decode(bytes);
  } catch {
    // A message is put together from several texts.
    const lines = Buffer.from(bytes)
      .toString('latin1')
      .split(/(?<=\n)/);
    return lines.map((line) => decodeLine(Buffer.from(line, 'latin1'), decoder)).join('');
  }
}

/** Decodes the encoded words of a header (RFC 2047). Adjacent words of one charset may divide a letter. */
export function decodeWords(header: string): string {
  return header.replace(ADJACENT_ENCODED_WORDS, (run) => decodeAdjacentWords(run));
}

// Groups: charset, encoding, text. A language may follow the charset after "*" (RFC 2231, 5).
const ENCODED_WORD = /=\?([^?\s*]+)[^?\s]*\?([bq])\?([^?]*)\?=/gi;
// Encoded words with only white space between them.
const ADJACENT_ENCODED_WORDS = /=\?[^?\s]+\?[bq]\?[^?]*\?=(?:\s*=\?[^?\s]+\?[bq]\?[^?]*\?=)*/gi;

function decodeAdjacentWords(run: string): string {
  const words = [...run.matchAll(ENCODED_WORD)];
  let text = '';
  let pendingBytes = Buffer.alloc(0);

  for (const [index, [, charset = '', encoding = '', encoded = '']] of words.entries()) {
    const isBase64 = encoding.toLowerCase() === 'b';
    const bytes = isBase64 ? Buffer.from(encoded, 'base64') : decodeQ(encoded);
    pendingBytes = Buffer.concat([pendingBytes, bytes]);

    // A letter may continue in the next word of the charset: both are decoded together.
    const isContinued = words[index + 1]?.[1]?.toLowerCase() === charset.toLowerCase();
    if (isContinued) continue;

    text += decodeText(pendingBytes, charset);
    pendingBytes = Buffer.alloc(0);
  }

  return text;
}

/** Decodes the variant of quoted-printable that encoded words use (RFC 2047, 4.2). */
function decodeQ(encoded: string): Buffer {
  const bytes = Buffer.from(encoded.replace(/[_\s]/g, ' ')).toString('latin1');
  const decoded = bytes.replace(/=([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

function createDecoder(charset: string): TextDecoder | null {
  // Programs call text ASCII that they never looked at, so that name counts as unknown too.
  if (/ascii|^ansi_x3\.4/i.test(charset)) return null;
  try {
    return new TextDecoder(charset.trim());
  } catch {
    return null;
  }
}

/** Such text may look like UTF-8, for instance short words in GBK, so its declared charset is trusted. */
function isMultibyteBesidesUtf8({ encoding }: TextDecoder): boolean {
  return /^(utf-16|iso-2022|gb|big5|euc|shift)/.test(encoding);
}

/** In UTF-7, the letters between + and - are UTF-16 in base64 (RFC 2152). Browsers and libraries do not know it. */
function decodeUtf7(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/\+([a-z0-9+/]*)-?/gi, (_, base64: string) =>
      base64 === '' ? '+' : new TextDecoder('utf-16be').decode(Buffer.from(base64, 'base64')),
    );
}

function decodeLine(line: Uint8Array, decoder: TextDecoder | null): string {
  const utf8 = UTF_8.decode(line);
  const invalidCount = utf8.split('\ufffd').length - 1;
  if (invalidCount === 0) return utf8;

  // A long line, such as HTML without line breaks, stays UTF-8 although a letter in it is damaged or cut off.
  const validLettersBeyondAscii = utf8.replace(/[\0-\x7f\ufffd]+/g, '');
  if (validLettersBeyondAscii.length > invalidCount) return utf8;

  if (!decoder || decoder.encoding === 'utf-8') return GREEK.decode(line);

  const isLatin1 = decoder.encoding === 'windows-1252';
  return isLatin1 && looksGreek(line) ? GREEK.decode(line) : decoder.decode(line);
}

/** Accented letters of Latin-1 stand between ASCII letters; Greek words consist of bytes above 0xb7 alone. */
function looksGreek(line: Uint8Array): boolean {
  const text = Buffer.from(line).toString('latin1');
  const words = text.match(/[a-z\xb8-\xfe]+/gi) ?? [];
  const wordsWithHighBytes = words.filter((word) => /[\xb8-\xfe]/.test(word));
  const greekWords = wordsWithHighBytes.filter((word) => /^[\xb8-\xfe]{2,}$/.test(word));
  return greekWords.length * 2 > wordsWithHighBytes.length;
}
