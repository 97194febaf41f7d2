import type { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import type { ArrivingFile } from '#app/domain/attachments/attachment-intake.server.ts';
import { BODY_LIMIT_BYTES, MAX_FIELDS, tooLarge } from '#app/http/guard/request-body.server.ts';
import { Refusal } from '#app/http/response/refusal.server.ts';
import { bytesOf, unescaped } from './file-part.server.ts';

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
    this.#parser.on('partsLimit', () => this.#refuse(400, 'This form has too many parts.'));
    this.#parser.on('error', () => this.#refuse(400, 'This form is not readable.'));
    this.#parser.on('finish', () => this.#end());
    // What is not a refusal of ours is a sender who broke off.
    source.on('error', (error) =>
      error instanceof Refusal ? this.#fail(error) : this.#endEarly(),
    );
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
    if (!name) return this.#refuse(400, 'A field of this form has no name.');
    if (this.#hasFiles) return this.#refuse(400, 'All fields stand before the files.');
    if (this.#fields.has(name)) return this.#refuse(400, 'A field was sent twice.');
    this.#fieldBytes += name.length + Buffer.byteLength(value);
    if (this.#fieldBytes > BODY_LIMIT_BYTES) return this.#fail(tooLarge());
    this.#fields.set(name, value);
    if (++this.#fieldCount > MAX_FIELDS) this.#refuse(400, 'This form has too many fields.');
  }

  #addFile(name: string | undefined, stream: Readable, fileName = ''): void {
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    stream.on('error', () => this.#endEarly());
    if (name !== FILES) {
      stream.resume();
      return this.#refuse(400, 'This form takes no such file.');
    }
    stream.once('readable', () => {
      // A browser sends a nameless, empty part where nothing was chosen.
      if (fileName === '' && stream.readableLength === 0) return void stream.resume();
      this.#hasFiles = true;
      this.#begun.push({ name: unescaped(fileName), bytes: bytesOf(stream) });
      this.#tell();
    });
  }

  #refuse(status: number, message: string): void {
    this.#fail(new Refusal(status, message));
  }

  #endEarly(): void {
    this.#refuse(400, 'This form ended too early.');
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#stop();
    for (const stream of this.#open) stream.destroy(this.#error);
    this.#tell();
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
    this.#source.destroy();
  }
}
