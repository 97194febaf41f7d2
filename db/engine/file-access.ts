import { accessSync, constants } from 'node:fs';

const FORBIDDEN_CODES = new Set(['EACCES', 'EPERM', 'EROFS']);

const { R_OK, W_OK, X_OK } = constants;
const MODES = { r: R_OK, rw: R_OK | W_OK, rwx: R_OK | W_OK | X_OK, x: X_OK };

/**
 * Returns whether the user of this process lacks one of these rights to a file or folder: to read, to write, and to
 * enter a folder. True also if the user may not search a folder above it, where existsSync returns false even if
 * the file exists. Returns false for a missing file.
 */
export function isForbidden(path: string, rights: keyof typeof MODES): boolean {
  return FORBIDDEN_CODES.has(findAccessErrorCode(path, MODES[rights]) ?? '');
}

export function isOnReadOnlyDisk(path: string): boolean {
  return findAccessErrorCode(path, W_OK) === 'EROFS';
}

function findAccessErrorCode(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
