/** Whether an error is SQLite's: the store is full, read-only, busy, gone or damaged. */
export function isStoreFault(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}
