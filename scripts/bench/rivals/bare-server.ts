// A minimal server: fetches one compressed page and sends it to every client.
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

const [url = ''] = process.argv.slice(2);
get(url, { headers: { 'accept-encoding': 'br' } }, async (page) => {
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = page.headers;
  const body = Buffer.concat(await page.toArray());
  const server = createServer((____, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
});
