import type { Writable } from 'node:stream';
import type { MimeNode } from '@zone-eu/mailsplit';

/** Decodes one part while its consumer reads it, which may stop early. */
export class PartSink {
  readonly #decoder: ReturnType<MimeNode['getDecoder']>;
  readonly #consumption: Promise<void>;
  #isConsumed = false;

  constructor(node: MimeNode, consume: (bytes: AsyncIterable<Uint8Array>) => Promise<void>) {
    this.#decoder = node.getDecoder();
    // A consumer that stops early destroys the decoder: later writes are dropped.
    this.#decoder.on('error', () => {});
    this.#consumption = consume(this.#decoder).finally(() => (this.#isConsumed = true));
    this.#consumption.catch(() => {});
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#isConsumed || this.#decoder.destroyed || this.#decoder.write(bytes)) return;
    await Promise.race([waitForDrain(this.#decoder), this.#consumption]).catch(() => {});
  }

  async end(): Promise<void> {
    if (!this.#decoder.destroyed) this.#decoder.end();
    await this.#consumption;
  }
}

/** Resolves when more can be written, or nothing will be read any more. */
export function waitForDrain(stream: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['drain', 'close']) stream.once(event, resolve);
  return promise.finally(() => {
    for (const event of ['drain', 'close']) stream.off(event, resolve);
  });
}
