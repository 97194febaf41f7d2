import { statSync } from 'node:fs';
import { StoreError } from '#db/store-error.ts';

/**
 * Watches that a database file is still the one that was opened: SQLite itself would go on writing
 * into a file that somebody deleted or replaced, and all of it would be lost at the next start.
 */
export class StoreFile {
  readonly #path: string;
  readonly #inode: number;

  constructor(path: string) {
    this.#path = path;
    this.#inode = statSync(path).ino;
  }

  /** What happened to the file, for an operator (anybody may see it); null while it is there and ours. */
  fault(): string | null {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (!found) return 'the database file is gone: put it back, or restore a backup';
    if (found.ino !== this.#inode) {
      return 'the database file was replaced: restart the server to use the new one';
    }
    if (found.size === 0) return 'the database file was emptied: restore a backup';
    return null;
  }

  /** Throws a StoreError when the file is not ours any more. */
  check(): void {
    const fault = this.fault();
    if (fault) throw new StoreError('STORE_GONE', fault);
  }
}
