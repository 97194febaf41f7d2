import { createServer, request } from 'node:http';
import { listen } from '../servers/free-port.ts';

/** A relayed request and the status of its response. */
export interface RelayedRequest {
  path: string;
  condition: string | undefined;
  status: number;
}

export interface Relay {
  url: string;
  requests: RelayedRequest[];
  stop(): Promise<void>;
}

/**
 * Starts a proxy between a cache and the site that records all requests. `seconds` replaces the values of
 * s-maxage (a minute) and stale-while-revalidate (ten minutes) in the responses.
 */
export async function startRelay(site: string, seconds: number): Promise<Relay> {
  const requests: RelayedRequest[] = [];
  const shortened = (caching: string) =>
    caching.replace(/\b(s-maxage|stale-while-revalidate)=\d+/g, `$1=${seconds}`);
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming;
    const upstream = request(site + path, { method: method!, headers, agent: false });
    upstream.on('response', (answer) => {
      const status = answer.statusCode!;
      if (path !== '/healthz') requests.push({ path, condition: headers['if-none-match'], status });
      const caching = answer.headers['cache-control'] ?? '';
      outgoing.writeHead(status, { ...answer.headers, 'cache-control': shortened(caching) });
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    requests,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
