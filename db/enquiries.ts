import { removeInvisibleCharacters } from '#app/unicode.ts';
import type { Db } from '#db/database.server.ts';
import { getSenderKey, type Enquiry, type NewEnquiry } from '#db/schema.ts';

// What people write beside a phone number: a name, "τηλ.", "εσωτ." before an extension.
const NOT_OF_PHONE = /[^\d\s\p{Pd}\u2212+()./]+/u;
// Fewer digits would match too many enquiries.
const MIN_PHONE_DIGITS = 5;

/**
 * Returns the digits, five or more, of each phone number in a text, the same for all spellings: without 0030, 30 and
 * zeros at the start, and without the zero in "+49 (0)30". Ignores the invisible marks of copied numbers.
 */
export function listPhoneNumbers(text: string): string[] {
  return removeInvisibleCharacters(text)
    .split(NOT_OF_PHONE)
    .map((phone) =>
      phone
        .replace('(0)', '')
        .replace(/\D/g, '')
        .replace(/^0*(30)?0*/, ''),
    )
    .filter((digits) => digits.length >= MIN_PHONE_DIGITS);
}

/** Returns the digits of a phone number, or its first ones, as listPhoneNumbers does; undefined for other text. */
export function getPhoneNumber(text: string): string | undefined {
  const [digits] = listPhoneNumbers(text);
  return NOT_OF_PHONE.test(removeInvisibleCharacters(text)) ? undefined : digits;
}

export function insertEnquiry(tx: Db, enquiry: NewEnquiry): Promise<Enquiry> {
  return tx
    .insertInto('contact_submissions')
    .values({ ...enquiry, email_key: getSenderKey(enquiry) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the names by the ids of their enquiries, without unknown ones. */
export async function mapSenderNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const senders = db.selectFrom('contact_submissions').select(['id', 'full_name']);
  const rows = await senders.where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}
