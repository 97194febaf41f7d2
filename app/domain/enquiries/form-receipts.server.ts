import type { ReceivedFiles } from '#app/domain/attachments/attachment-intake.server.ts';
import { createRandomToken, hashToken } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { getDatabase } from '#db/database.server.ts';
import { findRow } from '#db/rows.ts';
import type { EnquiryFields } from './enquiry-form.server.ts';

/**
 * The receipts of a form (CF-8, AT-5). They include its fields and files: if a visitor goes back, edits the
 * form and sends it again, it is another enquiry.
 */
export class FormReceipts {
  readonly #contents: unknown[];

  constructor(postedToken: string, cleanedFields: EnquiryFields) {
    const isWellFormed =
      postedToken.length === CONTACT.formTokenBytes * 2 && /^[0-9a-f]+$/.test(postedToken);
    const token = isWellFormed ? postedToken : createRandomToken(CONTACT.formTokenBytes, 'hex');
    this.#contents = [token, cleanedFields];
  }

  getReceipt({ received, leftOut }: ReceivedFiles): string {
    if (leftOut) return this.#hash('left out');
    return received.length > 0 ? this.#hash(received.map(({ sha256 }) => sha256)) : this.#hash();
  }

  /** Returns the receipt of the form with any files. Forms with files store it too, to be known before an upload. */
  getTextReceipt(): string {
    return this.#hash('any');
  }

  /** Returns whether the form was stored before, with any files or without. */
  async isTextStored(): Promise<boolean> {
    for (const receipt of [this.getTextReceipt(), this.#hash()]) {
      if (await findRow(getDatabase(), 'enquiry_forms', { token_hash: receipt })) return true;
    }
    return false;
  }

  #hash(...files: unknown[]): string {
    return hashToken(JSON.stringify([...this.#contents, ...files]));
  }
}
