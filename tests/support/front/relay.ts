import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came through, and what it was answered. */
export interface Passed {
  path: string;
  condition: string | undefined;
  status: number;
}

export interface Relay {
  url: string;
  passed: Passed[];
  stop(): Promise<void>;
}

/**
 * The line between a cache and the site: notes what passes. With `seconds` an answer may be kept so
 * long instead of a minute, and used so long while the cache asks, instead of ten.
 */
export async function startRelay(site: string, seconds?: number): Promise<Relay> {
  const passed: Passed[] = [];
  const shortened = (caching: string) =>
    seconds === undefined
      ? caching
      : caching.replace(/\b(s-maxage|stale-while-revalidate)=\d+/g, `$1=${seconds}`);
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming;
    const asked = request(site + path, { method: method!, headers, agent: false });
    asked.on('response', (answer) => {
      const status = answer.statusCode!;
      if (path !== '/healthz') passed.push({ path, condition: headers['if-none-match'], status });
      const caching = answer.headers['cache-control'] ?? '';
      outgoing.writeHead(status, { ...answer.headers, 'cache-control': shortened(caching) });
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
