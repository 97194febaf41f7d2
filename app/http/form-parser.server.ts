// Splits the body of a form with Busboy: fields are collected, files are yielded while they arrive.
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import Busboy from '@fastify/busboy';
import type { IncomingFile } from '#app/domain/attachments/attachment-intake.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

// More than a form may have, so that the route can name the files that are too many.
const MAX_FILES = 40;
/** The fields that a form may repeat: the ticked rows of a list (DK-5), and the works of a project (VP-6). */
const REPEATABLE_FIELDS: readonly string[] = ['ids', 'made'];

export interface FormBounds {
  /** The size of all fields together. */
  maxBytes: number;
  maxFields: number;
  /** The size of the whole body. It is more than maxBytes only where files have room. */
  maxBodyBytes: number;
  /** The fields that may be files. */
  fileFields: readonly string[];
  /** Named by the refusal of a body that is too large for its files. */
  filesMb: number;
  /** Fields may follow files. They are complete only after the last file. */
  isAnyOrder: boolean;
}

export const hasRoomForFiles = ({ maxBytes, maxBodyBytes }: FormBounds): boolean =>
  maxBodyBytes > maxBytes;

function createSizeRefusal(bounds: FormBounds): Refusal {
  if (!hasRoomForFiles(bounds)) return createTooLargeRefusal(bounds);
  return new Refusal(413, 'filesTooLarge', { values: { mb: bounds.filesMb } });
}

export const createTooLargeRefusal = ({ maxBytes }: FormBounds) =>
  new Refusal(413, 'tooLarge', { values: { kb: maxBytes / 1024 } });

interface FilePart {
  field: string;
  fileName: string;
  stream: Readable;
}

/** Reads the fields and files of a body. The end of the body ends the parser, which ends the parts. */
export class FormParser {
  readonly fields = new FormData();
  readonly #body: Readable;
  readonly #bounds: FormBounds;
  readonly #parser: ReturnType<typeof createParser>;
  readonly #parts = new Readable({ objectMode: true, read: () => undefined });
  readonly #openFiles = new Set<Readable>();
  #hasFile = false;
  #fieldCount = 0;
  #singleFieldCount = 0;
  #fieldBytes = 0;
  #bodyBytes = 0;

  constructor(body: Readable, contentType: string, bounds: FormBounds) {
    this.#body = body;
    this.#bounds = bounds;
    this.#parser = createParser(contentType, bounds);

    const refuse = () => this.fail(createUnreadableRefusal());
    this.#parser
      .on('field', (name, value) => this.#addField(name, value))
      .on('file', (field, stream, fileName) => this.#addFile({ field, stream, fileName }))
      .on('partsLimit', refuse)
      .on('error', refuse)
      .on('finish', () => this.#parts.push(null));
    // Their reader reports the error; without any listener, Node would end the process.
    this.#parts.on('error', () => undefined);

    body.on('error', refuse).on('data', (chunk: Buffer) => this.#countBytes(chunk.length));
    body.once('close', () => {
      if (!body.readableEnded) refuse();
    });
    body.pipe(this.#parser);
  }

  /**
   * Yields the files as they arrive. Rejects with the Refusal of the form. The bytes of a file without a reader are
   * discarded.
   */
  async *readFiles(): AsyncGenerator<IncomingFile, void> {
    for await (const { field, fileName, stream } of this.#parts as AsyncIterable<FilePart>) {
      // A browser sends a nameless, empty part if no file was chosen.
      const chunks = readParsedFile(stream);
      const head = await chunks.next();
      if (fileName === '' && head.done) continue;

      // Browsers escape line ends and quotes in the name of a file (HTML, multipart/form-data encoding).
      const name = fileName.replace(/%0d|%0a/gi, ' ').replaceAll('%22', '"');
      yield { field, name, bytes: prepend(head, chunks) };
      await chunks.return();
      stream.resume();
    }
  }

  /** Ends the form, and the files that are still open, with an error. */
  fail(error: Refusal): void {
    error.fields = this.fields;
    this.#body.unpipe(this.#parser);
    this.#parts.destroy(error);
    for (const stream of this.#openFiles) stream.destroy(error);
  }

  #addField(name: string, value: string): void {
    const { maxBytes, maxFields, isAnyOrder } = this.#bounds;
    // In an enquiry all fields come before the files.
    const isMisplaced = this.#hasFile && !isAnyOrder;
    if (isMisplaced || !name) return this.fail(createUnreadableRefusal());

    const isRepeatable = REPEATABLE_FIELDS.includes(name);
    if (this.fields.has(name) && !isRepeatable) return this.fail(new Refusal(400, 'fieldTwice'));

    this.#fieldCount += 1;
    if (!isRepeatable) this.#singleFieldCount += 1;
    // The repeated fields may add as many values again.
    if (this.#singleFieldCount > maxFields || this.#fieldCount > 2 * maxFields)
      return this.fail(new Refusal(400, 'tooManyFields'));

    this.#fieldBytes += name.length + value.length;
    if (this.#fieldBytes > maxBytes) {
      // Kept for the page that shows the form again. The parser may have cut it within a letter.
      this.fields.append(name, Buffer.from(value, 'latin1').toString());
      return this.fail(createTooLargeRefusal(this.#bounds));
    }

    const text = decodeField(value);
    if (text === null) return this.fail(createUnreadableRefusal());
    this.fields.append(name, text);
  }

  #addFile(part: FilePart): void {
    const { fileFields } = this.#bounds;
    if (fileFields.length === 0) return this.fail(new Refusal(400, 'noFiles'));
    if (!fileFields.includes(part.field)) return this.fail(createUnreadableRefusal());

    const { stream } = part;
    if (part.fileName !== '') this.#hasFile = true;
    this.#openFiles.add(stream);
    stream.on('error', () => this.fail(createUnreadableRefusal()));
    stream.once('close', () => this.#openFiles.delete(stream));
    this.#parts.push(part);
  }

  #countBytes(byteCount: number): void {
    this.#bodyBytes += byteCount;
    if (this.#bodyBytes > this.#bounds.maxBodyBytes) this.fail(createSizeRefusal(this.#bounds));
  }
}

const createUnreadableRefusal = () => new Refusal(400, 'unreadable');

function createParser(contentType: string, { maxBytes, maxFields }: FormBounds) {
  const type = new MIMEType(contentType);
  // Each form of this site is UTF-8. As Latin-1, the parser hands over each byte of a field as a character (decodeField).
  type.params.delete('charset');
  return new Busboy({
    headers: { 'content-type': String(type) },
    defCharset: 'latin1',
    preservePath: true,
    isPartAFile: (_, __, fileName) => fileName !== undefined,
    limits: {
      parts: 2 * maxFields + MAX_FILES,
      // With one more than a form may have, #addField refuses it.
      fields: 2 * maxFields + 1,
      fieldSize: maxBytes,
      headerPairs: 20,
    },
  });
}

/** Decodes a value in which each character stands for a byte of UTF-8; null for other bytes. */
function decodeField(value: string): string | null {
  const bytes = Buffer.from(value, 'latin1');
  // The parser has decoded a part that names its charset, as programs do: it has characters that are no bytes.
  const isDecoded = bytes.toString('latin1') !== value;
  if (isDecoded) return value;

  return isUtf8(bytes) ? bytes.toString() : null;
}

/** Throws a Refusal: the parser's own error, for a file that is cut off, would count as an error of the site. */
async function* readParsedFile(stream: Readable): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof Refusal ? error : createUnreadableRefusal();
  }
}

/** Yields the result that was read first, unless it was the end, and then the rest. */
export async function* prepend<Item>(
  first: IteratorResult<Item, unknown>,
  rest: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
