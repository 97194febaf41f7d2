// Parses a message as it arrives: memory grows neither with its size nor with its parts (AN-7). Texts
// are collected within limits, files are handed on as streams.
import { createHash, type Hash } from 'node:crypto';
import { Splitter } from '@zone-eu/mailsplit';
import type { MessageFile } from '#app/domain/attachments/message-files.server.ts';
import { MAILBOX } from '#app/domain/limits.ts';
import type { DeliveryReport } from './delivery-report.ts';
import type { MessageHeaders } from './message-headers.ts';
import { PartCollector } from './message-parts.ts';
import { waitForDrain } from './part-sink.ts';

export interface MessageContents {
  /** Computed when it is read, because that takes time which a stranger's message must not cost. */
  readonly text: string;
  /** Whether a part exceeded its limit, or the message could not be parsed to its end. */
  isCut: boolean;
  /**
   * Identifies the message, with its Message-ID (AN-3): a hash of its body. Without a Message-ID, a hash of its date and
   * In-Reply-To too.
   */
  bodyHash: string;
  report: DeliveryReport;
}

const EMPTY_LINE = '\r\n\r\n';

/**
 * Returns the contents of a message, and calls `receiveFile` for each of its files, which may stop reading early.
 * `headers` are those of the message. Rejects when the source or `receiveFile` does.
 */
export async function parseMessage(
  source: AsyncIterable<Buffer>,
  headers: MessageHeaders,
  receiveFile: (file: MessageFile) => Promise<void>,
): Promise<MessageContents> {
  const hash = createHash('sha256');
  // Without a Message-ID, only the other headers tell a second "Yes, please." from the first one.
  if (headers.messageId === null) hash.update(JSON.stringify([headers.date, headers.inReplyTo]));

  const collector = new PartCollector(headers, receiveFile);
  await collectParts(source, collector, hash);

  return {
    get text() {
      return collector.text;
    },
    isCut: collector.isCut,
    bodyHash: hash.digest('hex'),
    report: collector.report,
  };
}

/**
 * Returns the Message-ID of the mail that a report returns, and then its References, the newest first; [] if it returns
 * none. Converts no text and keeps no file. Rejects when the source does.
 */
export async function findReturnedIds(
  source: AsyncIterable<Buffer>,
  headers: MessageHeaders,
): Promise<string[]> {
  const keepNoFile = async () => {};
  const collector = new PartCollector(headers, keepNoFile);
  await collectParts(source, collector, null);
  return collector.report.originalIds;
}

async function collectParts(
  source: AsyncIterable<Buffer>,
  collector: PartCollector,
  hash: Hash | null,
): Promise<void> {
  const splitter = new Splitter({ ignoreEmbedded: true, maxChildNodes: MAILBOX.parts });
  // Writes into the splitter, while the collector reads the parts that the splitter finds.
  const feeding = feedParser(source, splitter, hash);
  try {
    await collector.collect(splitter);
  } finally {
    await feeding;
  }
}

/**
 * Reads the whole source, and hashes its body, even if the parser has given up. Does not collect the headers, because a
 * hostile message may consist of nothing else.
 */
async function feedParser(
  source: AsyncIterable<Buffer>,
  splitter: Splitter,
  hash: Hash | null,
): Promise<void> {
  // The empty line above the body may be divided between chunks.
  let tail: Uint8Array = Buffer.alloc(0);
  let isInBody = false;

  try {
    for await (const chunk of source) {
      if (isInBody) {
        hash?.update(chunk);
      } else {
        const bytes = Buffer.concat([tail, chunk]);
        const bodyStart = findBodyStart(bytes);
        isInBody = bodyStart >= 0;
        if (isInBody) hash?.update(bytes.subarray(bodyStart));
        // A copy: a view would keep the whole chunk in memory.
        else tail = Uint8Array.from(bytes.subarray(1 - EMPTY_LINE.length));
      }

      if (!splitter.destroyed && !splitter.write(chunk)) await waitForDrain(splitter);
    }

    splitter.end();
  } catch (error) {
    splitter.destroy(error as Error);
    throw error;
  }
}

/** Returns the index after the first empty line, or -1. */
function findBodyStart(bytes: Buffer): number {
  const crlf = bytes.indexOf(EMPTY_LINE);
  const lf = bytes.indexOf('\n\n');
  if (crlf >= 0 && (lf < 0 || crlf < lf)) return crlf + EMPTY_LINE.length;
  return lf < 0 ? -1 : lf + 2;
}
