import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const PIECE_BYTES = 3000;
/** Some frames. */
const BETWEEN_MS = 80;

/**
 * A slow line in front of a site: each page arrives a packet at a time, with time to paint between
 * two. Everything else passes at once. Returns its URL and a function that ends it.
 */
export async function deliverSlowly(site: string) {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const asked = request(site + url, {
      method: method!,
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    asked.on('response', async (answer) => {
      const isPage = answer.headers['content-type']?.startsWith('text/html');
      const { 'content-length': _, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode!, isPage ? kept : answer.headers);
      if (!isPage) return void answer.pipe(outgoing);
      const page = Buffer.concat(await answer.toArray());
      for (let at = 0; at < page.length; at += PIECE_BYTES) {
        outgoing.write(page.subarray(at, at + PIECE_BYTES));
        await pause(BETWEEN_MS);
      }
      outgoing.end();
    });
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}
