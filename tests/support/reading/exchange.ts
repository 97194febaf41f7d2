import { request, type IncomingHttpHeaders } from 'node:http';

export interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request unchanged, even one that fetch would refuse or normalise. */
export function exchange(
  site: string,
  options: {
    path?: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    localAddress?: string;
  },
): Promise<Exchange> {
  const { body, ...requestOptions } = options;
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      site,
      { agent: false, path: '/', ...requestOptions },
      (response) => {
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
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

/** The beginnings of two requests that never end: one stops in its headers, the other in its body. */
export const slowHeaders = 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ';
export const slowBody =
  'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n' +
  'Content-Type: application/x-www-form-urlencoded\r\n\r\nfull_name=E';
