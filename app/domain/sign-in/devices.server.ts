import type { Db } from '#db/database.server.ts';
import { deleteDevice, deleteOldDevices, insertDevice, isDeviceOf } from '#db/accounts.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { hashToken, keyedHash, randomToken, sign, unsign } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';

const NONCE_BYTES = 16;
const LIFE_MS = AUTH.deviceDays * DAY;

/** The cookie that knows a browser for one account; its name tells accounts apart, not who. */
export function deviceCookieName(email: string): string {
  return `dv_${Buffer.from(keyedHash('account', email), 'base64url').toString('hex').slice(0, 8)}`;
}

/**
 * The hash of a device cookie's nonce when the cookie is genuine, of this account and not revoked;
 * else null. `v1~admin~nonce.signature` (security model 1.5).
 */
export async function readDevice(
  db: Db,
  cookie: string | null,
  adminId: number | undefined,
  now: number,
): Promise<string | null> {
  const value = cookie ? unsign('device', cookie) : null;
  const [version, owner, nonce] = value?.split('~') ?? [];
  if (version !== 'v1' || !nonce || adminId === undefined || owner !== String(adminId)) return null;
  const nonceHash = hashToken(nonce);
  return (await isDeviceOf(db, nonceHash, adminId, now - LIFE_MS)) ? nonceHash : null;
}

/** Makes the browser known for an account and returns the cookie; the one presented ends. */
export async function issueDevice(
  tx: Db,
  adminId: number,
  presented: string | null,
  now: number,
): Promise<string> {
  if (presented) await deleteDevice(tx, presented);
  await deleteOldDevices(tx, now - LIFE_MS);
  const nonce = randomToken(NONCE_BYTES);
  await insertDevice(tx, hashToken(nonce), adminId, now);
  return sign('device', `v1~${adminId}~${nonce}`);
}
