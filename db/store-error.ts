// SQLite errors for a store that cannot be used at the moment; the request itself is valid.
const UNAVAILABLE =
  /^SQLITE_(FULL|IOERR|READONLY|BUSY|LOCKED|CANTOPEN|CORRUPT|NOTADB|PERM|AUTH|NOMEM|PROTOCOL)/;

/** The store failed and nothing was stored. The fields after `code` make React Router respond 503. */
export class StoreError extends Error {
  /** SQLite's error code, such as SQLITE_FULL, or STORE_GONE if the file or the data folder was removed. */
  readonly code: string;
  readonly status = 503;
  readonly statusText = 'Service Unavailable';
  readonly internal = false;
  readonly data = null;
  readonly error: Error = this;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function isStoreError(error: unknown): error is StoreError {
  return error instanceof StoreError;
}

/** Returns whether another process holds the lock, so that a retry may help. */
export function isBusyError(error: unknown): boolean {
  return isStoreError(error) && error.code.startsWith('SQLITE_BUSY');
}

/** Returns a StoreError for an SQLite error of an unavailable store, and any other error unchanged. */
export function wrapUnavailableStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  return UNAVAILABLE.test(code) ? new StoreError(code, error.message) : error;
}
