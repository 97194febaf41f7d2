import { accessSync, constants } from 'node:fs';

const FORBIDDEN_CODES = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Returns whether the user of this process may not read a file, or may not search a folder above it: in the second
 * case existsSync returns false even if the file exists. Returns false for a missing file.
 */
export function isReadForbidden(path: string): boolean {
  return isForbidden(path, constants.R_OK);
}

/** Returns whether the user of this process may not read or write a file. Returns false for a missing file. */
export function isFileForbidden(path: string): boolean {
  return isForbidden(path, constants.R_OK | constants.W_OK);
}

export function isOnReadOnlyDisk(path: string): boolean {
  return findAccessErrorCode(path, constants.W_OK) === 'EROFS';
}

/** Returns whether the user of this process may not list a folder, or create and delete files in it. */
export function isFolderForbidden(path: string): boolean {
  return isForbidden(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Returns whether the user of this process may not enter a folder. */
export function isSearchForbidden(path: string): boolean {
  return isForbidden(path, constants.X_OK);
}

function isForbidden(path: string, mode: number): boolean {
  return FORBIDDEN_CODES.has(findAccessErrorCode(path, mode) ?? '');
}

function findAccessErrorCode(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
