import type { IncomingMessage, ServerResponse } from 'node:http';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import {
  MULTIPART,
  formTypeOf,
  letBodyCome,
  tooLarge,
  tooSlow,
} from '#app/http/guard/request-body.server.ts';

/**
 * No body is larger than this, whatever its form says later: up to here, who sends more than is
 * allowed is answered with the form and its words.
 */
export const UPLOAD_LIMIT_BYTES = 2 * ATTACHMENTS.togetherMb * 1024 * 1024;
const SILENCE_MS = ATTACHMENTS.silenceSeconds * 1000;
const LONGEST_MS = ATTACHMENTS.uploadMinutes * 60_000;
const LINGER_MS = ATTACHMENTS.lingerSeconds * 1000;

/** Whether a request may bring files: its form is one of parts. */
export const bringsFiles = (request: IncomingMessage) => formTypeOf(request) === MULTIPART;

/**
 * The body of a form with files as it arrives, no faster than it is read, within bounds of size and
 * time (AT-4). It fails with a Refusal, or when the sender has gone.
 */
export class Upload {
  readonly body: ReadableStream<Uint8Array>;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #silence: NodeJS.Timeout | undefined;
  #longest: NodeJS.Timeout | undefined;
  #size = 0;
  #isOver = false;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    // Who is still sending when the answer comes hears it only if the connection stays.
    response.shouldKeepAlive = true;
    letBodyCome(request, response);
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => this.#begin(controller),
      pull: () => void request.resume(),
      cancel: () => this.#end(),
    };
    this.body = new ReadableStream(source, { highWaterMark: 1 });
  }

  /** Reads over what still comes of a form that was answered before its end, for a moment. */
  linger(): void {
    this.#end();
    const request = this.#request;
    if (request.complete || request.destroyed) return;
    request.resume();
    const gone = setTimeout(() => request.socket.destroy(), LINGER_MS);
    request.once('close', () => clearTimeout(gone));
  }

  #begin(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const request = this.#request;
    const fail = (error: Error) => this.#end(() => controller.error(error));
    const giveUp = () => {
      // What does not arrive is not waited for after the answer either.
      this.#response.shouldKeepAlive = false;
      fail(tooSlow());
    };
    this.#longest = setTimeout(giveUp, LONGEST_MS);
    this.#silence = setTimeout(() => {
      // Only somebody who is being listened to can be silent.
      if (request.isPaused()) this.#silence?.refresh();
      else giveUp();
    }, SILENCE_MS);
    request.on('data', (piece: Buffer) => {
      if (this.#isOver) return;
      this.#silence?.refresh();
      this.#size += piece.length;
      if (this.#size > UPLOAD_LIMIT_BYTES) return fail(tooLarge());
      controller.enqueue(piece);
      request.pause();
    });
    request.once('end', () => this.#end(() => controller.close()));
    request.once('error', fail);
    request.once('close', () => fail(new Error('the sender has gone')));
    request.pause();
  }

  #end(finish?: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#longest);
    clearTimeout(this.#silence);
    finish?.();
  }
}
