import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type {
  ArrivingFile,
  ArrivingFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { ATTACHMENTS, MB, SITE } from '#app/domain/limits.ts';
import {
  ARRIVES_WITHIN_MS,
  BIG_FORM,
  FORM,
  type FormBounds,
  letBodyCome,
  readBytes,
  tooLarge,
  tooSlow,
} from '#app/http/guard.server.ts';
import { Refusal } from '#app/http/responses.server.ts';
import Busboy from '@fastify/busboy';

const { graceSeconds, slowestKbPerSecond, uploadMinutes, togetherMb } = ATTACHMENTS;

/** A form above `uploadBytes` is not even answered with its words. */
interface UploadBounds extends FormBounds {
  uploadBytes: number;
  filesMb: number;
  names: readonly string[];
  /** Whether fields may stand behind files: they are there once all files have been read. */
  anyOrder: boolean;
}

const ENQUIRY: UploadBounds = {
  ...FORM,
  uploadBytes: 5 * togetherMb * MB,
  filesMb: togetherMb,
  names: ['files'],
  anyOrder: false,
};

const ENTRY: UploadBounds = {
  ...BIG_FORM,
  uploadBytes: (SITE.pictures + 1) * SITE.pictureMb * MB,
  filesMb: SITE.pictures * SITE.pictureMb,
  names: ['pictures', 'blocks', 'drawing', 'file', 'mark'],
  anyOrder: true,
};
// Of anybody else: what was written is to wait behind the login, however its cookie was lost (DK-6).
const STRANGERS_ENTRY: UploadBounds = {
  ...ENTRY,
  bytes: FORM.bytes,
  uploadBytes: ENQUIRY.uploadBytes,
};

export function uploadBounds(isEntry: boolean, isAdmins = isEntry): UploadBounds {
  if (!isEntry) return ENQUIRY;
  return isAdmins ? ENTRY : STRANGERS_ENTRY;
}

/** Of the login, to which any form of the desk may come. */
export function draftBounds(isAdmins: boolean): UploadBounds {
  return { ...uploadBounds(true, isAdmins), names: [...ENTRY.names, ...ENQUIRY.names] };
}
const SLOWEST_BYTES = graceSeconds * slowestKbPerSecond * 1024;

export interface UploadedForm {
  fields: FormData;
  files: ArrivingFiles | undefined;
}
type TakePlace = () => Promise<() => void>;

/** Read no faster than it is asked for, within bounds of size, time and pace (AT-4). */
export class Upload {
  /**
   * Resolves when the fields are here; what stands against the form is thrown to whoever asks for it
   * or for its files: a Refusal. Only a file whose turn it is has its bytes read.
   */
  readonly form: Promise<UploadedForm>;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #bounds: UploadBounds;
  #watch: NodeJS.Timeout | undefined;
  #leave: (() => void) | undefined;
  #size = 0;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    bounds: UploadBounds,
    takePlace: TakePlace,
  ) {
    this.#bounds = bounds;
    this.#request = request;
    this.#response = response;
    // Who is still sending when the answer comes hears it only if the connection stays.
    response.shouldKeepAlive = true;
    this.form = this.#receive(takePlace);
    this.form.catch((error: unknown) => {
      // What does not arrive is not waited for after the answer either.
      if (error instanceof Refusal && error.status === 408) response.shouldKeepAlive = false;
    });
  }

  linger(): void {
    this.#end();
    const request = this.#request;
    if (request.complete || request.destroyed) return;
    // Only browsers are worth the wait, and they say how much they send.
    let left = announcedBy(request) === undefined ? FORM.bytes : ATTACHMENTS.lingerMb * MB;
    const close = () => request.socket.destroy();
    const late = setTimeout(close, ATTACHMENTS.lingerSeconds * 1000);
    request.once('close', () => clearTimeout(late));
    request.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) close();
    });
    request.resume();
  }

  async #receive(takePlace: TakePlace): Promise<UploadedForm> {
    const request = this.#request;
    const type = request.headers['content-type'] ?? '';
    const announced = announcedBy(request);
    const bounds = this.#bounds;
    if (announced !== undefined && announced > bounds.uploadBytes) throw filesTooLarge(bounds);
    if (announced !== undefined && announced <= bounds.bytes) {
      const body = await readBytes(request, this.#response, bounds);
      return readParts(new MultipartReader(Readable.from([body]), type, bounds), announced);
    }
    letBodyCome(request, this.#response);
    const reader = new MultipartReader(request, type, bounds);
    request.on('data', (piece: Buffer) => {
      this.#size += piece.length;
      if (this.#size > bounds.uploadBytes) reader.fail(filesTooLarge(bounds));
    });
    const late = setTimeout(() => reader.fail(tooSlow()), ARRIVES_WITHIN_MS);
    try {
      return await readParts(reader, announced, () => this.#files(reader, takePlace));
    } finally {
      clearTimeout(late);
    }
  }

  async *#files(reader: MultipartReader, takePlace: TakePlace): AsyncGenerator<ArrivingFile> {
    this.#leave = await takePlace();
    // Where the last byte is here, nobody has to wait for what becomes of it.
    if (this.#request.complete) this.#end();
    else this.#request.once('end', () => this.#end());
    this.#keepPace(reader);
    try {
      yield* reader.files();
    } finally {
      this.#end();
    }
  }

  /** Only a sender who is being listened to can be slow. */
  #keepPace(reader: MultipartReader): void {
    if (this.#leave === undefined) return;
    let before = this.#size;
    let seconds = 0;
    let listened = 0;
    this.#watch = setInterval(() => {
      seconds += 1;
      if (!this.#request.isPaused()) listened += 1;
      const isSlow = listened === graceSeconds && this.#size - before < SLOWEST_BYTES;
      if (isSlow || seconds > uploadMinutes * 60) {
        this.#response.shouldKeepAlive = false;
        reader.fail(tooSlow());
        return this.#end();
      }
      if (listened === graceSeconds) [listened, before] = [0, this.#size];
    }, 1000);
  }

  #end(): void {
    clearInterval(this.#watch);
    this.#leave?.();
    this.#leave = undefined;
  }
}

/** Where no front door has read it: of a form with files, what stands before the first of them. */
export async function readUploadedForm(request: Request, bounds = ENQUIRY): Promise<UploadedForm> {
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

function announcedBy({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function filesTooLarge({ filesMb: mb }: UploadBounds): Refusal {
  return new Refusal(413, 'filesTooLarge', { values: { mb } });
}

// More files than anybody may send: the one too many is for the intake to refuse, with words.
const MOST_FILES = 40;

class MultipartReader {
  readonly #source: Readable;
  readonly #parser: InstanceType<typeof Busboy>;
  readonly #fields = new FormData();
  #fieldBytes = 0;
  /** Files that have begun and were not asked for yet: a few small ones may come in one piece. */
  readonly #begun: ArrivingFile[] = [];
  readonly #open = new Set<Readable>();
  #hasFiles = false;
  #fieldCount = 0;
  #error: Error | undefined;
  #isOver = false;
  #changed = Promise.withResolvers<void>();
  readonly #bounds: UploadBounds;

  constructor(source: Readable, type: string, bounds: UploadBounds) {
    this.#bounds = bounds;
    this.#source = source;
    this.#parser = new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      isPartAFile: (_, __, fileName) => fileName !== undefined,
      limits: { parts: bounds.fields + MOST_FILES, fieldSize: bounds.bytes, headerPairs: 20 },
    });
    this.#parser.on('field', (name, value) => this.#addField(name, value));
    this.#parser.on('file', (name, stream, fileName) => this.#addFile(name, stream, fileName));
    this.#parser.on('partsLimit', () => this.#refuse());
    this.#parser.on('error', () => this.#refuse());
    this.#parser.on('finish', () => this.#end());
    source.on('error', () => this.#refuse());
    source.once('close', () => {
      if (!source.readableEnded) this.#refuse();
    });
    source.pipe(this.#parser);
  }

  get hasFile(): boolean {
    return this.#begun.length > 0;
  }

  async fields(): Promise<FormData> {
    await this.#until(() => this.hasFile);
    return this.#fields;
  }

  async *files(): AsyncGenerator<ArrivingFile> {
    try {
      for (;;) {
        await this.#until(() => this.hasFile);
        const next = this.#begun.shift();
        if (!next) return;
        yield next;
      }
    } finally {
      this.#stop();
    }
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!this.#error && !this.#isOver && !isSo()) {
      this.#changed = Promise.withResolvers();
      await this.#changed.promise;
    }
    if (this.#error) throw this.#error;
  }

  #addField(name: string | undefined, value: string): void {
    // All fields have a name of their own, and stand before the files where these depend on them.
    const isLate = this.#hasFiles && !this.#bounds.anyOrder;
    if (!name || isLate || this.#fields.has(name)) return this.#refuse();
    this.#fieldBytes += name.length + Buffer.byteLength(value);
    if (this.#fieldBytes > this.#bounds.bytes) return this.fail(tooLarge(this.#bounds.bytes));
    this.#fields.set(name, value);
    if (++this.#fieldCount > this.#bounds.fields) this.#refuse();
  }

  #addFile(name: string | undefined, stream: Readable, fileName = ''): void {
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    stream.on('error', () => this.#refuse());
    if (name === undefined || !this.#bounds.names.includes(name)) {
      stream.resume();
      return this.#refuse();
    }
    stream.once('readable', () => {
      // A browser sends a nameless, empty part where nothing was chosen.
      if (fileName === '' && stream.readableLength === 0) return void stream.resume();
      this.#hasFiles = true;
      this.#begun.push({ field: name, name: unescaped(fileName), bytes: bytesOf(stream) });
      this.#tell();
    });
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#stop();
    for (const stream of this.#open) stream.destroy(this.#error);
    this.#tell();
  }

  #refuse(): void {
    this.fail(new Refusal(400, 'unreadable'));
  }

  #end(): void {
    this.#isOver = true;
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
  }

  #stop(): void {
    this.#source.unpipe(this.#parser);
  }
}
async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    stream.resume();
  }
}

/** What browsers escape in the name of a file, and nothing else (HTML, multipart/form-data). */
function unescaped(fileName: string): string {
  return fileName.replace(/%0d|%0a/gi, ' ').replaceAll('%22', '"');
}
