// How a template gets into a reply that is being written (DA-1): in the page, and on the server without JavaScript.
import { REPLY } from './desk-limits.ts';

interface ReplyText {
  subject: string;
  message: string;
}

/** A template with its placeholders filled in, and the message without salutation and close. */
export interface FilledTemplate extends ReplyText {
  body: string;
}

/**
 * Returns the reply once another template is chosen than the one that it started from. A subject and a message that
 * nobody has changed are replaced. A changed subject stays, and a changed message gets the body at the cursor, unless
 * it contains it already.
 */
export function applyTemplate(
  typed: ReplyText,
  start: ReplyText,
  chosen: FilledTemplate,
  cursor = typed.message.length,
): ReplyText {
  const subject = typed.subject === start.subject ? chosen.subject : typed.subject;
  const { message } = typed;
  if (message === start.message) return { subject, message: chosen.message };
  if (message.includes(chosen.body)) return { subject, message };

  const textBefore = message.slice(0, cursor).trimEnd();
  const textAfter = message.slice(cursor).trimStart();
  const parts = [textBefore, chosen.body, textAfter].filter(Boolean);
  return { subject, message: parts.join('\n\n') };
}

// As mail programs put them before the subject of an answer or a forwarded mail, in Greek too.
const ANSWER_PREFIXES = /^(?:\s*(?:re|aw|sv|rif|απ|απάντ|σχετ|fwd?|wg|πρθ)\.?\s*:)+\s*/iu;

/**
 * Returns the subject of a reply to a mail with this subject, '' if it has none. Gmail shows a reply with another subject
 * as a conversation of its own.
 */
export function continueSubject(subject: string): string {
  const topic = subject.replace(ANSWER_PREFIXES, '').trim();
  return topic === '' ? '' : `Re: ${topic}`.slice(0, REPLY.subjectMax).toWellFormed();
}

const MAX_CLOSE_LINES = 3;

/**
 * Returns a message without its salutation ("Dear Eleni,") and its close ("Kind regards" and a name). The rest is as
 * written, so that it can be found in the message.
 */
export function removeSalutationAndClose(message: string): string {
  // Paragraphs, and the blank lines between them.
  const parts = message.split(/(\n\s*\n)/);
  if (parts.length > 1 && isSalutation(parts[0]!)) parts.splice(0, 2);
  if (parts.length > 1 && isClose(parts.at(-1)!)) parts.splice(-2);
  return parts.join('');
}

const isSalutation = (paragraph: string) => /^[^\n]*,$/.test(paragraph);

/** A close is short and has no sentence: its first line ends with a letter or a comma. */
function isClose(paragraph: string): boolean {
  const lines = paragraph.split('\n');
  return lines.length <= MAX_CLOSE_LINES && /^\p{L}[^.;:!?]*[\p{L},]$/u.test(lines[0]!);
}
