// Parses a message as it arrives: memory grows neither with its size nor with its parts (AN-7). Texts
// are collected within limits, files are handed on as streams.
import { createHash, type Hash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { Headers, Splitter, type MimeNode } from '@zone-eu/mailsplit';
import libmime from 'libmime';
import { KB, MAILBOX } from '#app/domain/limits.ts';
import { parseMessageIds } from './message-headers.ts';
import { convertHtmlToText, decodeText } from './message-text.ts';

export interface MessageFile {
  name: string;
  type: string;
  isInline: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

export interface MessageContents {
  text: string;
  /** Whether a part exceeded its limit, or the message could not be parsed to its end. */
  isCut: boolean;
  /** Identifies the message, with its Message-ID: a hash of its date and its body (AN-3). */
  bodyHash: string;
  report: DeliveryReport;
}

export interface DeliveryReport {
  hasFailed: boolean;
  /** In the words of the mail server. */
  reason: string;
  /** The Message-ID of the mail that the report is about. */
  originalId: string | null;
}

const REPORT_BYTES = 64 * KB;
const EMPTY_LINE = '\r\n\r\n';
const TEXT_BYTES = { plain: MAILBOX.textCharacters * 4, html: MAILBOX.htmlKb * KB };

/**
 * Collects the texts, and calls `receiveFile` for each file, which may stop reading early. The Date header is
 * part of the hash. Rejects when the source does.
 */
export async function parseMessage(
  source: AsyncIterable<Buffer>,
  dateHeader: string,
  receiveFile: (file: MessageFile) => Promise<void>,
): Promise<MessageContents> {
  const hash = createHash('sha256').update(`${dateHeader}\n`);
  const collector = new PartCollector(receiveFile);
  const isIncomplete = await collectParts(source, collector, hash);

  const { text, report } = collector;
  const isCut = isIncomplete || collector.isCut;
  return { text, isCut, bodyHash: hash.digest('hex'), report };
}

/**
 * Returns the Message-ID of the mail that a report returns, or null. Converts no text and keeps no file. Rejects when
 * the source does.
 */
export async function findReturnedId(source: AsyncIterable<Buffer>): Promise<string | null> {
  const collector = new PartCollector(async () => {});
  await collectParts(source, collector, createHash('sha256'));
  return collector.report.originalId;
}

/** Returns whether the message has too many parts, or too many header bytes, to be parsed to its end. */
async function collectParts(
  source: AsyncIterable<Buffer>,
  collector: PartCollector,
  hash: Hash,
): Promise<boolean> {
  const splitter = new Splitter({ ignoreEmbedded: true, maxChildNodes: MAILBOX.parts });
  // Writes into the splitter, while the loop below reads the parts that the splitter finds.
  const feeding = feedParser(source, splitter, hash);
  try {
    for await (const chunk of splitter) {
      if (chunk.type === 'node') await collector.startPart(chunk);
      else if (chunk.type === 'body') await collector.addBytes(chunk.value);
    }
    return false;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EMAXLEN') throw error;
    return true;
  } finally {
    await collector.endPart();
    await feeding;
  }
}

/** Reads the whole source, and hashes its body, even if the parser has given up. */
async function feedParser(
  source: AsyncIterable<Buffer>,
  splitter: Splitter,
  hash: Hash,
): Promise<void> {
  let tail: Uint8Array = Buffer.alloc(0);
  let isInBody = false;
  try {
    for await (const chunk of source) {
      if (isInBody) hash.update(chunk);
      else {
        const { bodyStart, newTail } = searchForBody(tail, chunk);
        tail = newTail;
        isInBody = bodyStart >= 0;
        if (isInBody) hash.update(chunk.subarray(bodyStart));
      }
      if (!splitter.destroyed && !splitter.write(chunk)) await waitForDrain(splitter);
    }
    splitter.end();
  } catch (error) {
    splitter.destroy(error as Error);
    throw error;
  }
}

/** Resolves when more can be written, or nothing will be read any more. */
function waitForDrain(stream: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['drain', 'close']) stream.once(event, resolve);
  return promise.finally(() => {
    for (const event of ['drain', 'close']) stream.off(event, resolve);
  });
}

/**
 * Returns where the body starts in a chunk, or -1. `tail` has the last bytes before the chunk, because the empty line
 * above the body may be divided; pass `newTail` with the next chunk. The headers are not collected, because a hostile
 * message may consist of nothing else.
 */
function searchForBody(tail: Uint8Array, chunk: Buffer) {
  const tailLength = EMPTY_LINE.length - 1;
  const seam = Buffer.concat([tail, chunk.subarray(0, tailLength)]);
  const seamStart = findBodyStart(seam);
  const bodyStart = seamStart >= 0 ? seamStart - tail.length : findBodyStart(chunk);
  // A copy: a view would keep the whole chunk in memory.
  const newTail = Uint8Array.from((chunk.length < tailLength ? seam : chunk).subarray(-tailLength));
  return { bodyStart, newTail };
}

/** Returns the index after the first empty line, or -1. */
function findBodyStart(bytes: Buffer): number {
  const crlf = bytes.indexOf(EMPTY_LINE);
  const lf = bytes.indexOf('\n\n');
  if (crlf >= 0 && (lf < 0 || crlf < lf)) return crlf + EMPTY_LINE.length;
  return lf < 0 ? -1 : lf + 2;
}

type TextPart = { type: 'plain' | 'html'; text: string; alternative: MimeNode | null };

class PartCollector {
  readonly #receiveFile: (file: MessageFile) => Promise<void>;
  readonly #parts: TextPart[] = [];
  // Of all parts together: a hostile message has many, and HTML takes time to convert (AN-7).
  readonly #textBytesLeft = { ...TEXT_BYTES };
  readonly report: DeliveryReport = { hasFailed: false, reason: '', originalId: null };
  isCut = false;
  #sink: PartSink | null = null;

  constructor(receiveFile: (file: MessageFile) => Promise<void>) {
    this.#receiveFile = receiveFile;
  }

  async startPart(node: MimeNode): Promise<void> {
    await this.endPart();
    if (!node.multipart) this.#sink = new PartSink(node, (bytes) => this.#readPart(node, bytes));
  }

  async addBytes(bytes: Buffer): Promise<void> {
    await this.#sink?.write(bytes);
  }

  async endPart(): Promise<void> {
    const sink = this.#sink;
    this.#sink = null;
    await sink?.end();
  }

  /** Plain text, and HTML where an alternative has no plain text. */
  get text(): string {
    const filledParts = this.#parts.filter(({ text }) => text.trim() !== '');
    // Two parts outside any alternative are no alternatives of each other.
    const hasPlainAlternative = ({ alternative }: TextPart) =>
      alternative !== null &&
      filledParts.some((other) => other.type === 'plain' && other.alternative === alternative);
    return filledParts
      .filter((part) => part.type === 'plain' || !hasPlainAlternative(part))
      .map(({ type, text }) => (type === 'html' ? convertHtmlToText(text) : text).trimEnd())
      .join('\n\n');
  }

  async #readPart(node: MimeNode, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const type = node.contentType || 'text/plain';
    const isFile = node.disposition === 'attachment' || Boolean(node.filename);
    if (type === 'message/delivery-status') return this.#readStatus(bytes);
    if (hasAncestor(node, 'report') && /^(message\/|text\/rfc822)/.test(type))
      return this.#readOriginal(bytes);
    if (!isFile && type === 'text/plain') return this.#readText(node, 'plain', bytes);
    if (!isFile && type === 'text/html') return this.#readText(node, 'html', bytes);
    const name = node.filename ? libmime.decodeWords(node.filename) : '';
    return this.#receiveFile({ name, type, isInline: node.disposition !== 'attachment', bytes });
  }

  async #readText(
    node: MimeNode,
    type: TextPart['type'],
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const maxBytes = this.#textBytesLeft[type];
    const contents = await collectBytes(bytes, maxBytes);
    if (contents.length === maxBytes) this.isCut = true;
    this.#textBytesLeft[type] -= contents.length;
    const decoded = decodeText(contents, node.charset || null);
    const text = node.flowed ? libmime.decodeFlowed(decoded, node.delSp) : decoded;
    this.#parts.push({ type, text, alternative: findAncestor(node, 'alternative') });
  }

  /** Reads a delivery status (RFC 3464): groups of fields, the first about the message. */
  async #readStatus(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const status = decodeText(await collectBytes(bytes, REPORT_BYTES), null);
    if (!/^action:\s*failed\b/im.test(status)) return;
    this.report.hasFailed = true;
    const unfolded = status.replace(/\r?\n[ \t]+/g, ' ');
    const diagnosis = /^diagnostic-code:\s*(?:[\w-]+;)?\s*(.+)$/im.exec(unfolded);
    const code = /^status:\s*(.+)$/im.exec(unfolded);
    this.report.reason = (diagnosis ?? code)?.[1]?.trim() ?? '';
  }

  async #readOriginal(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const block = decodeText(await collectBytes(bytes, REPORT_BYTES), null);
    const [head = ''] = block.split(/\r?\n\r?\n/, 1);
    const [id] = parseMessageIds(new Headers(head).getFirst('message-id'));
    this.report.originalId ??= id ?? null;
  }
}

async function collectBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks);
}

function findAncestor(node: MimeNode, multipart: string): MimeNode | null {
  for (let parent = node.parentNode; parent; parent = parent.parentNode)
    if (parent.multipart === multipart) return parent as MimeNode;
  return null;
}

const hasAncestor = (node: MimeNode, multipart: string) => findAncestor(node, multipart) !== null;

/** Decodes one part while its consumer reads it, which may stop early. */
class PartSink {
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
