import { request, type IncomingHttpHeaders } from 'node:http';

export interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** One request as it stands, also such as fetch would refuse to send or would tidy up. */
export function exchange(
  site: string,
  options: {
    path?: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    localAddress?: string;
  },
): Promise<Exchange> {
  const { body, ...rest } = options;
  return new Promise((resolve, reject) => {
    const sent = request(site, { agent: false, path: '/', ...rest }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What a client sends that begins well and then stops: heads without an end, and half a form. */
export const slowHeaders = 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ';
export const slowBody =
  'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n' +
  'Content-Type: application/x-www-form-urlencoded\r\n\r\nfull_name=E';
