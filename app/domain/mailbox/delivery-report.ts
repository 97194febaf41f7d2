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

/** Parses a delivery status (RFC 3464, RFC 6533): groups of fields, the first about the message. */
export function parseStatus(status: string): { hasFailed: boolean; reason: string } {
  const hasFailed = /^action:\s*failed\b/im.test(status);
  const unfolded = status.replace(/\r?\n[ \t]+/g, ' ');
  const diagnosis = /^diagnostic-code:\s*(?:[\w-]+;)?\s*(.+)$/im.exec(unfolded);
  const code = /^status:\s*(.+)$/im.exec(unfolded);
  return { hasFailed, reason: (diagnosis ?? code)?.[1]?.trim() ?? '' };
}

// "--- Below this line is a copy of the message." of qmail, "------ This is a copy of the message" of Exim.
const COPY_START = /^-{3,} ?(?:below this line|this) is a copy of the message/im;
const MESSAGE_ID = /^message-id:[ \t]*(<[^<>\s]{1,990}>)/im;
// A line with the address of the recipient, and the reason in the next one.
const RECIPIENT_AND_REASON =
  /^[ \t]*<?[^\s<>@]{1,100}@[^\s<>@]{1,200}>?:?[ \t]*\r?\n[ \t]*(\S.*)$/m;
// qmail writes only when it gives up; Exim also writes that a mail is late.
const QMAIL_GREETING = /^hi\. this is the qmail/im;

/**
 * Parses the plain text that qmail and older versions of Exim send, with a copy of the mail at its end. Null for
 * other text, and where the copy has no Message-ID. `namesFailedRecipients`: the header X-Failed-Recipients is there.
 */
export function parseTextReport(
  text: string,
  namesFailedRecipients: boolean,
): DeliveryReport | null {
  const copyStart = text.search(COPY_START);
  if (copyStart < 0) return null;
  const explanation = text.slice(0, copyStart);
  const copy = text.slice(copyStart);

  const [, originalId] = MESSAGE_ID.exec(copy) ?? [];
  if (!originalId) return null;

  const [, reason = ''] = RECIPIENT_AND_REASON.exec(explanation) ?? [];
  const hasFailed = namesFailedRecipients || QMAIL_GREETING.test(explanation);
  return { hasFailed, reason: reason.trim(), originalIds: [originalId] };
}
