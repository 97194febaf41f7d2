import { isStoreError } from '#db/store-error.ts';

/** Returns the line that a command prints for an error. SQLite's own messages do not name the database. */
export function formatCommandError(error: unknown): string {
  const { message } = error as Error;
  return isStoreError(error) ? `The database cannot be used: ${message}.` : message;
}
