import type { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import type { ArrivingFile } from '#app/domain/attachments/attachment-intake.server.ts';
import { BODY_LIMIT_BYTES, MAX_FIELDS, tooLarge } from '#app/http/guard/request-body.server.ts';
import { Refusal } from '#app/http/response/refusal.server.ts';

/** The field of the form whose parts are files; all other fields stand before it. */
const FILES = 'files';
/** More than anybody may send: the one too many is for the intake to refuse, with words. */
const MAX_PARTS = MAX_FIELDS + 20;

/**
 * The parts of a form as they arrive: its fields first, then one file after the other, no faster than
 * they are read. What is wrong with the form is thrown to whoever asks for the next of it: a Refusal.
 */
export class MultipartReader {
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

  constructor(source: Readable, type: string) {
    this.#source = source;
    this.#parser = new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      isPartAFile: (_, __, fileName) => fileName !== undefined,
      limits: { parts: MAX_PARTS, fieldSize: BODY_LIMIT_BYTES, headerPairs: 20 },
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

  /** The fields before the first file. */
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

  /** Waits until it is so, or the form is over; throws what is wrong with the form. */
  async #until(isSo: () => boolean): Promise<void> {
    while (!this.#error && !this.#isOver && !isSo()) {
      this.#changed = Promise.withResolvers();
      await this.#changed.promise;
    }
    if (this.#error) throw this.#error;
  }

  #addField(name: string | undefined, value: string): void {
    // All fields have a name of their own, and stand before the files.
    if (!name || this.#hasFiles || this.#fields.has(name)) return this.#refuse();
    this.#fieldBytes += name.length + Buffer.byteLength(value);
    if (this.#fieldBytes > BODY_LIMIT_BYTES) return this.fail(tooLarge());
    this.#fields.set(name, value);
    if (++this.#fieldCount > MAX_FIELDS) this.#refuse();
  }

  #addFile(name: string | undefined, stream: Readable, fileName = ''): void {
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    stream.on('error', () => this.#refuse());
    if (name !== FILES) {
      stream.resume();
      return this.#refuse();
    }
    stream.once('readable', () => {
      // A browser sends a nameless, empty part where nothing was chosen.
      if (fileName === '' && stream.readableLength === 0) return void stream.resume();
      this.#hasFiles = true;
      this.#begun.push({ name: unescaped(fileName), bytes: bytesOf(stream) });
      this.#tell();
    });
  }

  /** Tells whoever waits for more of the form that there will be none. */
  fail(error: Error): void {
    this.#error ??= error;
    this.#stop();
    for (const stream of this.#open) stream.destroy(this.#error);
    this.#tell();
  }

  /** What no form of ours would send; or the sender broke off. */
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

  /** What is still coming is no longer read here. */
  #stop(): void {
    this.#source.unpipe(this.#parser);
  }
}

/** The bytes of a part; what is not read of them is passed over, so that the next part can come. */
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
