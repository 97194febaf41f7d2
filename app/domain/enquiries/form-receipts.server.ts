import type { ReceivedFiles } from '#app/domain/attachments/attachment-intake.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { getDatabase, type Db } from '#db/database.server.ts';
import { findRow, insertRowIfNew } from '#db/rows.ts';
import type { Enquiry } from '#db/schema.ts';

/**
 * The receipts of a form (CF-8, AT-5, DK-4). They include its fields and files: if a person goes back, edits the form
 * and sends it again, it is another enquiry.
 */
export class FormReceipts {
  readonly #contents: readonly unknown[];

  /** `contents` are the random token of the page load and the fields. */
  constructor(...contents: readonly unknown[]) {
    this.#contents = contents;
  }

  /**
   * Returns the receipt of the form with these files. If they were left out, it may be any form with this text that
   * was stored before: returns the receipt under which the first of them has its enquiry.
   */
  getReceipt({ received, leftOut }: ReceivedFiles): string {
    if (leftOut) return this.#getReceiptWithAnyFiles();
    return received.length > 0 ? this.#hash(received.map(({ sha256 }) => sha256)) : this.#hash();
  }

  /** Stores the receipt of the form, and that of the form with any files, by which it is known before an upload. */
  async store(
    tx: Db,
    { id: enquiry_id, created_at }: Enquiry,
    files: ReceivedFiles,
  ): Promise<void> {
    // The same text may have been stored before with other files (AT-5): it keeps its first enquiry.
    for (const token_hash of [this.getReceipt(files), this.#getReceiptWithAnyFiles()])
      await insertRowIfNew(tx, 'enquiry_forms', { token_hash, enquiry_id, created_at });
  }

  /** Returns whether the form was stored before, with any files or without. */
  async isTextStored(): Promise<boolean> {
    const form = { token_hash: this.#getReceiptWithAnyFiles() };
    return (await findRow(getDatabase(), 'enquiry_forms', form)) !== undefined;
  }

  #getReceiptWithAnyFiles(): string {
    return this.#hash('any');
  }

  #hash(...files: unknown[]): string {
    return hashToken(JSON.stringify([...this.#contents, ...files]));
  }
}
