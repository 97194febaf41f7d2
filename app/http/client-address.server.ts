import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { config } from '#app/config.server.ts';

/** The address a request came from, behind as many proxies as TRUST_PROXY says. */
export function addressOf(request: IncomingMessage): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '');
  return clientAddress(request.socket.remoteAddress ?? '', forwarded, config().trustProxy);
}

/**
 * The address a request came from. `hops` proxies are believed: the client is the entry that many
 * places from the right of X-Forwarded-For (ledger, Decisions). Whatever is not an address there
 * falls back to the socket's.
 */
export function clientAddress(socketAddress: string, forwardedFor: string, hops: number): string {
  const socket = plainV4(socketAddress);
  if (hops === 0) return socket;
  const entries = forwardedFor
    .split(',')
    .map((entry) => plainV4(entry.trim()))
    .filter(Boolean);
  const claimed = entries.at(-hops);
  return claimed && isIP(claimed) ? claimed : socket;
}

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

function plainV4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
