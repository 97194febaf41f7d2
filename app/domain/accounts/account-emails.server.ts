// The mails to admins about their accounts, each queued in the transaction of its cause.
import { config } from '#app/config.server.ts';
import { getMailTexts } from '#app/content/texts/mail.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import type { Db } from '#db/database.server.ts';
import type { Admin, LinkType } from '#db/schema.ts';

export type Addressee = Pick<Admin, 'id' | 'email' | 'language'>;

export interface IssuedLink {
  url: string;
  code: string;
}

/** Returns the id of the queued mail. */
export function queueLinkEmail(
  tx: Db,
  { email, language }: Addressee,
  type: LinkType,
  link: IssuedLink,
): Promise<number> {
  const page = `${config().publicUrl.replace(/^https?:\/\//, '')}/reset-password`;
  const mailTexts = getMailTexts(language);
  const texts = mailTexts[type];
  const values = { email, days: AUTH.invitationLinkDays };

  return queueMail(tx, {
    kind: type,
    language,
    to: [email],
    content: {
      subject: texts.subject,
      preview: texts.preview(values),
      heading: texts.heading,
      paragraphs: [texts.text(values)],
      link: { label: texts.button, href: link.url },
      code: { introduction: mailTexts.openCode(page), value: link.code },
      footnote: texts.footnote,
    },
  });
}

export async function queuePasswordChangedEmail(
  tx: Db,
  { email, language }: Addressee,
): Promise<void> {
  const { subject, preview, heading, text, ifUnexpected } = getMailTexts(language).passwordChanged;
  const paragraphs = [text(email), ifUnexpected(`${config().publicUrl}/admin?forgot`)];
  const content = { subject, preview, heading, paragraphs };
  await queueMail(tx, { kind: 'password-changed', language, to: [email], content });
}

export async function queueInvitationNotices(
  tx: Db,
  recipients: readonly Addressee[],
  names: { inviter: string; invited: string },
): Promise<void> {
  for (const { email, language } of recipients) {
    const { subject, preview, heading, text, ifUnexpected } =
      getMailTexts(language).invitationNotice;
    const paragraphs = [text(names), ifUnexpected(`${config().publicUrl}/admin/dashboard/people`)];
    const content = { subject, preview: preview(names), heading, paragraphs };
    await queueMail(tx, { kind: 'invitation-notice', language, to: [email], content });
  }
}

export async function queuePasskeyEmail(
  tx: Db,
  { email, language }: Pick<Addressee, 'email' | 'language'>,
  change: 'added' | 'removed',
  passkeyName: string,
): Promise<void> {
  const texts = getMailTexts(language).passkeyChanged;
  const { subject, preview, heading } = texts[change];
  const ifUnexpected = texts.ifUnexpected(`${config().publicUrl}/admin?forgot`);
  const paragraphs = [texts.text(passkeyName, email), ifUnexpected];
  const content = { subject, preview, heading, paragraphs };
  await queueMail(tx, { kind: 'passkey-changed', language, to: [email], content });
}

export async function queueTwoStepEmail(
  tx: Db,
  { email, language }: Pick<Addressee, 'email' | 'language'>,
  change: 'on' | 'off',
): Promise<void> {
  const texts = getMailTexts(language).twoStepChanged;
  const { subject, preview, heading } = texts[change];
  const ifUnexpected = texts.ifUnexpected(`${config().publicUrl}/admin?forgot`);
  const content = { subject, preview, heading, paragraphs: [texts.text(email), ifUnexpected] };
  await queueMail(tx, { kind: 'two-step-changed', language, to: [email], content });
}
