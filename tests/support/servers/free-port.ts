import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Makes a server listen on a free port of loopback, and returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns a free TCP port. */
export async function freePort(): Promise<number> {
  await using server = createServer();
  return await listen(server);
}
