// Reads the forms that are posted. Busboy splits a body into fields, which are collected, and files, which are yielded
// while they arrive: receiveForm resolves at the first file or at the end, and the route reads the files on.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import Busboy from '@fastify/busboy';
import { createContext, type RouterContextProvider } from 'react-router';
import type {
  IncomingFile,
  IncomingFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { ATTACHMENTS, MB, REPLY, SITE } from '#app/domain/limits.ts';
import { getFormType, MULTIPART } from '#app/http/guard.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

const { graceSeconds, slowestKbPerSecond, togetherMb } = ATTACHMENTS;
const MIN_BYTES_PER_CHECK = graceSeconds * slowestKbPerSecond * 1024;
// More than a form may have, so that the route can name the files that are too many.
const MAX_FILES = 40;
/** The time to send a form, or the fields before its first file. */
const FORM_TIMEOUT_MS = 20_000;
/** The fields that a form may repeat: the ticked rows of a list (DK-5), and the works of a project (VP-6). */
const REPEATABLE_FIELDS: readonly string[] = ['ids', 'made'];

interface FormBounds {
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

const FORM: FormBounds = {
  maxBytes: 64 * 1024,
  maxFields: 50,
  maxBodyBytes: 64 * 1024,
  fileFields: [],
  filesMb: 0,
  isAnyOrder: false,
};

const ENQUIRY: FormBounds = {
  ...FORM,
  maxBodyBytes: 5 * togetherMb * MB,
  fileFields: ['files'],
  filesMb: togetherMb,
};

const LARGE_FORM: FormBounds = {
  ...FORM,
  maxBytes: 512 * 1024,
  maxFields: 400,
  maxBodyBytes: 512 * 1024,
};

/** For an entry of the site's content. */
const ENTRY: FormBounds = {
  ...LARGE_FORM,
  maxBodyBytes: (SITE.pictures + 1) * SITE.pictureMb * MB,
  fileFields: ['pictures', 'blocks', 'drawing', 'file', 'mark'],
  filesMb: SITE.pictures * SITE.pictureMb,
  isAnyOrder: true,
};

/** The limits of each body that a route declares (route-facts.server.ts). */
const BOUNDS = {
  form: FORM,
  'form-with-files': ENQUIRY,
  // A button may follow the files of a reply. Without files, the form is complete when the route gets it.
  'reply-with-files': { ...ENQUIRY, filesMb: REPLY.filesMb, isAnyOrder: true },
  'large-form': LARGE_FORM,
  'large-form-with-files': ENTRY,
};

/** The development server has no HTTP layer, which would know the form of the route. */
const DEVELOPMENT: FormBounds = {
  ...ENTRY,
  fileFields: [...ENTRY.fileFields, ...ENQUIRY.fileFields],
};

/** Returns the limits of a form for a route. Without a session, no body may be larger than a form without files. */
export function getFormBounds(
  request: IncomingMessage,
  body: keyof typeof BOUNDS,
  isAnonymous: boolean,
): FormBounds {
  const bounds = BOUNDS[body];
  if (isAnonymous) return { ...bounds, maxBytes: FORM.maxBytes, maxBodyBytes: FORM.maxBytes };

  const canHaveFiles = getFormType(request) === MULTIPART;
  return canHaveFiles ? bounds : { ...bounds, maxBodyBytes: bounds.maxBytes };
}

export const hasRoomForFiles = ({ maxBytes, maxBodyBytes }: FormBounds): boolean =>
  maxBodyBytes > maxBytes;

export interface ReceivedForm {
  fields: FormData;
  files: IncomingFiles | undefined;
}

/** The form that the HTTP layer is receiving; null without the HTTP layer. */
export const formContext = createContext<Promise<ReceivedForm> | null>(null);

/** Reads the form of a request. The result and its files reject with a Refusal. */
export async function readForm({
  request,
  context,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): Promise<ReceivedForm> {
  const form = context.get(formContext);
  if (form) return form;

  const body = Readable.from(request.body ?? []);
  const contentType = request.headers.get('content-type') ?? '';
  const { fields, parsedFiles } = parseForm(body, contentType, DEVELOPMENT);
  const files = await waitForFiles(parsedFiles);
  return { fields, files: files && { announcedBytes: undefined, files } };
}

/**
 * Resolves with the fields before the first file (AT-4). The files wait for a slot when they are read. Result and files
 * reject with a Refusal: 413 for a form that is too large, 408 for one that is too slow, 400 for one that has too many
 * fields, a field twice that may not be repeated, a file in a field that accepts none, or text that is not UTF-8
 * (security model 1.1).
 */
export async function receiveForm(
  request: IncomingMessage,
  response: ServerResponse,
  bounds: FormBounds,
  acquireSlot: () => Promise<() => void>,
): Promise<ReceivedForm> {
  // A client that is still sending reads the response only if the connection stays open, even if it asked to close it.
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = true;
  request.once('end', () => (response.shouldKeepAlive = shouldKeepAlive));

  const announcedBytes = getContentLength(request);
  const isTooLarge = announcedBytes !== undefined && announcedBytes > bounds.maxBodyBytes;
  // The fields before a file are read all the same: a refused form keeps its text.
  if (isTooLarge && !hasRoomForFiles(bounds)) throw createTooLargeRefusal(bounds);

  // The client waits for it with `Expect: 100-continue`.
  const isContinueExpected = request.headers.expect !== undefined && request.httpVersion === '1.1';
  if (isContinueExpected) response.writeContinue();

  const contentType = request.headers['content-type'] ?? '';
  const { fields, parsedFiles, fail } = parseForm(request, contentType, bounds);
  const failAsTooSlow = () => {
    response.shouldKeepAlive = false;
    fail(new Refusal(408, 'tooSlow', { headers: { connection: 'close' } }));
  };

  const timer = setTimeout(failAsTooSlow, FORM_TIMEOUT_MS);
  const files = await waitForFiles(parsedFiles).finally(() => clearTimeout(timer));
  if (!files) return { fields, files: undefined };

  // A generator begins with its first read: the slot is taken when the route reads the first file.
  async function* readInSlot(sentFiles: AsyncIterable<IncomingFile>): AsyncGenerator<IncomingFile> {
    const releaseSlot = await acquireSlot();
    const paceTimer = watchPace(request, failAsTooSlow);
    try {
      yield* sentFiles;
    } finally {
      clearInterval(paceTimer);
      releaseSlot();
    }
  }

  return { fields, files: { announcedBytes, files: readInSlot(files) } };
}

/** Returns the files once the first has begun to arrive, or undefined at the end of a form without files. */
async function waitForFiles(
  files: AsyncGenerator<IncomingFile, void>,
): Promise<AsyncGenerator<IncomingFile> | undefined> {
  const firstFile = await files.next();
  return firstFile.done ? undefined : prepend(firstFile, files);
}

/**
 * Browsers and proxies read a response only after they have sent everything, so the rest of a request is read
 * and discarded. Closes the connection beyond ATTACHMENTS.lingerMb or lingerSeconds.
 */
export function discardRemainingBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;

  // Every browser announces the size of a form.
  const isAnnounced = getContentLength(request) !== undefined;
  let leftBytes = isAnnounced ? ATTACHMENTS.lingerMb * MB : FORM.maxBytes;
  const close = () => request.socket.destroy();
  const timer = setTimeout(close, ATTACHMENTS.lingerSeconds * 1000);

  request.once('close', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) close();
  });

  // The parser would stop the request at a file without a reader.
  request.unpipe().resume();
}

/** Calls `onSlow` if ten seconds of reading bring too few bytes. Pauses of the reader do not count. */
function watchPace(request: IncomingMessage, onSlow: () => void): NodeJS.Timeout {
  const { socket } = request;
  let checkedBytes = socket.bytesRead;
  let readingSeconds = 0;

  const checkEachSecond = () => {
    if (request.complete || request.isPaused()) return;
    readingSeconds += 1;
    if (readingSeconds < graceSeconds) return;

    if (socket.bytesRead - checkedBytes < MIN_BYTES_PER_CHECK) onSlow();
    checkedBytes = socket.bytesRead;
    readingSeconds = 0;
  };

  return setInterval(checkEachSecond, 1000);
}

function getContentLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function createSizeRefusal(bounds: FormBounds): Refusal {
  if (!hasRoomForFiles(bounds)) return createTooLargeRefusal(bounds);
  return new Refusal(413, 'filesTooLarge', { values: { mb: bounds.filesMb } });
}

const createTooLargeRefusal = ({ maxBytes }: FormBounds) =>
  new Refusal(413, 'tooLarge', { values: { kb: maxBytes / 1024 } });

interface FilePart {
  field: string;
  fileName: string;
  stream: Readable;
}

/**
 * Collects the fields and yields the files. The end of the body ends the parser, which ends the parts. `fail` ends the
 * form, and the files that are still open, with an error.
 */
function parseForm(
  body: Readable,
  contentType: string,
  bounds: FormBounds,
): {
  fields: FormData;
  parsedFiles: AsyncGenerator<IncomingFile, void>;
  fail: (error: Refusal) => void;
} {
  const collector = new FieldCollector(bounds);
  const parts = new Readable({ objectMode: true, read: () => undefined });
  const openFiles = new Set<Readable>();
  const parser = createParser(contentType, bounds);

  const fail = (error: Refusal) => {
    body.unpipe(parser);
    parts.destroy(error);
    for (const stream of openFiles) stream.destroy(error);
  };
  const refuse = () => fail(createUnreadableRefusal());

  let hasFile = false;
  const addField = (name: string, value: string) => {
    // In an enquiry all fields come before the files.
    if (hasFile && !bounds.isAnyOrder) return refuse();
    const refusal = collector.add(name, value);
    if (refusal) fail(refusal);
  };
  const addFile = (field: string, stream: Readable, fileName: string) => {
    if (bounds.fileFields.length === 0) return fail(new Refusal(400, 'noFiles'));
    if (!bounds.fileFields.includes(field)) return refuse();

    if (fileName !== '') hasFile = true;
    openFiles.add(stream);
    stream.on('error', refuse).once('close', () => openFiles.delete(stream));
    parts.push({ field, stream, fileName } satisfies FilePart);
  };

  let bodyBytes = 0;
  const countBytes = (chunk: Buffer) => {
    bodyBytes += chunk.length;
    if (bodyBytes > bounds.maxBodyBytes) fail(createSizeRefusal(bounds));
  };
  const refuseIncomplete = () => {
    if (!body.readableEnded) refuse();
  };

  parser.on('field', addField).on('file', addFile).on('partsLimit', refuse).on('error', refuse);
  parser.on('finish', () => parts.push(null));
  // Their reader reports the error; without any listener, Node would end the process.
  parts.on('error', () => undefined);
  body.on('error', refuse).on('data', countBytes).once('close', refuseIncomplete);

  body.pipe(parser);
  return { fields: collector.fields, parsedFiles: readFiles(parts), fail };
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
    limits: { parts: 2 * maxFields + MAX_FILES, fieldSize: maxBytes, headerPairs: 20 },
  });
}

class FieldCollector {
  readonly fields = new FormData();
  readonly #bounds: FormBounds;
  #sizeBytes = 0;
  #count = 0;
  #singleCount = 0;

  constructor(bounds: FormBounds) {
    this.#bounds = bounds;
  }

  /** Adds a field, whose value comes from the parser. Returns why the form is refused. */
  add(name: string, value: string): Refusal | null {
    const { maxBytes, maxFields } = this.#bounds;
    const text = decodeField(value);
    if (!name || text === null) return createUnreadableRefusal();

    const isRepeatable = REPEATABLE_FIELDS.includes(name);
    if (this.fields.has(name) && !isRepeatable) return new Refusal(400, 'fieldTwice');

    this.#count += 1;
    if (!isRepeatable) this.#singleCount += 1;
    // The repeated fields may add as many values again.
    if (this.#singleCount > maxFields || this.#count > 2 * maxFields)
      return new Refusal(400, 'tooManyFields');

    this.#sizeBytes += name.length + value.length;
    if (this.#sizeBytes > maxBytes) return createTooLargeRefusal(this.#bounds);

    this.fields.append(name, text);
    return null;
  }
}

/** Returns the text of a value whose characters stand for bytes, or null if they are not UTF-8. */
function decodeField(value: string): string | null {
  const bytes = Buffer.from(value, 'latin1');
  // The parser has decoded a part that names its charset, as programs do: it has characters that are no bytes.
  const isDecoded = bytes.toString('latin1') !== value;
  if (isDecoded) return value;

  return isUtf8(bytes) ? bytes.toString() : null;
}

/** Yields the files. The bytes of a file without a reader are discarded. */
async function* readFiles(parts: AsyncIterable<FilePart>): AsyncGenerator<IncomingFile, void> {
  for await (const { field, fileName, stream } of parts) {
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

/** Throws a Refusal: the parser's own error, for a file that is cut off, would count as an error of the site. */
async function* readParsedFile(stream: Readable): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof Refusal ? error : createUnreadableRefusal();
  }
}

/** Yields the result that was read first, unless it was the end, and then the rest. */
async function* prepend<Item>(
  first: IteratorResult<Item, unknown>,
  rest: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
