import { randomToken, sign, unsign } from '#app/domain/keys.server.ts';
import { cookieLine, readCookie } from './cookies.server.ts';

const NAME = 'visitor';
const ID_BYTES = 16;
const LIFE_SECONDS = 30 * 24 * 3600;

/** The visitor named by the signed cookie of the contact form, or null (ledger, Decisions). */
export function readVisitor(request: Request): string | null {
  const signed = readCookie(request, NAME);
  return signed && unsign('visitor', signed);
}

/** The Set-Cookie line of a new visitor: a random number, nothing about the person. */
export function newVisitorCookie(): string {
  return cookieLine(NAME, sign('visitor', randomToken(ID_BYTES)), { maxAgeSeconds: LIFE_SECONDS });
}
