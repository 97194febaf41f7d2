import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyFor, keysFor, randomToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';

const HALF = AUTH.securityTokenBytes / 2;

/**
 * The security token of a form (ledger AL-3): 32 bytes as hex, half of them random, half binding
 * them to the browser's cookie. Differs on each page, so nothing can be learnt from its repetition.
 */
export function securityToken(browserId: string): string {
  const random = Buffer.from(randomToken(HALF, 'hex'), 'hex');
  return Buffer.concat([random, bind(keyFor('login-token'), browserId, random)]).toString('hex');
}

/** Whether a form's token was made for this browser. */
export function isSecurityToken(token: string, browserId: string): boolean {
  if (!/^[0-9a-f]+$/.test(token) || token.length !== AUTH.securityTokenBytes * 2) return false;
  const bytes = Buffer.from(token, 'hex');
  return keysFor('login-token').some((key) =>
    timingSafeEqual(bytes.subarray(HALF), bind(key, browserId, bytes.subarray(0, HALF))),
  );
}

function bind(key: Buffer, browserId: string, random: Buffer): Buffer {
  return createHmac('sha256', key).update(browserId).update(random).digest().subarray(0, HALF);
}
