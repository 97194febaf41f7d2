import { connect } from 'node:net';

export interface Patience {
  /** The status the server gave up with. */
  status: string;
  seconds: number;
}

/** How long a server bears with bytes that begin well and then stop. */
export function patienceWith(url: string, beginning: string): Promise<Patience> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(beginning));
    socket.on('error', reject);
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed';
      resolve({ status, seconds: Math.round((performance.now() - startedAt) / 100) / 10 });
    });
  });
}

export const slowHeaders = 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ';
export const slowBody =
  'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n' +
  'Content-Type: application/x-www-form-urlencoded\r\n\r\nfull_name=E';
