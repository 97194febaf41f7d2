import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import type {
  ArrivingFile,
  ArrivingFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { ATTACHMENTS, MB, SITE } from '#app/domain/limits.ts';
import {
  createTooLargeRefusal,
  createTooSlowRefusal,
  FORM,
  FORM_TIMEOUT_MS,
  LARGE_FORM,
  sendContinue,
  type FormBounds,
} from '#app/http/guard.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

const { graceSeconds, slowestKbPerSecond, togetherMb } = ATTACHMENTS;
const MIN_BYTES_PER_CHECK = graceSeconds * slowestKbPerSecond * 1024;
// More than a form may have, so that the intake can refuse the surplus file by name.
const MAX_FILES = 40;

/** Beyond `uploadBytes` the server refuses a request without reading its form. */
interface UploadBounds extends FormBounds {
  uploadBytes: number;
  filesMb: number;
  fileFields: readonly string[];
  /** Fields may follow files. They are complete only after the last file. */
  anyOrder: boolean;
}

const ENQUIRY_BOUNDS: UploadBounds = {
  ...FORM,
  uploadBytes: 5 * togetherMb * MB,
  filesMb: togetherMb,
  fileFields: ['files'],
  anyOrder: false,
};

/** For an entry of the site's content. */
const ENTRY_BOUNDS: UploadBounds = {
  ...LARGE_FORM,
  uploadBytes: (SITE.pictures + 1) * SITE.pictureMb * MB,
  filesMb: SITE.pictures * SITE.pictureMb,
  fileFields: ['pictures', 'blocks', 'drawing', 'file', 'mark'],
  anyOrder: true,
};

/** The limits of each body that a route declares (route-facts.server.ts). */
export const BODY_BOUNDS = {
  form: FORM,
  'form-with-files': ENQUIRY_BOUNDS,
  'large-form': LARGE_FORM,
  'large-form-with-files': ENTRY_BOUNDS,
};

export interface UploadedForm {
  fields: FormData;
  files: ArrivingFiles | undefined;
}

/**
 * Parses the fields of a form, and its files when a route reads them (AT-4). Resolves when the fields before
 * the first file are complete. The result and its files reject with a Refusal.
 */
export async function receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  bounds: UploadBounds,
  acquireSlot: () => Promise<() => void>,
): Promise<UploadedForm> {
  // A client that is still sending reads the response only if the connection stays open.
  response.shouldKeepAlive = true;
  const announced = getContentLength(request);
  if (announced !== undefined && announced > bounds.uploadBytes) throw createSizeRefusal(bounds);
  sendContinue(request, response);
  const { parts, fail } = parseParts(request, bounds);
  const failSlow = () => {
    response.shouldKeepAlive = false;
    fail(createTooSlowRefusal());
  };
  const fields = new FormData();
  const files = readFiles(parts, fields, bounds);
  const timer = setTimeout(failSlow, FORM_TIMEOUT_MS);
  const first = await files.next().finally(() => clearTimeout(timer));
  if (first.done) return { fields, files: undefined };
  const firstFile = first.value;
  async function* readAllFiles(): AsyncGenerator<ArrivingFile> {
    const releaseSlot = await acquireSlot();
    const paceTimer = watchPace(request, failSlow);
    try {
      yield firstFile;
      yield* files;
    } finally {
      clearInterval(paceTimer);
      releaseSlot();
    }
  }
  return { fields, files: { announced, files: readAllFiles() } };
}

/** Discards the rest of the request after the response: browsers read a response only after sending. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  // Every browser announces the size of a form.
  const isAnnounced = getContentLength(request) !== undefined;
  let leftBytes = isAnnounced ? ATTACHMENTS.lingerMb * MB : FORM.bytes;
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

/** Reads a form without the limits above: in the development server, and after readForm in production. */
export async function readPostedForm(request: Request): Promise<UploadedForm> {
  const fields = new FormData();
  const files: ArrivingFile[] = [];
  for (const [field, value] of await request.formData()) {
    if (typeof value === 'string') fields.append(field, value);
    // A browser sends a nameless, empty part if no file was chosen.
    else if (value.name !== '' || value.size > 0)
      files.push({ field, name: value.name, bytes: value.stream() });
  }
  const hasFiles = files.length > 0;
  return {
    fields,
    files: hasFiles ? { announced: undefined, files: Readable.from(files) } : undefined,
  };
}

/** Calls `onSlow` if ten seconds of reading bring too few bytes. Pauses of the reader do not count. */
function watchPace(request: IncomingMessage, onSlow: () => void): NodeJS.Timeout {
  const { socket } = request;
  let checkedBytes = socket.bytesRead;
  let readingSeconds = 0;
  return setInterval(() => {
    if (request.complete || request.isPaused() || ++readingSeconds < graceSeconds) return;
    if (socket.bytesRead - checkedBytes < MIN_BYTES_PER_CHECK) onSlow();
    checkedBytes = socket.bytesRead;
    readingSeconds = 0;
  }, 1000);
}

function getContentLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function createSizeRefusal({ filesMb: mb }: UploadBounds): Refusal {
  return new Refusal(413, 'filesTooLarge', { values: { mb } });
}

const createFormRefusal = () => new Refusal(400, 'unreadable');

type Part = { name?: string } & ({ value: string } | { stream: Readable; fileName?: string });

/** Parses a multipart form into a stream of its parts, in order. `fail` ends the stream and open files. */
function parseParts(request: IncomingMessage, bounds: UploadBounds) {
  const parts = new Readable({ objectMode: true, read: () => undefined });
  const openFiles = new Set<Readable>();
  const parser = new Busboy({
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    preservePath: true,
    isPartAFile: (_, __, fileName) => fileName !== undefined,
    limits: { parts: bounds.fields + MAX_FILES, fieldSize: bounds.bytes, headerPairs: 20 },
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
    if (receivedBytes > bounds.uploadBytes) fail(createSizeRefusal(bounds));
  });
  request.once('close', () => {
    if (!request.readableEnded) refuse();
  });
  request.pipe(parser);
  return { parts: parts as AsyncIterable<Part>, fail };
}

/** Adds the fields to `fields` and yields the files. The bytes of a file without a reader are discarded. */
async function* readFiles(
  parts: AsyncIterable<Part>,
  fields: FormData,
  { bytes, fields: maxFields, fileFields }: UploadBounds,
): AsyncGenerator<ArrivingFile, void> {
  let fieldBytes = 0;
  let fieldCount = 0;
  for await (const part of parts) {
    const { name = '' } = part;
    if ('value' in part) {
      const isSurplus = fields.has(name) || ++fieldCount > maxFields;
      if (name === '' || isSurplus) throw createFormRefusal();
      fieldBytes += name.length + Buffer.byteLength(part.value);
      if (fieldBytes > bytes) throw createTooLargeRefusal(bytes);
      fields.set(name, part.value);
    } else {
      const { stream, fileName = '' } = part;
      if (!fileFields.includes(name)) throw createFormRefusal();
      const chunks = stream.iterator({ destroyOnReturn: false });
      const head = await chunks.next();
      // A browser sends a nameless, empty part if no file was chosen.
      if (fileName === '' && head.done) continue;
      yield { field: name, name: unescapeFileName(fileName), bytes: readBytes(head, chunks) };
      await chunks.return?.();
      stream.resume();
    }
  }
}

async function* readBytes(
  head: IteratorResult<Uint8Array>,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (head.done) return;
  yield head.value;
  yield* chunks;
}

/** Replaces what browsers escape in the name of a file, and nothing else (HTML, multipart/form-data). */
function unescapeFileName(fileName: string): string {
  return fileName.replace(/%0d|%0a/gi, ' ').replaceAll('%22', '"');
}
