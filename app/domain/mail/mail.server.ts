import { z } from 'zod';
import { config } from '#app/config.server.ts';
import type { Language } from '#app/content/language.ts';
import { DAY, MINUTE } from '#app/domain/clock.server.ts';
import { createRandomToken, seal, unseal } from '#app/domain/keys.server.ts';
import { AUTH, MAIL } from '#app/domain/limits.ts';
import type { Db } from '#db/database.server.ts';
import { insertMail } from '#db/outbox.ts';
import { insertRow } from '#db/rows.ts';
import type { LinkType } from '#db/schema.ts';
import {
  formatFromName,
  renderMailHtml,
  renderMailText,
  type MailContent,
} from './mail-layout.server.ts';

const renderedMail = z.object({
  to: z.array(z.string()),
  replyTo: z.string().nullable(),
  /** Replaces the name in MAIL_FROM. */
  fromName: z.string().nullish(),
  subject: z.string(),
  link: z.string().nullable(),
  text: z.string(),
  html: z.string(),
  thread: z.object({ inReplyTo: z.string(), references: z.array(z.string()) }).nullish(),
});

export type RenderedMail = z.infer<typeof renderedMail>;

export interface NewMail {
  kind:
    | 'invite'
    | 'recovery'
    | 'password-changed'
    | 'invitation-notice'
    | 'passkey-changed'
    | 'two-step-changed'
    | 'enquiry'
    | 'receipt'
    | 'reply'
    | 'digest';
  language: Language;
  to: readonly string[];
  replyTo?: string | undefined;
  content: MailContent;
  enquiryId?: number;
  /** The Message-IDs of the thread that it continues (AN-2). */
  thread?: { inReplyTo: string; references: string[] } | null;
  /** Enquiries that the mail names: erasing one of them erases the mail. */
  mentions?: readonly number[];
}

/** Returns the email address of MAIL_FROM, which may have a name before it. */
export function getFromAddress(): string {
  const { mailFrom } = config();
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom;
}

/**
 * Renders a mail and stores it encrypted, because it may contain a link or a visitor's text. Writes the subject on one
 * line, and leaves out a `replyTo` that a header cannot name (canBeReplyTo). Notes the Message-ID of a receipt or reply,
 * by which an answer finds its enquiry (AN-2). Returns the id; deliverDueMail sends the mail.
 */
export async function queueMail(tx: Db, mail: NewMail, nowMs = Date.now()): Promise<number> {
  // A subject is one line; the name of a visitor may have several.
  const subject = mail.content.subject.replace(/\s+/g, ' ').trim();
  const content = { ...mail.content, subject };

  const { signer } = content;
  const rendered: RenderedMail = {
    to: [...mail.to],
    replyTo: mail.replyTo && canBeReplyTo(mail.replyTo) ? mail.replyTo : null,
    fromName: signer ? formatFromName(signer, mail.language) : null,
    subject,
    link: content.link?.href ?? null,
    text: renderMailText(content, mail.language),
    html: renderMailHtml(content, mail.language),
    thread: mail.thread,
  };

  const row = {
    kind: mail.kind,
    enquiry_id: mail.enquiryId ?? null,
    sealed: sealMail(rendered),
    created_at: nowMs,
    next_attempt_at: nowMs,
    give_up_at: getGiveUpTimeMs(nowMs),
    message_id: createMessageId(),
  };

  if (mail.enquiryId !== undefined && VISITOR_KINDS.has(mail.kind)) {
    const { message_id } = row;
    await insertRow(tx, 'sent_message_ids', { message_id, enquiry_id: mail.enquiryId });
  }

  return insertMail(tx, row, mail.mentions ?? []);
}

/** Returns whether a header can name this email: letters before the @ must be ASCII where SMTPUTF8 is missing. */
export const canBeReplyTo = (email: string): boolean => /^[\x21-\x7e]+@[^@]+$/.test(email);

const VISITOR_KINDS: ReadonlySet<NewMail['kind']> = new Set(['receipt', 'reply']);

/** Returns a random Message-ID. It ties an answer to an enquiry, so it must not be guessable (AN-2). */
const createMessageId = (): string =>
  `<${createRandomToken(MAIL.messageIdBytes)}@${getMailHost()}>`;

/** Returns the host of PUBLIC_URL, which Message-IDs and EHLO name. */
export const getMailHost = (): string => new URL(config().publicUrl).hostname;

export const LINK_LIFETIME_MS: Record<LinkType, number> = {
  recovery: AUTH.recoveryLinkMinutes * MINUTE,
  invite: AUTH.invitationLinkDays * DAY,
};

export const getGiveUpTimeMs = (nowMs: number): number => nowMs + MAIL.giveUpDays * DAY;

export function sealMail(mail: RenderedMail): string {
  return seal('mail', JSON.stringify(mail));
}

/** Returns a mail that sealMail has sealed, or null if the secret that encrypted it is not configured any more. */
export function unsealMail(sealed: string): RenderedMail | null {
  const json = unseal('mail', sealed);
  return json === null ? null : renderedMail.parse(JSON.parse(json));
}
