import type { Language } from '#app/content/language.ts';
import { mailPage } from '#app/content/texts/desk-pages.server.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import {
  readLatestBounces,
  readLatestFailedMail,
  type FailedMail,
} from '#app/domain/mail/unsent-mail.server.ts';

/** Reads the mails that could not be sent, then those that were sent and came back (AN-6). */
export async function readMailProblems(language: Language) {
  const texts = mailPage[language];
  const formatReason = (mail: FailedMail) => {
    if (mail.isFromBackup) return texts.fromBackup;
    if (mail.fileError) return texts.fileErrors[mail.fileError];
    if (mail.isGivenUp) return texts.notTaken(MAIL.giveUpDays, mail.reason);
    return mail.responseCode ? texts.refused(mail.responseCode) : texts.notSent(mail.reason);
  };

  const failedMails = await readLatestFailedMail();
  const bounces = await readLatestBounces();

  return [
    // `field` is the form field that has the id: of a mail, or of a message that reports a bounce.
    ...failedMails.map((mail) => ({
      id: mail.id,
      field: 'id' as const,
      enquiryId: mail.enquiryId,
      subject: mail.subject,
      to: mail.to,
      time: formatAthensDateTime(new Date(mail.failedAtMs).toISOString(), language),
      reason: formatReason(mail),
      isLinkExpired: mail.isLinkExpired,
      canBeSentAgain: mail.subject !== null && !mail.isLinkExpired && mail.fileError === null,
    })),
    ...bounces.map(({ id, reason, email, ...bounce }) => ({
      id,
      field: 'bounce' as const,
      enquiryId: bounce.enquiry_id,
      subject: bounce.reply_subject ?? texts.receipt,
      to: [email],
      time: formatAthensDateTime(bounce.received_at, language),
      reason: texts.returned(reason),
      isLinkExpired: false,
      canBeSentAgain: false,
    })),
  ];
}
