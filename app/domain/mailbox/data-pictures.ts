// Takes the pictures out of HTML that contains them as data: addresses, which some programs write for a pasted picture.
// They are read as a stream, because a picture may be larger than all HTML that is kept.

const START = /data:(image\/[a-z0-9.+-]{1,40});base64,/i;
/** The longest text that START matches. A chunk may end within it. */
const MAX_START_LENGTH = 59;
/** Base64 in an address may contain line breaks, and escapes such as %3D. */
const NOT_BASE64 = /[^a-z0-9+/=\s%]/i;
const UNFINISHED_ESCAPE = /%[0-9a-f]?$/i;

/** Yields the HTML without the contents of its pictures, which `receivePicture` gets and may read in part. */
export async function* extractDataPictures(
  html: AsyncIterable<Uint8Array>,
  receivePicture: (picture: { type: string; bytes: AsyncIterable<Uint8Array> }) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(html);

  do {
    let match = START.exec(reader.text);
    while (match) {
      // With the start of the picture, so that a limit of the HTML limits the pictures too.
      yield toBytes(reader.take(match.index + match[0].length));
      await receivePicture({ type: match[1]!.toLowerCase(), bytes: readPicture(reader) });
      await skipRestOfPicture(reader);
      match = START.exec(reader.text);
    }

    // The last characters may be the first ones of a picture's start.
    yield toBytes(reader.take(Math.max(0, reader.text.length - MAX_START_LENGTH)));
  } while (await reader.readMore());

  yield toBytes(reader.text);
}

/** Reads bytes as a text of one character for each byte, in every charset. */
class ByteReader {
  /** The bytes that were read but not yet used. */
  text = '';
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** Returns false at the end. */
  async readMore(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.text += Buffer.from(value).toString('latin1');
    return true;
  }

  take(length: number): string {
    const start = this.text.slice(0, length);
    this.text = this.text.slice(length);
    return start;
  }
}

const toBytes = (text: string) => Buffer.from(text, 'latin1');

async function* readPicture(reader: ByteReader): AsyncGenerator<Uint8Array> {
  let pending = '';
  for await (const base64 of takeBase64(reader)) {
    pending += base64;
    // Four characters are three bytes.
    const wholeLength = pending.length - (pending.length % 4);
    yield Buffer.from(pending.slice(0, wholeLength), 'base64');
    pending = pending.slice(wholeLength);
  }
  yield Buffer.from(pending, 'base64');
}

async function skipRestOfPicture(reader: ByteReader): Promise<void> {
  const rest = takeBase64(reader);
  let next = await rest.next();
  while (!next.done) next = await rest.next();
}

/** Takes base64 from the reader up to the first other character. Yields it without escapes and line breaks. */
async function* takeBase64(reader: ByteReader): AsyncGenerator<string> {
  let isAtEnd = false;
  while (!isAtEnd) {
    const endOfBase64 = reader.text.search(NOT_BASE64);
    const isEndInText = endOfBase64 >= 0;
    // Only an escape at the end of the text may be unfinished: search for it once a text, not once a picture.
    const length = isEndInText ? endOfBase64 : reader.text.search(UNFINISHED_ESCAPE);
    yield decodeEscapes(reader.take(length >= 0 ? length : Infinity)).replace(/\s/g, '');

    isAtEnd = isEndInText || !(await reader.readMore());
  }
}

function decodeEscapes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
