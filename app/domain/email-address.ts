// Linear in the length of its input, unlike the popular pattern with a dot inside both classes.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Whether a text has the shape of an e-mail address (ledger AL-2, CF-5). Test its length first. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

/** The form in which an account's address is kept and compared (security model 1.4). */
export function normaliseEmail(raw: string): string {
  return raw.replace(/[<>]/g, '').trim().normalize('NFKC').toLowerCase();
}
