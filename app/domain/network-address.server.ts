import { isIP } from 'node:net';
import { createHmac } from 'node:crypto';
import { keyFor } from './keys.server.ts';

/** What limits count an address by: an IPv4 address, or the /64 of an IPv6 one. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

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
