// Turns the replies to an enquiry, the messages of its customer and their files into what its page shows.
import { interpolate } from '#app/components/texts.ts';
import { formatFileSize } from '#app/content/file-size.ts';
import type { Language } from '#app/content/language.ts';
import { unkeptFileTexts } from '#app/content/texts/correspondence.server.ts';
import type { NameAdmin } from '#app/domain/accounts/admin-names.server.ts';
import { TYPE_NAMES } from '#app/domain/attachments/file-types.server.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import type { Desk } from '#app/domain/desk/desk.server.ts';
import { getEmailKey, type UnkeptFile } from '#db/schema.ts';

type OpenEnquiry = NonNullable<Desk['open']>;
type Reply = OpenEnquiry['replies'][number];
type Message = OpenEnquiry['messages'][number];
type StoredFile = OpenEnquiry['files'][number];

export type ShownReply = ReturnType<typeof presentReply>;
export type ShownMessage = ReturnType<typeof presentMessage>;

export type ShownEntry = ShownReply | ShownMessage;

interface ShownCorrespondence {
  /** Counts the message of the enquiry too, unless that is the newest. */
  olderCount: number;
  olderEntries: ShownEntry[];
  /** The newest written message, and entries without one: an automatic reply, a bounced receipt, a call. */
  latestEntries: ShownEntry[];
}

/**
 * Returns replies and messages by their time, oldest first, parted before the newest message that was written, by the
 * customer or by staff (DK-9). A bounce of a reply is part of that reply.
 */
export function presentCorrespondence(
  enquiry: OpenEnquiry,
  nameAdmin: NameAdmin,
  language: Language,
): ShownCorrespondence {
  const { replies, messages } = enquiry;
  // Only a bounce of a reply has a reply_id.
  const replyIds = new Set<number | null>(replies.map(({ id }) => id));
  const separateMessages = messages.filter(({ reply_id: replyId }) => !replyIds.has(replyId));

  // Mail servers tell seconds only, so several messages can have the same time. The sort leaves those in their order:
  // they come with the newest first.
  const oldestFirst = separateMessages.toReversed();
  const entries: ShownEntry[] = [
    ...replies.map((reply) => presentReply(reply, enquiry, nameAdmin, language)),
    ...oldestFirst.map((message) => presentMessage(message, enquiry, language)),
  ];
  entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));

  const newestIndex = entries.findLastIndex(isWrittenMessage);
  if (newestIndex === -1) return { olderCount: 0, olderEntries: [], latestEntries: entries };

  const olderEntries = entries.slice(0, newestIndex);
  const olderCount = olderEntries.length + 1;
  return { olderCount, olderEntries, latestEntries: entries.slice(newestIndex) };
}

/** Whether a person wrote it: a call may be recorded without a text, and an answer may only quote. */
const isWrittenMessage = (entry: ShownEntry) =>
  entry.kind === 'answer' || (entry.kind === 'reply' && entry.message !== '');

function presentReply(
  reply: Reply,
  { messages, files }: OpenEnquiry,
  nameAdmin: NameAdmin,
  language: Language,
) {
  const replyFiles = files.filter(({ reply_id: replyId }) => replyId === reply.id);
  const bounces = messages.filter(({ reply_id: replyId }) => replyId === reply.id);
  return {
    kind: 'reply' as const,
    id: reply.id,
    author: nameAdmin(reply.admin_email),
    at: reply.created_at,
    time: formatAthensDateTime(reply.created_at, language),
    channel: reply.channel,
    subject: reply.subject,
    message: reply.message,
    state: reply.state,
    began: reply.started_progress === 1,
    files: presentFiles(replyFiles, language),
    // A mail never leaves without one of its files (DA-7).
    canBeRetried:
      reply.state === 'failed' &&
      reply.mail_id !== null &&
      replyFiles.every(({ removed }) => removed === null),
    bounces: bounces.map(({ id, reason, received_at: receivedAt }) => ({
      id,
      reason,
      time: formatAthensDateTime(receivedAt, language),
    })),
  };
}

function presentMessage(message: Message, enquiry: OpenEnquiry, language: Language) {
  const { email, files, changes } = enquiry;
  const { id, kind, sender, subject, text, reason } = message;
  const unkeptFiles = JSON.parse(message.unkept_files) as UnkeptFile[];

  return {
    kind,
    id,
    sender,
    subject,
    text,
    reason,
    isOtherSender: sender !== '' && getEmailKey(sender) !== getEmailKey(email),
    at: findReadTime(message, changes),
    time: formatAthensDateTime(message.received_at, language),
    quotedText: message.quoted_text,
    isCut: message.is_cut === 1,
    files: presentFiles(
      files.filter((file) => file.from_message === id),
      language,
    ),
    unkeptFiles: unkeptFiles.map((file) =>
      interpolate(unkeptFileTexts[language][file.kind], { ...file }),
    ),
  };
}

/** Returns when a message was received, or read if a change of the status by a message tells that this was later. */
function findReadTime(message: Message, changes: OpenEnquiry['changes']): string {
  // Messages are read in the order of their ids.
  const earlierTimes = changes
    .filter(({ by_message: messageId }) => messageId !== null && messageId <= message.id)
    .map((change) => change.created_at);
  return [message.received_at, ...earlierTimes].toSorted().at(-1)!;
}

/** Returns the files in their order, with type and size in words. `removed` and `unscanned` say why, or are null. */
export function presentFiles(files: readonly StoredFile[], language: Language) {
  return files.map(({ id, name, type, size, removed, unscanned, hasPreview }) => ({
    id,
    name,
    type: TYPE_NAMES[type] ?? type,
    size: formatFileSize(size, language),
    removed,
    unscanned,
    hasPreview,
  }));
}
