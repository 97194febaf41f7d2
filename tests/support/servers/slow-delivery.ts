import { createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from './free-port.ts';

const PACKET_BYTES = 3000;
/** Long enough for some frames. */
const PACKET_INTERVAL_MS = 80;

/**
 * Starts a proxy that simulates a slow connection: pages are sent in packets, with time to paint between
 * them. Other files are sent at once.
 */
export async function deliverSlowly(site: string) {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const upstream = request(site + url, {
      method: method!,
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    upstream.on('response', async (answer) => {
      const isPage = answer.headers['content-type']?.startsWith('text/html');
      const { 'content-length': _, ...headersWithoutLength } = answer.headers;
      outgoing.writeHead(answer.statusCode!, isPage ? headersWithoutLength : answer.headers);
      if (!isPage) return void answer.pipe(outgoing);
      const page = Buffer.concat(await answer.toArray());
      for (let offset = 0; offset < page.length; offset += PACKET_BYTES) {
        outgoing.write(page.subarray(offset, offset + PACKET_BYTES));
        await pause(PACKET_INTERVAL_MS);
      }
      outgoing.end();
    });
    incoming.pipe(upstream);
  });
  return {
    url: `http://localhost:${await listen(server)}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}
