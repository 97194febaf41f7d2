// Sorts the parts of a message into the words of its sender, files, and the report of a mail server (AN-4, AN-6).
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Headers, Splitter, type MimeNode, type SplitterChunk } from '@zone-eu/mailsplit';
import type { MessageFile } from '#app/domain/attachments/message-files.server.ts';
import { KB, MAILBOX } from '#app/domain/limits.ts';
import { extractDataPictures } from './data-pictures.ts';
import { decodeText } from './decode-text.ts';
import { parseStatus, parseTextReport, type DeliveryReport } from './delivery-report.ts';
import { joinFlowedLines } from './flowed-text.ts';
import { convertHtmlToText } from './html-text.ts';
import {
  parseFileName,
  parseMessageIds,
  parseSubject,
  type MessageHeaders,
} from './message-headers.ts';
import { PartSink } from './part-sink.ts';
import { keepLettersAndDigits } from './quoted-text.ts';

type SenderKind = Pick<MessageHeaders, 'isReport' | 'isAutomatic' | 'namesFailedRecipients'>;

interface TextPart {
  /** People read the part of an alternative with the lowest rank. */
  rank: 'plain' | 'html' | 'other';
  text: string;
  alternative: MimeNode | null;
}

type PartKind = 'delivery-status' | 'original-message' | 'forwarded-message' | 'text' | 'file';

const RANKS = ['plain', 'html', 'other'] as const;
const REPORT_BYTES = 64 * KB;

export class PartCollector {
  /** A scanner may put a report into another message, and a person may send one on. */
  readonly #mayBeReport: boolean;
  readonly #namesFailedRecipients: boolean;
  readonly #receiveFile: (file: MessageFile) => Promise<void>;
  readonly #forwardedLevel: number;
  readonly #textParts: TextPart[] = [];
  #report: DeliveryReport = { hasFailed: false, reason: '', originalIds: [] };
  #plainBytesLeft = MAILBOX.textCharacters * 4;
  #htmlBytesLeft = MAILBOX.htmlKb * KB;
  #sink: PartSink | null = null;
  /** Whether a limit was exceeded. */
  isCut = false;
  subject = '';

  constructor(
    { isReport, isAutomatic, namesFailedRecipients }: SenderKind,
    receiveFile: (file: MessageFile) => Promise<void>,
    forwardedLevel = 0,
  ) {
    this.#mayBeReport = isReport || isAutomatic;
    this.#namesFailedRecipients = namesFailedRecipients;
    this.#receiveFile = receiveFile;
    this.#forwardedLevel = forwardedLevel;
  }

  /**
   * Reads all parts; then `text`, `subject` and `report` are complete. Sets `isCut` if the splitter meets a limit.
   * Rejects when the source of the chunks otherwise fails, or a receiver of a file does.
   */
  async collect(chunks: AsyncIterable<SplitterChunk>): Promise<void> {
    try {
      for await (const chunk of chunks) {
        if (chunk.type === 'node') await this.#startPart(chunk);
        else if (chunk.type === 'body') await this.#sink?.write(chunk.value);
      }
    } catch (error) {
      // The splitter has met its limit of parts or of header bytes.
      if ((error as { code?: string }).code !== 'EMAXLEN') throw error;
      this.isCut = true;
    } finally {
      await this.#endPart();
    }
  }

  /** The words of the message. Of parts that say the same, only the one that people read. */
  get text(): string {
    const filledParts = this.#textParts
      .filter(({ text }) => text.trim() !== '')
      .map((part) =>
        part.rank === 'html' ? { ...part, text: convertHtmlToText(part.text) } : part,
      );

    const hasBetterAlternative = ({ alternative, rank, text }: TextPart) =>
      // Two parts outside any alternative are no alternatives of each other.
      alternative !== null &&
      filledParts.some(
        (other) =>
          other.alternative === alternative &&
          RANKS.indexOf(other.rank) < RANKS.indexOf(rank) &&
          (rank !== 'html' || !isStub(other.text, text)),
      );

    return filledParts
      .filter((part) => !hasBetterAlternative(part))
      .map(({ text }) => text.trimEnd())
      .join('\n\n');
  }

  get report(): DeliveryReport {
    if (!this.#mayBeReport || this.#report.originalIds.length > 0) return this.#report;

    // Some mail servers write a report for people alone.
    const plainTexts = this.#textParts.filter(({ rank }) => rank === 'plain');
    const text = plainTexts.map((part) => part.text).join('\n');
    const textReport = parseTextReport(text, this.#namesFailedRecipients);
    if (!textReport) return this.#report;

    // A status for programs says it more surely.
    const { originalIds } = textReport;
    return this.#report.hasFailed ? { ...this.#report, originalIds } : textReport;
  }

  async #startPart(node: MimeNode): Promise<void> {
    await this.#endPart();
    if (node.root && node.headers) this.subject = parseSubject(node.headers);
    if (!node.multipart) this.#sink = new PartSink(node, (bytes) => this.#readPart(node, bytes));
  }

  async #endPart(): Promise<void> {
    const sink = this.#sink;
    this.#sink = null;
    await sink?.end();
  }

  async #readPart(node: MimeNode, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const type = getMediaType(node);
    const name = parseFileName(node);

    switch (this.#classifyPart(node, type, name)) {
      case 'delivery-status':
        return this.#readStatus(bytes);
      case 'original-message':
        return this.#readOriginal(bytes);
      case 'forwarded-message':
        return this.#readForwardedMessage(bytes);
      case 'text':
        return this.#readText(node, type, bytes);
      case 'file': {
        const isInline = isShownInText(node);
        return this.#receiveFile({ name: name || getNameByType(type), type, isInline, bytes });
      }
    }
  }

  #classifyPart(node: MimeNode, type: string, name: string): PartKind {
    // A report has a status for programs and the mail that was not delivered, or only its headers (RFC 6522).
    const isInReport = this.#mayBeReport && findAncestor(node, 'report') !== null;
    if (isInReport && type.endsWith('delivery-status')) return 'delivery-status';
    if (isInReport && type.startsWith('message/')) return 'original-message';
    if (isInReport && type.startsWith('text/rfc822')) return 'original-message';

    if (type === 'message/rfc822' || type === 'message/global') return 'forwarded-message';
    return this.#isFile(node, type, name) ? 'file' : 'text';
  }

  /** Text is the sender's words, unless its name is that of another file or it is attached to a message with words. */
  #isFile(node: MimeNode, type: string, name: string): boolean {
    if (!type.startsWith('text/') || UNREADABLE_TEXT.has(type)) return true;

    const hasExtension = /\.[a-z\d]{2,5}$/i.test(name);
    const isNamedAsText = /\.(txt|text|asc|html?)$/i.test(name);
    if (hasExtension && !isNamedAsText) return true;

    const hasWords = this.#textParts.some(({ text }) => text.trim() !== '');
    return node.disposition === 'attachment' && hasWords;
  }

  async #readText(node: MimeNode, type: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const alternative = findAncestor(node, 'alternative');
    if (type === 'text/html') {
      const text = await this.#readHtml(node, bytes);
      this.#textParts.push({ rank: 'html', text, alternative });
      return;
    }

    const contents = await this.#collectBytes(bytes, this.#plainBytesLeft);
    this.#plainBytesLeft -= contents.length;
    const decoded = decodeText(contents, node.charset || null);
    const text = node.flowed ? joinFlowedLines(decoded, node.delSp) : decoded;
    const rank = type === 'text/plain' ? 'plain' : 'other';
    this.#textParts.push({ rank, text, alternative });
  }

  async #readHtml(node: MimeNode, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const htmlBytes = extractDataPictures(bytes, (picture) => {
      const extension = picture.type.replace('image/', '').replace('jpeg', 'jpg');
      return this.#receiveFile({ name: `picture.${extension}`, isInline: true, ...picture });
    });

    const contents = await this.#collectBytes(htmlBytes, this.#htmlBytesLeft);
    this.#htmlBytesLeft -= contents.length;

    const head = contents.toString('latin1', 0, KB);
    const [, declaredCharset = null] = /<meta[^<>]{1,200}charset=["']?([\w-]+)/i.exec(head) ?? [];
    return decodeText(contents, node.charset || declaredCharset);
  }

  async #readStatus(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const status = decodeText(await this.#collectBytes(bytes, REPORT_BYTES), null);
    const { hasFailed, reason } = parseStatus(status);
    if (hasFailed) this.#report = { ...this.#report, hasFailed, reason };
  }

  async #readOriginal(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const block = decodeText(await this.#collectBytes(bytes, REPORT_BYTES), null);
    const [head = ''] = block.split(/\r?\n\r?\n/, 1);
    // Only of the first part with ids: a hostile report may have thousands of parts.
    if (this.#report.originalIds.length > 0) return;

    const headers = new Headers(head);
    const messageIds = parseMessageIds(headers.getFirst('message-id'));
    const references = parseMessageIds(headers.get('references').join(' '));
    const originalIds = [...messageIds.slice(0, 1), ...references.toReversed()];
    this.#report = { ...this.#report, originalIds };
  }

  /** Hands on the files of a forwarded message, and the message itself by its subject. Its words are not the sender's. */
  async #readForwardedMessage(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const forwarded = new PartCollector(
      { isReport: false, isAutomatic: false, namesFailedRecipients: false },
      this.#receiveFile,
      this.#forwardedLevel + 1,
    );

    if (this.#forwardedLevel < MAILBOX.forwardedLevels) {
      const splitter = new Splitter({ ignoreEmbedded: true, maxChildNodes: MAILBOX.parts });
      // An error of the splitter also rejects `collect`.
      const feeding = pipeline(bytes, splitter).catch(() => {});
      await forwarded.collect(splitter);
      await feeding;
    }
    if (forwarded.isCut) this.isCut = true;

    const name = `${forwarded.subject.replace(/[/\\]+/g, '-') || 'message'}.eml`;
    await this.#receiveFile({
      name,
      type: 'message/rfc822',
      isInline: false,
      bytes: Readable.from([]),
    });
  }

  /** Stops reading at the limit. */
  async #collectBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let size = 0;

    for await (const chunk of bytes) {
      chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      if (size >= maxBytes) {
        this.isCut = true;
        break;
      }
    }

    return Buffer.concat(chunks);
  }
}

/** Whether a short text says only that the words are in the HTML: then it shares no line with it. */
function isStub(text: string, htmlText: string): boolean {
  if (text.length > MAILBOX.stubCharacters) return false;
  const htmlWords = keepLettersAndDigits(htmlText);
  const lines = text.split('\n').map(keepLettersAndDigits).filter(Boolean);
  return htmlWords !== '' && !lines.some((line) => htmlWords.includes(line));
}

const NAMES_BY_TYPE: Readonly<Record<string, string>> = {
  'text/calendar': 'invitation.ics',
  'application/pkcs7-signature': 'smime.p7s',
  'application/x-pkcs7-signature': 'smime.p7s',
  'application/ms-tnef': 'winmail.dat',
  'application/vnd.ms-tnef': 'winmail.dat',
};

/**
 * A part with an id is shown by the HTML of the message if it has no disposition, or if it is related to the HTML: the
 * icon in Gmail's reports of failed deliveries is both related and attached.
 */
function isShownInText(node: MimeNode): boolean {
  const { disposition, headers } = node;
  const hasId = headers !== false && headers.hasHeader('content-id');
  if (hasId && (!disposition || findAncestor(node, 'related'))) return true;
  return disposition === 'inline';
}

/** Returns the name that mail programs show for a part without a name, or ''. */
function getNameByType(type: string): string {
  // A report outside of a report has no name of its own.
  return NAMES_BY_TYPE[type] ?? /^message\/(.+)/.exec(type)?.[1] ?? '';
}

const UNREADABLE_TEXT = new Set(['text/calendar', 'text/rfc822-headers']);
const KINDS_OF_MEDIA =
  /^(application|audio|font|haptics|image|message|model|multipart|text|video|x-[\w-]+)\//;

/** Returns the media type of a part, text/plain for an invalid type (RFC 2045, 5.2). */
function getMediaType({ contentType }: MimeNode): string {
  const [type = ''] = /^[^\s/]+\/[\w.+-]+/.exec(contentType || '') ?? [];
  return KINDS_OF_MEDIA.test(type) ? type : 'text/plain';
}

function findAncestor(node: MimeNode, multipart: string): MimeNode | null {
  for (let parent = node.parentNode; parent; parent = parent.parentNode)
    if (parent.multipart === multipart) return parent as MimeNode;
  return null;
}
