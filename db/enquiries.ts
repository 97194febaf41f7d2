import { removeInvisibleCharacters } from '#app/unicode.ts';
import type { Db } from '#db/database.server.ts';
import { getSenderKey, type Enquiry, type NewEnquiry } from '#db/schema.ts';

const PHONE = /^[\d\s\p{Pd}\u2212+()./]+$/u;
// Fewer digits would match too many enquiries.
const MIN_PHONE_DIGITS = 5;

/**
 * Returns the key of a phone number, or of its first digits, as the view `enquiry_phone_keys` has it: the same for all
 * spellings, and with the invisible marks that are copied from a list of contacts. Null for other text.
 */
export function getPhoneKey(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^0030/, '').replace(/^30/, '');
  const isPhone = PHONE.test(removeInvisibleCharacters(text));
  return isPhone && digits.length >= MIN_PHONE_DIGITS ? `#${digits}` : null;
}

export function insertEnquiry(tx: Db, enquiry: NewEnquiry): Promise<Enquiry> {
  return tx
    .insertInto('contact_submissions')
    .values({ ...enquiry, email_key: getSenderKey(enquiry) })
    .returningAll()
    .executeTakeFirstOrThrow();
}
