import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type {
  ArrivingFile,
  ArrivingFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import {
  ARRIVES_WITHIN_MS,
  BODY_LIMIT_BYTES,
  letBodyCome,
  readBytes,
  tooSlow,
} from '#app/http/guard/request-body.server.ts';
import { Refusal } from '#app/http/response/refusal.server.ts';
import { MultipartReader } from './multipart-reader.server.ts';

const MB = 1024 * 1024;
const { graceSeconds, slowestKbPerSecond, uploadMinutes, togetherMb } = ATTACHMENTS;
/** Up to here, who sends more than is allowed is answered with the form and its words. */
const UPLOAD_LIMIT_BYTES = 5 * togetherMb * MB;
const SLOWEST_BYTES = graceSeconds * slowestKbPerSecond * 1024;

/** A form whose fields are here and whose files are still on their way. */
export interface UploadedForm {
  fields: FormData;
  /** Undefined where none was chosen. */
  files: ArrivingFiles | undefined;
}

/** Takes a place among the uploads and resolves to what gives it back; throws a Refusal. */
type TakePlace = () => Promise<() => void>;

/**
 * A form with files as it arrives, no faster than it is read, within bounds of size, time and pace
 * (AT-4).
 */
export class Upload {
  /**
   * Resolves when the fields are here; what stands against the form is thrown to whoever asks for it
   * or for its files: a Refusal. Only a file whose turn it is has its bytes read.
   */
  readonly form: Promise<UploadedForm>;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #watch: NodeJS.Timeout | undefined;
  #leave: (() => void) | undefined;
  #size = 0;

  constructor(request: IncomingMessage, response: ServerResponse, takePlace: TakePlace) {
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

  /** Reads over what still comes of a form that was answered before its end, within bounds. */
  linger(): void {
    this.#end();
    const request = this.#request;
    if (request.complete || request.destroyed) return;
    // Only browsers are worth the wait, and they say how much they send.
    let left = announcedBy(request) === undefined ? BODY_LIMIT_BYTES : ATTACHMENTS.lingerMb * MB;
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
    if (announced !== undefined && announced > UPLOAD_LIMIT_BYTES) throw filesTooLarge();
    if (announced !== undefined && announced <= BODY_LIMIT_BYTES) {
      const body = await readBytes(request, this.#response);
      return readParts(new MultipartReader(Readable.from([body]), type), announced);
    }
    letBodyCome(request, this.#response);
    const reader = new MultipartReader(request, type);
    request.on('data', (piece: Buffer) => {
      this.#size += piece.length;
      if (this.#size > UPLOAD_LIMIT_BYTES) reader.fail(filesTooLarge());
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

  /** Gives up on a sender who keeps others waiting. Only who is being listened to can be slow. */
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

/**
 * Reads a form, however it was sent, where no front door has: of one with files only what stands
 * before the first of them.
 */
export async function readUploadedForm(request: Request): Promise<UploadedForm> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body || !/^multipart\//i.test(type)) {
    return { fields: await request.formData(), files: undefined };
  }
  return readParts(new MultipartReader(Readable.fromWeb(request.body as WebStream), type));
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

function filesTooLarge(): Refusal {
  return new Refusal(413, 'filesTooLarge', { values: { mb: togetherMb } });
}
