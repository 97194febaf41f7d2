import { hashToken, randomToken } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { database } from '#db/database.server.ts';
import { isFormStored } from '#db/enquiries.ts';
import type { Files } from './enquiry-files.server.ts';
import type { EnquiryField } from './enquiry-fields.server.ts';

/**
 * The names under which one sending of one form is remembered (CF-8, AT-5). Another message on the
 * same page load (Back, edited, sent) is another enquiry, and so are other files: contents count.
 */
export class FormReceipts {
  readonly #words: unknown[];

  /** `given` is the token of the page load; one that is none is replaced. */
  constructor(given: string, cleaned: Record<EnquiryField, string>) {
    const wellFormed = given.length === CONTACT.formTokenBytes * 2 && /^[0-9a-f]+$/.test(given);
    const token = wellFormed ? given : randomToken(CONTACT.formTokenBytes, 'hex');
    this.#words = [token, cleaned];
  }

  /** Of the words with these files. */
  of({ held, leftOut }: Files): string {
    if (leftOut) return this.#hash('left out');
    return held.length > 0 ? this.#hash(held.map(({ sha256 }) => sha256)) : this.#hash();
  }

  /** Of the words, with whatever files. */
  get ofWords(): string {
    return this.#hash('any');
  }

  /** Whether the words were stored before: then their files decide whether it is the same again. */
  async areWordsStored(): Promise<boolean> {
    if (await isFormStored(database(), this.ofWords)) return true;
    return isFormStored(database(), this.#hash());
  }

  #hash(...files: unknown[]): string {
    return hashToken(JSON.stringify([...this.#words, ...files]));
  }
}
