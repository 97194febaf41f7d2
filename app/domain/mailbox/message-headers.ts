// Parses the header block of a message: its thread, its sender, and whether a person wrote it.
import { Headers } from '@zone-eu/mailsplit';
import libmime from 'libmime';
import parseAddresses from 'nodemailer/lib/addressparser';
import { MAILBOX } from '#app/domain/limits.ts';
import { cleanStaffLine, toPlainLine } from '#app/domain/plain-text.ts';
import { decodeText } from './message-text.ts';

export interface MessageHeaders {
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  sender: string;
  subject: string;
  /** The Date header as it was sent: part of what identifies a message (AN-3). */
  date: string;
  isAutomatic: boolean;
  isReport: boolean;
}

const MESSAGE_ID = /<[^<>\s]{1,990}>/g;
const MAX_SENDER_LENGTH = 254;

/** Decodes any charset. A missing header is '', null or an empty list. */
export function parseHeaders(block: Buffer): MessageHeaders {
  const headers = new Headers(decodeText(block, null));
  const getValue = (name: string) => headers.getFirst(name).trim();
  const subject = cleanStaffLine(libmime.decodeWords(getValue('subject')));
  return {
    messageId: parseMessageIds(getValue('message-id'))[0] ?? null,
    inReplyTo: parseMessageIds(headers.get('in-reply-to').join(' ')),
    references: parseMessageIds(headers.get('references').join(' ')),
    sender: parseSender(getValue('from')),
    subject: subject.slice(0, MAILBOX.subjectCharacters),
    date: getValue('date'),
    isAutomatic: isAutomatic(headers),
    isReport: /^multipart\/report\b/i.test(getValue('content-type')),
  };
}

/** Returns the Message-IDs of a header's value, with their angle brackets. */
export function parseMessageIds(text: string): string[] {
  return text.match(MESSAGE_ID) ?? [];
}

function parseSender(value: string): string {
  const [sender] = parseAddresses(libmime.decodeWords(value), { flatten: true });
  return toPlainLine(sender?.address ?? '', MAX_SENDER_LENGTH).slice(0, MAX_SENDER_LENGTH);
}

/** Recognises a message that no person sent (RFC 3834, and what programs did before it). */
function isAutomatic(headers: Headers): boolean {
  // The first word of a value, before a parameter or a comment.
  const getWord = (name: string) =>
    /^[^\s;(]*/.exec(headers.getFirst(name).trim())![0].toLowerCase();
  const submitted = getWord('auto-submitted');
  return (
    (submitted !== '' && submitted !== 'no') ||
    headers.hasHeader('x-autoreply') ||
    ['auto_reply', 'bulk'].includes(getWord('precedence')) ||
    /^<\s*>$/.test(headers.getFirst('return-path').trim())
  );
}
