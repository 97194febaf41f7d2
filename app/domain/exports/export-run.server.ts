import { on } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { databasePath, isStoring } from '#db/database.server.ts';
import type { DeskFilter } from '#db/desk/desk-enquiries.ts';
import { asStoreError } from '#db/store-error.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import type { ExportFormat, ExportJob } from './export.server.ts';
import { EXPORT } from '#app/domain/limits.ts';

/** There is one place for exports, and one is being made in it. */
export class ExportRunning extends Error {}

/** How many there are, then the pieces, then null. */
type Message = number | Uint8Array | null;

let place: ExportRun | null = null;

/**
 * Starts the thread of an export and resolves when it has counted what there is. The thread ends,
 * and the place is free, when the file is whole, when `gone` says that nobody reads it any more, and
 * when the reader has taken nothing for EXPORT.stallSeconds. Throws ExportRunning at once if the
 * place is taken and not about to be free; otherwise what broke the thread off.
 */
export async function startExport(
  filter: DeskFilter,
  format: ExportFormat,
  gone: AbortSignal,
): Promise<ExportRun> {
  if (place?.over) await place.end();
  if (place) throw new ExportRunning();
  gone.throwIfAborted();
  const run = new ExportRun({ path: databasePath(), filter, format }, gone);
  place = run;
  try {
    await run.count();
    return run;
  } catch (error) {
    await run.end();
    throw error;
  }
}

/** An export that is being made. Who does not read its body to the end has to end it. */
export class ExportRun {
  /** How many enquiries it holds. */
  total = 0;
  readonly #worker: Worker;
  readonly #gone: AbortSignal;
  readonly #messages: AsyncIterator<[Message]>;
  #over = false;
  #stalled: NodeJS.Timeout | undefined;

  constructor(job: ExportJob, gone: AbortSignal) {
    this.#gone = gone;
    this.#worker = new Worker(new URL('./export-worker.server.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: EXPORT.memoryLimitMb },
    });
    this.#messages = on(this.#worker, 'message', { close: ['exit'] }) as AsyncIterator<[Message]>;
    this.#worker.on('message', (message: Message) => (this.#over ||= message === null));
    const end = () => void this.end();
    gone.addEventListener('abort', end, { once: true });
    this.#worker.once('exit', () => {
      gone.removeEventListener('abort', end);
      place = null;
    });
  }

  /** Whether its thread has done its work, or was told to stop: it will be gone in a moment. */
  get over(): boolean {
    return this.#over;
  }

  async count(): Promise<void> {
    this.total = (await this.#nextMessage()) as number;
  }

  /** The file as the body of an answer; rejects when not even its first piece can be had. */
  async body(): Promise<ReadableStream<Uint8Array>> {
    for (let i = 0; i < EXPORT.piecesAhead; i++) this.#worker.postMessage('more');
    let next: Promise<Uint8Array | null> | null = this.#nextPiece();
    await next;
    this.#watch();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const piece = await (next ?? this.#askOn()).catch((error: unknown) => {
            // Broken off, so that no half file looks whole; who has left needs no such sign.
            if (!this.#gone.aborted) throw error;
            return null;
          });
          next = null;
          if (piece) controller.enqueue(piece);
          else {
            await this.end();
            controller.close();
          }
        },
        cancel: () => this.end(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Ends the thread, wherever it is; the place is free when this resolves. */
  async end(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#stalled);
    await this.#worker.terminate();
  }

  async #askOn(): Promise<Uint8Array | null> {
    clearTimeout(this.#stalled);
    // An enquiry that is being stored goes first.
    if (isStoring()) await wait(EXPORT.standAsideMs);
    this.#worker.postMessage('more');
    const piece = await this.#nextPiece();
    this.#watch();
    return piece;
  }

  #nextPiece(): Promise<Uint8Array | null> {
    return this.#nextMessage() as Promise<Uint8Array | null>;
  }

  async #nextMessage(): Promise<Message> {
    const message = await this.#messages.next().catch((error: unknown) => {
      throw asStoreError(error);
    });
    if (message.done) throw new Error('the export ended before it was whole');
    return message.value[0];
  }

  #watch(): void {
    this.#stalled = setTimeout(() => void this.end(), EXPORT.stallSeconds * SECOND);
    this.#stalled.unref();
  }
}
