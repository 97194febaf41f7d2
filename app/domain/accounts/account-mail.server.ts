import { config } from '#app/config.server.ts';
import { tieLinkToMail } from '#db/accounts/access-links.ts';
import type { Db } from '#db/database.server.ts';
import type { IssuedLink } from './access-links.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';

/** Queues the mail with a link and its code: an invitation, or a way back in. */
export async function queueLinkMail(tx: Db, email: string, link: IssuedLink): Promise<void> {
  const invites = link.type === 'invite';
  const page = `${config().publicUrl.replace(/^https?:\/\//, '')}/reset-password`;
  const mailId = await queueMail(tx, {
    kind: link.type,
    to: [email],
    subject: invites ? 'Your invitation to the DRYS enquiry desk' : 'Set a new password',
    body: {
      preview: invites
        ? `Set your password for the DRYS enquiry desk. The link works once, for ${AUTH.invitationLinkDays} days.`
        : 'Set a new password for the DRYS enquiry desk. The link works once, for one hour.',
      heading: invites ? 'Set your password' : 'Set a new password',
      paragraphs: [
        invites
          ? `You have been invited to the DRYS enquiry desk as ${email}. Use the button to set your password. It works once, for ${AUTH.invitationLinkDays} days.`
          : `Somebody asked for a new password for ${email}. If it was you, use the button. It works once, for one hour.`,
      ],
      button: { label: invites ? 'Set password' : 'Set new password', href: link.url },
      code: {
        introduction: `If the button does not work, open ${page} and enter this code:`,
        value: link.code,
      },
      footnote: invites
        ? 'You did not expect this? Then do nothing.'
        : 'You did not ask for this? Then do nothing. Your password stays as it is.',
    },
  });
  await tieLinkToMail(tx, link.id, mailId);
}

/** Queues the mail that tells an admin about a new password: a stranger's would be noticed. */
export function queuePasswordChangedMail(tx: Db, email: string): Promise<number> {
  return queueMail(tx, {
    kind: 'password-changed',
    to: [email],
    subject: 'Your password was changed',
    body: {
      preview: 'The password of your DRYS account was changed.',
      heading: 'Your password was changed',
      paragraphs: [
        `The password of ${email} for the DRYS enquiry desk was changed. You were signed out everywhere else.`,
        `If it was not you, ask for a new link at once: ${config().publicUrl}/admin?forgot`,
      ],
    },
  });
}
