import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import type { Db } from '#db/database.server.ts';
import { insertMail, insertMentions } from '#db/outbox.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import { MAIL_KINDS, type MailBody, mailHtml, mailText } from './mail-layout.server.ts';
import { seal, unseal } from '#app/domain/keys.server.ts';

const message = z.object({
  to: z.array(z.string()),
  replyTo: z.string().nullable(),
  subject: z.string(),
  link: z.string().nullable(),
  text: z.string(),
  html: z.string(),
});

/** A message as it waits in the outbox. `link` is logged where no mail server is set. */
export type MailMessage = z.infer<typeof message>;

export interface NewMail {
  kind: (typeof MAIL_KINDS)[number];
  language?: Language;
  to: readonly string[];
  replyTo?: string;
  subject: string;
  body: MailBody;
  enquiryId?: number;
  /** Enquiries whose senders it names: erased with any of them. */
  mentions?: readonly number[];
}

/**
 * Queues a mail in the transaction of what caused it: either both are kept or neither (ledger,
 * Decisions). The message is sealed: what a link or a visitor says is not readable in the file.
 * Returns the mail's id.
 */
export async function queueMail(tx: Db, mail: NewMail, now = Date.now()): Promise<number> {
  const waiting: MailMessage = {
    to: [...mail.to],
    replyTo: mail.replyTo ?? null,
    // A subject is one line, whatever was typed into the form.
    subject: mail.subject.replace(/\s+/g, ' ').trim(),
    link: mail.body.button?.href ?? null,
    text: mailText(mail.body, mail.language),
    html: mailHtml(mail.body, mail.language),
  };
  const id = await insertMail(tx, {
    kind: mail.kind,
    enquiryId: mail.enquiryId ?? null,
    sealed: sealMail(waiting),
    now,
    giveUpAt: giveUpAt(now),
  });
  await insertMentions(tx, id, mail.mentions ?? []);
  return id;
}

/** Until when a mail that is queued now is tried (epoch milliseconds). */
export const giveUpAt = (now: number): number => now + MAIL.giveUpDays * DAY;

export function sealMail(message: MailMessage): string {
  return seal('mail', JSON.stringify(message));
}

/** The message of an outbox row; null when it was sealed with a secret that is gone. */
export function readMail(sealed: string): MailMessage | null {
  const text = unseal('mail', sealed);
  return text === null ? null : message.parse(JSON.parse(text));
}
