import { type IncomingHttpHeaders, request } from 'node:http';

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
