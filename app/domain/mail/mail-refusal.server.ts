/** What nodemailer says of a mail that is not out, as far as it is read here. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** The server took the mail for some of its recipients; `refused` are the others. */
export class MailRefused extends Error {
  readonly refused: string[];
  readonly errors: readonly SmtpError[];

  constructor(refused: string[], errors: readonly SmtpError[]) {
    super('refused for some recipients');
    this.refused = refused;
    this.errors = errors;
  }
}

/** Answers about the message or an address (RFC 5321), not about the connection or the account. */
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);
/** What the server refuses for now (4xx); without a number it was nodemailer that refused. */
const forNow = (response: number): boolean => response >= 400 && response < 500;
/** The server wants another login: a fault of the settings, which somebody will mend. */
const ABOUT_THE_LOGIN = new Set([530, 534, 535, 538]);

/**
 * Why a mail is not out, in a word without its contents, and whether trying it again is of no use.
 * The server's own words may repeat an address or a text: its code says what went wrong.
 */
export function mailRefusal(error: unknown): { reason: string; forGood: boolean } {
  const errors = error instanceof MailRefused ? error.errors : [error as SmtpError];
  const reasons = errors.map(({ code, responseCode }) =>
    [code ?? 'error', responseCode].filter(Boolean).join(' '),
  );
  return { reason: [...new Set(reasons)].join(', '), forGood: errors.every(isForGood) };
}

function isForGood({ code = '', responseCode = 0 }: SmtpError): boolean {
  return ABOUT_THE_MAIL.has(code) && !forNow(responseCode) && !ABOUT_THE_LOGIN.has(responseCode);
}
