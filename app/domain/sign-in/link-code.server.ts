import { randomBytes } from 'node:crypto';
import { AUTH } from '#app/domain/limits.ts';

// Crockford's base 32: no I, L, O or U, so that a code can be read aloud and typed.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = /.{1,4}/g;

/** A random code in groups of four; 26 characters are 130 bits. */
export function randomCode(characters: number = AUTH.linkCodeCharacters): string {
  const letters = [...randomBytes(characters)].map((byte) => ALPHABET[byte % 32]).join('');
  return letters.match(GROUP)?.join('-') ?? '';
}

/** What was typed, as it was meant: without spaces and dashes, look-alikes put right. */
export function codeFrom(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}
