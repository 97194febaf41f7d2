import { randomBytes } from 'node:crypto';

const NONCE_BYTES = 18;
const DRAWN_AT_ONCE = 256;
let drawn = Buffer.alloc(0);
let used = 0;

/** A fresh nonce of 144 random bits; many are drawn at once, because each drawing is a system call. */
export function newNonce(): string {
  if (used + NONCE_BYTES > drawn.length) {
    drawn = randomBytes(NONCE_BYTES * DRAWN_AT_ONCE);
    used = 0;
  }
  used += NONCE_BYTES;
  return drawn.toString('base64', used - NONCE_BYTES, used);
}
