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

function plainV4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
