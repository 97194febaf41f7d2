import { addressGroup } from '#app/domain/address-group.server.ts';
import { hashToken, keyedHash } from '#app/domain/keys.server.ts';

/** Names under which attempts are counted: none can be read back to a person. */
export const accountKey = (email: string): string => `acct:${keyedHash('account', email)}`;

export const deviceKey = (nonceHash: string): string => `dev:${nonceHash}`;

export const browserKey = (browserId: string): string => `brw:${hashToken(browserId)}`;

/** One for all where no address is known (a plain handler without the front door). */
export const addressKey = (address: string | null): string =>
  `ip:${keyedHash('address', address === null ? '-' : addressGroup(address))}`;
