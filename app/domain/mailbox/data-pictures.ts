// Takes the pictures out of HTML that contains them as data: addresses, which some programs write for a pasted picture.
// They are read as a stream, because a picture may be larger than all HTML that is kept.

interface DataPicture {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

const START = /data:(image\/[a-z0-9.+-]{1,40});base64,/i;
/** The longest text that START matches. A chunk may end within it. */
const MAX_START_LENGTH = 70;
const NOT_BASE64 = /[^a-z0-9+/=\s%]/i;

/** Yields the HTML without the contents of its pictures, which `receivePicture` gets and may read in part. */
export async function* extractDataPictures(
  html: AsyncIterable<Uint8Array>,
  receivePicture: (picture: DataPicture) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const source = html[Symbol.asyncIterator]();
  // One character for each byte, in every charset.
  let text = '';
  const readMore = async () => {
    const { value, done } = await source.next();
    if (!done) text += Buffer.from(value).toString('latin1');
    return !done;
  };

  /** Takes the base64 at the start of the text away. Returns it, and whether more of it may come. */
  const takeBase64 = () => {
    const end = text.search(NOT_BASE64);
    const base64 = end < 0 ? text : text.slice(0, end);
    text = end < 0 ? '' : text.slice(end);
    return { base64: base64.replace(/\s|%0[ad]/gi, ''), isOpen: end < 0 };
  };

  async function* readPicture(): AsyncGenerator<Uint8Array> {
    let pending = '';
    let isOpen = true;
    while (isOpen) {
      const part = takeBase64();
      isOpen = part.isOpen && (await readMore());
      pending += part.base64;
      // Four characters are three bytes.
      const length = isOpen ? pending.length - (pending.length % 4) : pending.length;
      if (length > 0) yield Buffer.from(pending.slice(0, length), 'base64');
      pending = pending.slice(length);
    }
  }

  do {
    for (let match = START.exec(text); match; match = START.exec(text)) {
      yield Buffer.from(text.slice(0, match.index), 'latin1');
      text = text.slice(match.index + match[0].length);
      await receivePicture({ type: match[1]!.toLowerCase(), bytes: readPicture() });
      // The rest of the picture that the receiver has not read is skipped too.
      while (takeBase64().isOpen && (await readMore()));
    }
    yield Buffer.from(text.slice(0, -MAX_START_LENGTH), 'latin1');
    text = text.slice(-MAX_START_LENGTH);
  } while (await readMore());
  yield Buffer.from(text, 'latin1');
}
