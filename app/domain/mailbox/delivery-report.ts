// Reads what mail servers write when they could not deliver a mail (AN-6).

export interface DeliveryReport {
  hasFailed: boolean;
  /** In the words of the mail server. */
  reason: string;
  /** The Message-ID of the mail that the report is about. */
  originalId: string | null;
}

/** Parses a delivery status (RFC 3464, RFC 6533): groups of fields, the first about the message. */
export function parseStatus(status: string): { hasFailed: boolean; reason: string } {
  const hasFailed = /^action:\s*failed\b/im.test(status);
  const unfolded = status.replace(/\r?\n[ \t]+/g, ' ');
  const diagnosis = /^diagnostic-code:\s*(?:[\w-]+;)?\s*(.+)$/im.exec(unfolded);
  const code = /^status:\s*(.+)$/im.exec(unfolded);
  return { hasFailed, reason: (diagnosis ?? code)?.[1]?.trim() ?? '' };
}

/** Parses the plain text that qmail and older versions of Exim send, with a copy of the mail at its end. Null for other text. */
export function parseTextReport(text: string, hasFailedRecipients: boolean): DeliveryReport | null {
  const copyStart = text.search(/^-{3,} ?(?:below this line|this) is a copy of the message/im);
  if (copyStart < 0) return null;
  const explanation = text.slice(0, copyStart);
  const [, originalId] = /^message-id:[ \t]*(<[^<>\s]{1,990}>)/im.exec(text.slice(copyStart)) ?? [];
  if (!originalId) return null;

  const [, reason = ''] =
    /^[ \t]*<?[^\s<>@]{1,100}@[^\s<>@]{1,200}>?:?[ \t]*\r?\n[ \t]*(\S.*)$/m.exec(explanation) ?? [];
  const hasFailed = hasFailedRecipients || /^hi\. this is the qmail/im.test(explanation);
  return { hasFailed, reason: reason.trim(), originalId };
}
