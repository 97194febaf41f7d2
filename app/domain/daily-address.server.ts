import { createHmac } from 'node:crypto';
import { addressGroup } from './address-group.server.ts';
import { keyFor } from './keys.server.ts';

type Use = 'audit' | 'quarantine';

/**
 * A name for a network address (the /64 of an IPv6 one) that it has for one day, UTC: enough to
 * follow an attack, not a person. Each use has names of its own, which cannot be joined.
 */
export function dailyAddress(use: Use, address: string, at: Date): string {
  const name = createHmac('sha256', dayKey(use, at.toISOString().slice(0, 10)));
  return name.update(addressGroup(address)).digest('base64url').slice(0, 16);
}

function dayKey(use: Use, day: string): Buffer {
  return createHmac('sha256', keyFor(use)).update(day).digest();
}
