import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
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

const { graceSeconds, slowestKbPerSecond, uploadMinutes, togetherMb } = ATTACHMENTS;

/** Beyond `uploadBytes` the server refuses a request without reading its form. */
interface UploadBounds extends FormBounds {
  uploadBytes: number;
  filesMb: number;
  names: readonly string[];
  /** Fields may follow files. They are complete only after the last file. */
  anyOrder: boolean;
}

const ENQUIRY_BOUNDS: UploadBounds = {
  ...FORM,
  uploadBytes: 5 * togetherMb * MB,
  filesMb: togetherMb,
  names: ['files'],
  anyOrder: false,
};

/** For an entry of the site's content. */
const ENTRY_BOUNDS: UploadBounds = {
  ...LARGE_FORM,
  uploadBytes: (SITE.pictures + 1) * SITE.pictureMb * MB,
  filesMb: SITE.pictures * SITE.pictureMb,
  names: ['pictures', 'blocks', 'drawing', 'file', 'mark'],
  anyOrder: true,
};

export function getUploadBounds(isEntry: boolean): UploadBounds {
  return isEntry ? ENTRY_BOUNDS : ENQUIRY_BOUNDS;
}

const MIN_BYTES_PER_CHECK = graceSeconds * slowestKbPerSecond * 1024;

export interface UploadedForm {
  fields: FormData;
  files: ArrivingFiles | undefined;
}

type AcquireSlot = () => Promise<() => void>;

/** Reads a form with files no faster than a route reads its files, with limits of size and pace (AT-4). */
export class Upload {
  /** Resolves when the fields before the first file are complete. It and its files reject with a Refusal. */
  readonly form: Promise<UploadedForm>;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #bounds: UploadBounds;
  readonly #acquireSlot: AcquireSlot;
  #paceTimer: NodeJS.Timeout | undefined;
  #releaseSlot: (() => void) | undefined;
  #receivedBytes = 0;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    bounds: UploadBounds,
    acquireSlot: AcquireSlot,
  ) {
    this.#request = request;
    this.#response = response;
    this.#bounds = bounds;
    this.#acquireSlot = acquireSlot;
    // A client that is still sending reads the response only if the connection stays open.
    response.shouldKeepAlive = true;
    this.form = this.#readForm();
    this.form.catch((error: unknown) => {
      // Do not wait for the rest of a form that was too slow.
      if (error instanceof Refusal && error.status === 408) response.shouldKeepAlive = false;
    });
  }

  /** Discards the rest of the request after the response: browsers read a response only after sending. */
  discardRest(): void {
    this.#finish();
    const request = this.#request;
    if (request.complete || request.destroyed) return;
    // Every browser announces the size of a form.
    let leftBytes =
      getContentLength(request) === undefined ? FORM.bytes : ATTACHMENTS.lingerMb * MB;
    const close = () => request.socket.destroy();
    const timer = setTimeout(close, ATTACHMENTS.lingerSeconds * 1000);
    request.once('close', () => clearTimeout(timer));
    request.on('data', (chunk: Buffer) => {
      leftBytes -= chunk.length;
      if (leftBytes < 0) close();
    });
    request.resume();
  }

  async #readForm(): Promise<UploadedForm> {
    const request = this.#request;
    const { uploadBytes, filesMb: mb } = this.#bounds;
    const tooLarge = new Refusal(413, 'filesTooLarge', { values: { mb } });
    const announcedBytes = getContentLength(request);
    if (announcedBytes !== undefined && announcedBytes > uploadBytes) throw tooLarge;
    sendContinue(request, this.#response);
    const type = request.headers['content-type'] ?? '';
    const reader = new MultipartReader(request, type, this.#bounds);
    request.on('data', (chunk: Buffer) => {
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes > uploadBytes) reader.fail(tooLarge);
    });
    const timer = setTimeout(() => reader.fail(createTooSlowRefusal()), FORM_TIMEOUT_MS);
    try {
      return await readParts(reader, announcedBytes, () => this.#readFiles(reader));
    } finally {
      clearTimeout(timer);
    }
  }

  async *#readFiles(reader: MultipartReader): AsyncGenerator<ArrivingFile> {
    this.#releaseSlot = await this.#acquireSlot();
    // A complete upload releases its slot, before its files are scanned.
    if (this.#request.complete) this.#finish();
    else {
      this.#request.once('end', () => this.#finish());
      this.#requirePace(reader);
    }
    try {
      yield* reader.files();
    } finally {
      this.#finish();
    }
  }

  /** Ends an upload that is too slow, counting only seconds in which the server reads. */
  #requirePace(reader: MultipartReader): void {
    let checkedBytes = this.#receivedBytes;
    let seconds = 0;
    let readingSeconds = 0;
    this.#paceTimer = setInterval(() => {
      seconds += 1;
      if (!this.#request.isPaused()) readingSeconds += 1;
      const isCheckDue = readingSeconds === graceSeconds;
      const isSlow = isCheckDue && this.#receivedBytes - checkedBytes < MIN_BYTES_PER_CHECK;
      if (isSlow || seconds > uploadMinutes * 60) {
        this.#response.shouldKeepAlive = false;
        reader.fail(createTooSlowRefusal());
        this.#finish();
      } else if (isCheckDue) {
        readingSeconds = 0;
        checkedBytes = this.#receivedBytes;
      }
    }, 1000);
  }

  #finish(): void {
    clearInterval(this.#paceTimer);
    this.#releaseSlot?.();
    this.#releaseSlot = undefined;
  }
}

/** Reads the fields of a Request that was not received by an Upload; its files are read on demand. */
export async function readUploadedForm(
  request: Request,
  bounds = ENQUIRY_BOUNDS,
): Promise<UploadedForm> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body || !/^multipart\//i.test(type)) {
    return { fields: await request.formData(), files: undefined };
  }
  return readParts(new MultipartReader(Readable.fromWeb(request.body as WebStream), type, bounds));
}

async function readParts(
  reader: MultipartReader,
  announced?: number,
  files = () => reader.files(),
): Promise<UploadedForm> {
  const fields = await reader.fields();
  return { fields, files: reader.hasFile ? { announced, files: files() } : undefined };
}

function getContentLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

// More than a form may have, so that the intake can refuse the surplus file by name.
const MAX_FILES = 40;

/** Parses a multipart form: fields into one FormData, files into a stream that is read one by one. */
class MultipartReader {
  readonly #source: Readable;
  readonly #parser: InstanceType<typeof Busboy>;
  readonly #bounds: UploadBounds;
  readonly #fields = new FormData();
  readonly #openFiles = new Set<Readable>();
  /** Files that no route has read yet: a few small ones may come in one chunk. */
  readonly #pendingFiles = new Readable({ objectMode: true, read: () => undefined });
  readonly #fieldsRead = Promise.withResolvers<void>();
  #fieldBytes = 0;
  #fieldCount = 0;
  #hasReadFile = false;

  constructor(source: Readable, type: string, bounds: UploadBounds) {
    this.#source = source;
    this.#bounds = bounds;
    this.#parser = new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      isPartAFile: (_, __, fileName) => fileName !== undefined,
      limits: { parts: bounds.fields + MAX_FILES, fieldSize: bounds.bytes, headerPairs: 20 },
    });
    this.#parser.on('field', (name, value) => this.#addField(name, value));
    this.#parser.on('file', (name, stream, fileName) => this.#addFile(name, stream, fileName));
    this.#parser.on('partsLimit', () => this.#refuse());
    this.#parser.on('error', () => this.#refuse());
    this.#parser.on('finish', () => {
      this.#pendingFiles.push(null);
      this.#fieldsRead.resolve();
    });
    // fields() and files() report the error.
    this.#pendingFiles.on('error', () => undefined);
    source.on('error', () => this.#refuse());
    source.once('close', () => {
      if (!source.readableEnded) this.#refuse();
    });
    source.pipe(this.#parser);
  }

  get hasFile(): boolean {
    return this.#pendingFiles.readableLength > 0;
  }

  /** Resolves at the first file or at the end, whichever comes first. */
  async fields(): Promise<FormData> {
    await this.#fieldsRead.promise;
    if (this.#pendingFiles.errored) throw this.#pendingFiles.errored;
    return this.#fields;
  }

  async *files(): AsyncGenerator<ArrivingFile> {
    try {
      yield* this.#pendingFiles;
    } finally {
      this.#source.unpipe(this.#parser);
    }
  }

  fail(error: Error): void {
    this.#source.unpipe(this.#parser);
    this.#pendingFiles.destroy(error);
    this.#fieldsRead.resolve();
    for (const stream of this.#openFiles) stream.destroy(error);
  }

  #refuse(): void {
    this.fail(new Refusal(400, 'unreadable'));
  }

  #addField(name: string | undefined, value: string): void {
    // Field names are unique. In an enquiry all fields come before the files.
    const isLate = this.#hasReadFile && !this.#bounds.anyOrder;
    if (!name || isLate || this.#fields.has(name)) return this.#refuse();
    this.#fieldBytes += name.length + Buffer.byteLength(value);
    if (this.#fieldBytes > this.#bounds.bytes)
      return this.fail(createTooLargeRefusal(this.#bounds.bytes));
    this.#fields.set(name, value);
    if (++this.#fieldCount > this.#bounds.fields) this.#refuse();
  }

  #addFile(name: string | undefined, stream: Readable, fileName = ''): void {
    this.#openFiles.add(stream);
    stream.once('close', () => this.#openFiles.delete(stream));
    stream.on('error', () => this.#refuse());
    if (name === undefined || !this.#bounds.names.includes(name)) {
      stream.resume();
      return this.#refuse();
    }
    stream.once('readable', () => {
      // A browser sends a nameless, empty part if no file was chosen.
      if (fileName === '' && stream.readableLength === 0) return void stream.resume();
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
