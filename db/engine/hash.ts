import { createHash } from 'node:crypto';

/** Returns the SHA-256 in hex, by which stored files are compared. */
export const hashBytes = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex');
