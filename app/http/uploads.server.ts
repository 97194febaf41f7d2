// Reads forms with files while they arrive. Busboy splits a request into parts (parseParts); readFiles
// collects the fields and yields the files; receiveUpload resolves at the first file, and the route reads on.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import type { RouterContextProvider } from 'react-router';
import type { IncomingFile } from '#app/domain/attachments/attachment-intake.server.ts';
import { ATTACHMENTS, MB, REPLY, SITE } from '#app/domain/limits.ts';
import {
  createTooLargeRefusal,
  createTooSlowRefusal,
  FORM_BOUNDS,
  FORM_TIMEOUT_MS,
  LARGE_FORM_BOUNDS,
  REPEATABLE_FIELDS,
  sendContinueIfExpected,
  type FormBounds,
} from '#app/http/guard.server.ts';
import { requestContext, type UploadedForm } from '#app/http/request-context.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

const { graceSeconds, slowestKbPerSecond, togetherMb } = ATTACHMENTS;
const MIN_BYTES_PER_CHECK = graceSeconds * slowestKbPerSecond * 1024;
// More than a form may have, so that the route can name the files that are too many.
const MAX_FILES = 40;

/** Beyond `maxUploadBytes` the server refuses a request without reading its form. */
interface UploadBounds extends FormBounds {
  maxUploadBytes: number;
  maxFilesMb: number;
  fileFields: readonly string[];
  /** Fields may follow files. They are complete only after the last file. */
  anyOrder: boolean;
}

const ENQUIRY_BOUNDS: UploadBounds = {
  ...FORM_BOUNDS,
  maxUploadBytes: 5 * togetherMb * MB,
  maxFilesMb: togetherMb,
  fileFields: ['files'],
  anyOrder: false,
};

/** A button may follow the files. Without files, the form is complete when the route gets it. */
const REPLY_BOUNDS: UploadBounds = {
  ...ENQUIRY_BOUNDS,
  maxFilesMb: REPLY.filesMb,
  anyOrder: true,
};

/** For an entry of the site's content. */
const ENTRY_BOUNDS: UploadBounds = {
  ...LARGE_FORM_BOUNDS,
  maxUploadBytes: (SITE.pictures + 1) * SITE.pictureMb * MB,
  maxFilesMb: SITE.pictures * SITE.pictureMb,
  fileFields: ['pictures', 'blocks', 'drawing', 'file', 'mark'],
  anyOrder: true,
};

/** The limits of each body that a route declares (route-facts.server.ts). */
export const BODY_BOUNDS = {
  form: FORM_BOUNDS,
  'form-with-files': ENQUIRY_BOUNDS,
  'reply-with-files': REPLY_BOUNDS,
  'large-form': LARGE_FORM_BOUNDS,
  'large-form-with-files': ENTRY_BOUNDS,
};

export type { UploadedForm };

/** Resolves with the fields before the first file (AT-4). The result and its files reject with a Refusal. */
export async function receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  bounds: UploadBounds,
  acquireSlot: () => Promise<() => void>,
): Promise<UploadedForm> {
  // A client that is still sending reads the response only if the connection stays open.
  response.shouldKeepAlive = true;
  const announcedBytes = getContentLength(request);
  if ((announcedBytes ?? 0) > bounds.maxUploadBytes) throw createSizeRefusal(bounds);
  sendContinueIfExpected(request, response);

  const { parts, fail } = parseParts(request, bounds);
  const failAsTooSlow = () => {
    response.shouldKeepAlive = false;
    fail(createTooSlowRefusal());
  };

  const fields = new FormData();
  const files = readFiles(parts, fields, bounds);

  const timer = setTimeout(failAsTooSlow, FORM_TIMEOUT_MS);
  const firstFile = await files.next().finally(() => clearTimeout(timer));
  if (firstFile.done) return { fields, files: undefined };

  // Takes a slot only when the route reads the first file.
  async function* readAllFiles(): AsyncGenerator<IncomingFile> {
    const releaseSlot = await acquireSlot();
    const paceTimer = watchPace(request, failAsTooSlow);
    try {
      yield* prepend(firstFile, files);
    } finally {
      clearInterval(paceTimer);
      releaseSlot();
    }
  }

  return { fields, files: { announcedBytes, files: readAllFiles() } };
}

/**
 * Browsers and proxies read a response only after they have sent everything, so the rest of a request is read
 * and discarded. Closes the connection beyond ATTACHMENTS.lingerMb or lingerSeconds.
 */
export function discardRemainingBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  // Every browser announces the size of a form.
  const isAnnounced = getContentLength(request) !== undefined;
  let leftBytes = isAnnounced ? ATTACHMENTS.lingerMb * MB : FORM_BOUNDS.maxBytes;
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

/** Reads the form of a request: as the HTTP layer receives it, with its files, or from the request's body. */
export async function readForm({
  request,
  context,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): Promise<UploadedForm> {
  const { form } = context.get(requestContext);
  return form ?? readFormData(request);
}

/** Sets no limits: for the development server, and after readFormBody in production. */
export async function readFormData(request: Request): Promise<UploadedForm> {
  const fields = new FormData();
  const files: IncomingFile[] = [];
  for (const [field, value] of await request.formData()) {
    if (typeof value === 'string') fields.append(field, value);
    // A browser sends a nameless, empty part if no file was chosen.
    else if (value.name !== '' || value.size > 0)
      files.push({ field, name: value.name, bytes: value.stream() });
  }
  const hasFiles = files.length > 0;
  return {
    fields,
    files: hasFiles ? { announcedBytes: undefined, files: Readable.from(files) } : undefined,
  };
}

/** Calls `onSlow` if ten seconds of reading bring too few bytes. Pauses of the reader do not count. */
function watchPace(request: IncomingMessage, onSlow: () => void): NodeJS.Timeout {
  const { socket } = request;
  let checkedBytes = socket.bytesRead;
  let readingSeconds = 0;
  return setInterval(() => {
    if (request.complete || request.isPaused()) return;
    readingSeconds += 1;
    if (readingSeconds < graceSeconds) return;
    if (socket.bytesRead - checkedBytes < MIN_BYTES_PER_CHECK) onSlow();
    checkedBytes = socket.bytesRead;
    readingSeconds = 0;
  }, 1000);
}

function getContentLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function createSizeRefusal({ maxFilesMb: mb }: UploadBounds): Refusal {
  return new Refusal(413, 'filesTooLarge', { values: { mb } });
}

const createFormRefusal = () => new Refusal(400, 'unreadable');

type Part = { name?: string } & ({ value: string } | { stream: Readable; fileName?: string });

/** Yields the parts in order. `fail` ends them, and the files that are still open, with an error. */
function parseParts(
  request: IncomingMessage,
  bounds: UploadBounds,
): { parts: AsyncIterable<Part>; fail: (error: Refusal) => void } {
  const parts = new Readable({ objectMode: true, read: () => undefined });
  const openFiles = new Set<Readable>();
  const parser = new Busboy({
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    preservePath: true,
    isPartAFile: (_, __, fileName) => fileName !== undefined,
    limits: { parts: bounds.maxFields + MAX_FILES, fieldSize: bounds.maxBytes, headerPairs: 20 },
  });

  const fail = (error: Refusal) => {
    request.unpipe(parser);
    parts.destroy(error);
    for (const stream of openFiles) stream.destroy(error);
  };
  const refuse = () => fail(createFormRefusal());

  let hasFile = false;
  parser
    .on('field', (name, value) => {
      // In an enquiry all fields come before the files.
      if (hasFile && !bounds.anyOrder) refuse();
      else parts.push({ name, value } satisfies Part);
    })
    .on('file', (name, stream, fileName) => {
      hasFile ||= fileName !== '';
      openFiles.add(stream);
      stream.on('error', refuse).once('close', () => openFiles.delete(stream));
      parts.push({ name, stream, fileName } satisfies Part);
    })
    .on('partsLimit', refuse)
    .on('error', refuse)
    .on('finish', () => parts.push(null));

  // The reader of the parts reports the error.
  parts.on('error', () => undefined);

  let receivedBytes = 0;
  request.on('error', refuse).on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes > bounds.maxUploadBytes) fail(createSizeRefusal(bounds));
  });

  request.once('close', () => {
    if (!request.readableEnded) refuse();
  });

  request.pipe(parser);
  return { parts, fail };
}

/** Adds the fields to `fields` and yields the files. The bytes of a file without a reader are discarded. */
async function* readFiles(
  parts: AsyncIterable<Part>,
  fields: FormData,
  { maxBytes, maxFields, fileFields }: UploadBounds,
): AsyncGenerator<IncomingFile, void> {
  let fieldBytes = 0;
  let fieldCount = 0;
  for await (const part of parts) {
    const { name = '' } = part;

    if ('value' in part) {
      fieldCount += 1;
      const isSentTwice = fields.has(name) && !REPEATABLE_FIELDS.includes(name);
      if (name === '' || isSentTwice || fieldCount > maxFields) throw createFormRefusal();

      fieldBytes += name.length + Buffer.byteLength(part.value);
      if (fieldBytes > maxBytes) throw createTooLargeRefusal(maxBytes);

      fields.append(name, part.value);
      continue;
    }

    const { stream, fileName = '' } = part;
    if (!fileFields.includes(name)) throw createFormRefusal();

    // A browser sends a nameless, empty part if no file was chosen.
    const chunks = stream.iterator({ destroyOnReturn: false });
    const head = await chunks.next();
    if (fileName === '' && head.done) continue;

    yield { field: name, name: unescapeFileName(fileName), bytes: prepend(head, chunks) };
    await chunks.return?.();
    stream.resume();
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

/** Reverts the escapes of browsers in the name of a file (HTML, multipart/form-data encoding). */
function unescapeFileName(fileName: string): string {
  return fileName.replace(/%0d|%0a/gi, ' ').replaceAll('%22', '"');
}
