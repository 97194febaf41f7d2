// Reads what mail servers write when they could not deliver a mail (AN-6).

export interface DeliveryReport {
  hasFailed: boolean;
  /** In the words of the mail server. */
  reason: string;
  /**
   * The Message-ID of the mail that the report is about, and then its References, the newest first: a mail service
   * may have replaced the Message-ID.
   */
  originalIds: string[];
}

/** Parses a delivery status (RFC 3464, RFC 6533). `reason` is the first diagnosis, or else the first status, or ''. */
export function parseStatus(status: string): { hasFailed: boolean; reason: string } {
  const hasFailed = /^action:\s*failed\b/im.test(status);
  const unfolded = status.replace(/\r?\n[ \t]+/g, ' ');
  const diagnosis = /^diagnostic-code:[ \t]*(?:[\w-]+;)?[ \t]*(.+)$/im.exec(unfolded);
  const code = /^status:[ \t]*(.+)$/im.exec(unfolded);
  return { hasFailed, reason: (diagnosis ?? code)?.[1]?.trim() ?? '' };
}

const MESSAGE_ID = /^message-id:[ \t]*(<[^<>\s]{1,990}>)/im;
// The copy of a mail, or of its headers.
const COPY_START = /^(?:received|return-path|dkim-signature|from|message-id|mime-version):/im;
// A line with the address of the recipient, and the reason in the next one.
const RECIPIENT_AND_REASON =
  /^[ \t]*<?[^\s<>@]{1,100}@[^\s<>@]{1,200}>?:?[ \t]*\r?\n[ \t]*(\S.*)$/m;
// qmail writes only when it gives up. Others write that a mail is late, too.
const FAILURE =
  /^hi\. this is the qmail|permanent error|timeout exceeded|(?<![\d.])5(?:\d\d[ -]|\.\d{1,3}\.\d{1,3}\b)/im;

/**
 * Parses the plain text that qmail, GMX and older versions of Exim send, with the headers of the mail at its end. Null
 * without their Message-ID. `namesFailedRecipients`: the header X-Failed-Recipients is there.
 */
export function parseTextReport(
  text: string,
  namesFailedRecipients: boolean,
): DeliveryReport | null {
  const [, originalId] = MESSAGE_ID.exec(text) ?? [];
  if (!originalId) return null;

  const explanation = text.slice(0, text.search(COPY_START));
  const [, reason = ''] = RECIPIENT_AND_REASON.exec(explanation) ?? [];
  const hasFailed = namesFailedRecipients || FAILURE.test(explanation);
  return { hasFailed, reason: reason.trim(), originalIds: [originalId] };
}
