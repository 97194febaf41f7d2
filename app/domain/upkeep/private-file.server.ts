import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const COPIED_AT_ONCE_BYTES = 1024 * 1024;

/** Makes an empty file that nobody else may read. Throws where there is one. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

/** Copies into a new file that nobody else may read: the system's own way gives it the rights of the original. */
export function copyPrivately(from: string, to: string): void {
  const source = openSync(from, 'r');
  const target = openSync(to, 'wx', 0o600);
  try {
    const piece = Buffer.alloc(COPIED_AT_ONCE_BYTES);
    for (let read = 1; read > 0;) {
      read = readSync(source, piece);
      for (let at = 0; at < read;) at += writeSync(target, piece, at, read - at);
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}
