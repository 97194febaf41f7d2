import { userInfo } from 'node:os';
import { isStoreError } from '#db/store-error.ts';

const FILE_ERRORS: Readonly<Record<string, (path: string) => string>> = {
  EACCES: formatForbiddenPath,
  EPERM: formatForbiddenPath,
  EROFS: (path) => `${path} is on a read-only disk: choose another path.`,
  ENOENT: (path) => `${path} does not exist: create it, or correct the path.`,
  ENOTDIR: formatFileAsFolder,
  // From mkdir only: other calls refuse existing files on purpose.
  EEXIST: formatFileAsFolder,
  EISDIR: (path) => `${path} is a folder, not a file: choose a file.`,
  ENOSPC: (path) => `${path} cannot be written, because the disk is full: make room.`,
};
// Reading and writing an open file reports these errors without its path.
const UNKNOWN_PATHS: Readonly<Record<string, string>> = { EISDIR: 'The path', ENOSPC: 'A file' };

/**
 * Returns the line that a command prints for an Error: for a file, what to do about it; for SQLite, that it is about the
 * database, which SQLite's own message does not say. For a bug of the site, returns its stack: several lines, which the
 * operator can report.
 */
export function formatCommandError(error: unknown): string {
  if (isBug(error)) return error.stack!;
  if (isFileError(error)) {
    const formatFileError = FILE_ERRORS[error.code!]!;
    return formatFileError(error.path ?? UNKNOWN_PATHS[error.code!]!);
  }

  const { message } = error as Error;
  return isStoreError(error) ? `The database cannot be used: ${message}.` : message;
}

/** Returns whether the program is wrong, and not its use. Node's own errors of these types have a code. */
function isBug(error: unknown): error is Error {
  const isOfType = [TypeError, RangeError, ReferenceError].some((type) => error instanceof type);
  return isOfType && !('code' in (error as Error));
}

/** Returns whether Node could not use a file or folder for a reason that the operator can mend. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { code = '', syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined || !Object.hasOwn(FILE_ERRORS, code)) return false;
  if (code === 'EEXIST' && syscall !== 'mkdir') return false;
  return path !== undefined || Object.hasOwn(UNKNOWN_PATHS, code);
}

/** Returns the name of the user who runs this process, or the number of a user without a name. */
export function getUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function formatFileAsFolder(path: string): string {
  return `${path} cannot be used, because it or a folder above it is a file: correct the path.`;
}

function formatForbiddenPath(path: string): string {
  return (
    `The user ${getUserName()} may not use ${path}: give it to this user (chown), run the command as its ` +
    'owner, or choose another path.'
  );
}
