import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '#app/domain/address-group.server.ts';
import { clientAddress } from '#app/http/guard/client-address.server.ts';

/** Connections served at once; a little more are accepted, to be told so. */
export const MAX_SERVED = 1000;
/** And those of one address: a quarter, so that nobody can take them all. */
export const MAX_SERVED_PER_ADDRESS = 256;
/** What is beyond this is closed unheard. */
const MAX_ACCEPTED = 1500;
const MAX_ACCEPTED_PER_ADDRESS = 512;
const CROWDED_LIFE_MS = 2000;

/**
 * Shares the connections of a server fairly among addresses; `behindProxy` when they all come from
 * one, which then keeps that order itself. Returns a test: is this connection one too many?
 */
export function limitConnections(
  server: Server,
  behindProxy: boolean,
): (socket: Socket) => boolean {
  const crowded = new WeakSet<Socket>();
  const byAddress = new Map<string, number>();
  let all = 0;
  server.maxConnections = MAX_ACCEPTED;
  server.on('connection', (socket) => {
    const address = addressGroup(clientAddress(socket.remoteAddress ?? '', '', 0));
    const own = (byAddress.get(address) ?? 0) + 1;
    if (!behindProxy && own > MAX_ACCEPTED_PER_ADDRESS) return void socket.destroy();
    byAddress.set(address, own);
    all++;
    socket.once('close', () => {
      all--;
      const left = byAddress.get(address)! - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
    if (all <= MAX_SERVED && (behindProxy || own <= MAX_SERVED_PER_ADDRESS)) return;
    crowded.add(socket);
    setTimeout(() => socket.destroy(), CROWDED_LIFE_MS).unref();
  });
  return (socket) => crowded.has(socket);
}
