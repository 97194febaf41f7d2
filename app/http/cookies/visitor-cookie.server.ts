import { DAY, SECOND } from '#app/domain/clock.server.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import { readCookie, siteCookie } from './cookies.server.ts';

const ID_BYTES = 16;
const cookie = () =>
  siteCookie('visitor', { maxAgeSeconds: (30 * DAY) / SECOND, signedFor: 'visitor' });

/** The visitor named by the signed cookie of the contact form, or null (ledger, Decisions). */
export const readVisitor = (request: Request) => readCookie(request, cookie());

/** The Set-Cookie line of a new visitor: a random number, nothing about the person. */
export const newVisitorCookie = () => cookie().serialize(randomToken(ID_BYTES));
