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
  const reader = new MultipartReader(request, bounds);
  const failSlow = () => {
    response.shouldKeepAlive = false;
    reader.fail(createTooSlowRefusal());
  };
  async function* readFiles(): AsyncGenerator<ArrivingFile> {
    const releaseSlot = await acquireSlot();
    const paceTimer = watchPace(request, failSlow);
    try {
      yield* reader.readFiles();
    } finally {
      clearInterval(paceTimer);
      releaseSlot();
    }
  }
  const timer = setTimeout(failSlow, FORM_TIMEOUT_MS);
  const fields = await reader.readFields().finally(() => clearTimeout(timer));
  return { fields, files: reader.hasFile ? { announced, files: readFiles() } : undefined };
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
  request.resume();
}

/** Reads a form without the limits above: in the development server, and after readForm in production. */
export async function readPostedForm(request: Request): Promise<UploadedForm> {
  const fields = new FormData();
  const files: ArrivingFile[] = [];
  for (const [field, value] of await request.formData()) {
    if (typeof value === 'string') fields.append(field, value);
    else if (!isEmptyFile(value)) files.push({ field, name: value.name, bytes: value.stream() });
  }
  const hasFiles = files.length > 0;
  return {
    fields,
    files: hasFiles ? { announced: undefined, files: Readable.from(files) } : undefined,
  };
}

/** A browser sends a nameless, empty part if no file was chosen. */
const isEmptyFile = ({ name, size }: { name: string; size: number }) => name === '' && size === 0;

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

/** Parses a multipart form: fields into one FormData, files into a stream that is read one by one. */
class MultipartReader {
  readonly #request: IncomingMessage;
  readonly #bounds: UploadBounds;
  readonly #parser: InstanceType<typeof Busboy>;
  readonly #fields = new FormData();
  readonly #fieldsRead = Promise.withResolvers<void>();
  readonly #openFiles = new Set<Readable>();
  /** Files that no route has read yet: a few small ones may come in one chunk. */
  readonly #pendingFiles = new Readable({ objectMode: true, read: () => undefined });
  #receivedBytes = 0;
  #fieldBytes = 0;
  #fieldCount = 0;
  #hasReadFile = false;

  constructor(request: IncomingMessage, bounds: UploadBounds) {
    this.#request = request;
    this.#bounds = bounds;
    const refuse = () => this.#refuse();
    this.#parser = new Busboy({
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      preservePath: true,
      isPartAFile: (_, __, fileName) => fileName !== undefined,
      limits: { parts: bounds.fields + MAX_FILES, fieldSize: bounds.bytes, headerPairs: 20 },
    })
      .on('field', (name, value) => this.#addField(name, value))
      .on('file', (name, stream, fileName) => this.#addFile(name, stream, fileName))
      .on('partsLimit', refuse)
      .on('error', refuse)
      .on('finish', () => {
        this.#pendingFiles.push(null);
        this.#fieldsRead.resolve();
      });
    // readFields and readFiles report the error.
    this.#pendingFiles.on('error', () => undefined);
    request.on('error', refuse).on('data', (chunk: Buffer) => {
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes > bounds.uploadBytes) this.fail(createSizeRefusal(bounds));
    });
    request.once('close', () => {
      if (!request.readableEnded) refuse();
    });
    request.pipe(this.#parser);
  }

  get hasFile(): boolean {
    return this.#pendingFiles.readableLength > 0;
  }

  /** Resolves at the first file or at the end, whichever comes first. */
  async readFields(): Promise<FormData> {
    await this.#fieldsRead.promise;
    if (this.#pendingFiles.errored) throw this.#pendingFiles.errored;
    return this.#fields;
  }

  async *readFiles(): AsyncGenerator<ArrivingFile> {
    try {
      yield* this.#pendingFiles;
    } finally {
      this.#request.unpipe(this.#parser);
    }
  }

  fail(error: Refusal): void {
    this.#request.unpipe(this.#parser);
    this.#pendingFiles.destroy(error);
    this.#fieldsRead.resolve();
    for (const stream of this.#openFiles) stream.destroy(error);
  }

  #refuse(): void {
    this.fail(new Refusal(400, 'unreadable'));
  }

  #addField(name: string | undefined, value: string): void {
    const { anyOrder, bytes, fields } = this.#bounds;
    this.#fieldCount += 1;
    this.#fieldBytes += Buffer.byteLength(value) + (name?.length ?? 0);
    // Field names are unique. In an enquiry all fields come before the files.
    const isLate = this.#hasReadFile && !anyOrder;
    if (!name || isLate || this.#fields.has(name) || this.#fieldCount > fields) this.#refuse();
    else if (this.#fieldBytes > bytes) this.fail(createTooLargeRefusal(bytes));
    else this.#fields.set(name, value);
  }

  #addFile(name: string | undefined, stream: Readable, fileName = ''): void {
    this.#openFiles.add(stream);
    stream.once('close', () => this.#openFiles.delete(stream));
    stream.on('error', () => this.#refuse());
    if (name === undefined || !this.#bounds.fileFields.includes(name)) {
      stream.resume();
      return this.#refuse();
    }
    stream.once('readable', () => {
      if (isEmptyFile({ name: fileName, size: stream.readableLength })) return void stream.resume();
      this.#hasReadFile = true;
      const file = { field: name, name: unescapeFileName(fileName), bytes: readBytesOf(stream) };
      this.#pendingFiles.push(file satisfies ArrivingFile);
      this.#fieldsRead.resolve();
    });
  }
}

/** Yields the bytes of a file; a reader that stops early lets the parser go on to the next part. */
async function* readBytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    stream.resume();
  }
}

/** Replaces what browsers escape in the name of a file, and nothing else (HTML, multipart/form-data). */
function unescapeFileName(fileName: string): string {
  return fileName.replace(/%0d|%0a/gi, ' ').replaceAll('%22', '"');
}
