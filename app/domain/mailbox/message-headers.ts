// Parses the header block of a message: its thread, its sender, and whether a person wrote it.
import { Headers, type MimeNode } from '@zone-eu/mailsplit';
import libmime from 'libmime';
import parseAddresses from 'nodemailer/lib/addressparser';
import { MAILBOX } from '#app/domain/limits.ts';
import { cleanStaffLine, toPlainLine } from '#app/domain/plain-text.ts';
import { decodeText, decodeWords } from './decode-text.ts';

export interface MessageHeaders {
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  sender: string;
  subject: string;
  /** The Date header as it was sent. It identifies a message that has no Message-ID (AN-3). */
  date: string;
  isAutomatic: boolean;
  isReport: boolean;
  /** Whether the mail server itself says in a header that it could not deliver a mail, as Exim does. */
  namesFailedRecipients: boolean;
}

const MAX_SENDER_LENGTH = 254;

/** Parses the headers, in any charset. A missing header is '', null or an empty list. */
export function parseHeaders(block: Buffer): MessageHeaders {
  const headers = new Headers(decodeText(block, null));
  const getValue = (name: string) => headers.getFirst(name).trim();
  return {
    messageId: parseMessageIds(getValue('message-id'))[0] ?? null,
    inReplyTo: parseMessageIds(headers.get('in-reply-to').join(' ')),
    references: parseMessageIds(headers.get('references').join(' ')),
    sender: parseSender(getValue('from')) || parseSender(getValue('sender')),
    subject: parseSubject(headers),
    date: getValue('date'),
    isAutomatic: isAutomatic(headers),
    isReport: getFirstWord(headers, 'content-type') === 'multipart/report',
    namesFailedRecipients: headers.hasHeader('x-failed-recipients'),
  };
}

/** Returns the subject on one line, '' if there is none. */
export function parseSubject(headers: Headers): string {
  const subject = cleanStaffLine(decodeWords(headers.getFirst('subject')));
  return subject.slice(0, MAILBOX.subjectCharacters).toWellFormed();
}

/** Returns the Message-IDs of a header's value, with their angle brackets, which some programs leave out. */
export function parseMessageIds(text: string): string[] {
  const ids = text.match(/<[^<>\s]{1,990}>/g);
  if (ids) return ids;
  const bareIds = text.match(/[^\s<>"(),;]{1,500}@[^\s<>"(),;]{1,490}/g) ?? [];
  return bareIds.map((id) => `<${id}>`);
}

/**
 * Returns the file name of a part, '' if it has none. Unlike MimeNode.filename, decodes bytes and encoded words of an
 * unknown charset.
 */
export function parseFileName({ headers }: MimeNode): string {
  if (!headers) return '';
  const name = readParameter(headers, 'content-disposition', 'filename');
  return name || readParameter(headers, 'content-type', 'name');
}

/** Returns the parameter of a header, '' if it is missing. */
function readParameter(headers: Headers, header: string, parameter: string): string {
  const line = headers.getList().find(({ key }) => key === header)?.line;
  if (!line) return '';

  // The parser gives each byte as a character of the same number.
  const bytes = Buffer.from(line, 'latin1');
  const text = decodeText(bytes, null);
  const { value } = libmime.decodeHeader(text);
  const { params, decodedParams } = libmime.parseHeaderValue(value, { stripComments: true });

  const parameterText = params[parameter] ?? '';
  const isDecoded = decodedParams.includes(parameter);
  return isDecoded ? parameterText : decodeWords(parameterText);
}

/** Returns the first email of a header, '' if there is none. Encoded words are names and no emails (RFC 2047, 5). */
function parseSender(value: string): string {
  const withoutNames = value.replace(/=\?[^?\s]+\?[bq]\?[^?]*\?=/gi, 'name');
  const senders = parseAddresses(withoutNames, { flatten: true });
  // A quote or bracket that is not closed hides the rest of the header.
  const [, lastEmail = ''] = /<([^<>\s]{1,500})>\s*$/.exec(withoutNames) ?? [];
  const email = senders.find(({ address }) => address)?.address ?? lastEmail;
  return toPlainLine(email, MAX_SENDER_LENGTH).slice(0, MAX_SENDER_LENGTH);
}

/** Recognises a message that no person sent (RFC 3834, and what programs did before it). */
function isAutomatic(headers: Headers): boolean {
  const submitted = getFirstWord(headers, 'auto-submitted');
  return (
    (submitted !== '' && submitted !== 'no') ||
    headers.hasHeader('x-autoreply') ||
    headers.hasHeader('x-autorespond') ||
    ['auto_reply', 'bulk', 'junk'].includes(getFirstWord(headers, 'precedence')) ||
    // Such a message cannot be answered, so that no answer can cause another (RFC 5321, 4.5.5).
    /^<\s*>$/.test(headers.getFirst('return-path').trim())
  );
}

/** Returns the first word of a header, before a parameter or a comment, in lower case. */
function getFirstWord(headers: Headers, name: string): string {
  return /^[^\s;(]*/.exec(headers.getFirst(name).trim())![0].toLowerCase();
}
