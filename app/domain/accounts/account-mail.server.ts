import { config } from '#app/config.server.ts';
import { mailWords } from '#app/content/mail/mail-words.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import { tieLinkToMail } from '#db/accounts.ts';
import type { Db } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';
import type { IssuedLink } from './access-links.server.ts';

type Addressee = Pick<Admin, 'email' | 'language'>;

/** Queues the mail with a link and its code: an invitation, or a way back in. */
export async function queueLinkMail(
  tx: Db,
  { email, language }: Addressee,
  link: IssuedLink,
): Promise<void> {
  const page = `${config().publicUrl.replace(/^https?:\/\//, '')}/reset-password`;
  const { openCode, [link.type]: words } = mailWords[language];
  const about = { email, days: AUTH.invitationLinkDays };
  const mailId = await queueMail(tx, {
    kind: link.type,
    language,
    to: [email],
    subject: words.subject,
    body: {
      preview: words.preview(about),
      heading: words.heading,
      paragraphs: [words.text(about)],
      button: { label: words.button, href: link.url },
      code: { introduction: openCode(page), value: link.code },
      footnote: words.footnote,
    },
  });
  await tieLinkToMail(tx, link.id, mailId);
}

/** Queues the mail that tells an admin about a new password: a stranger's would be noticed. */
export function queuePasswordChangedMail(tx: Db, { email, language }: Addressee): Promise<number> {
  const { subject, preview, heading, text, ifNot } = mailWords[language].passwordChanged;
  const paragraphs = [text(email), ifNot(`${config().publicUrl}/admin?forgot`)];
  const body = { preview, heading, paragraphs };
  return queueMail(tx, { kind: 'password-changed', language, to: [email], subject, body });
}
