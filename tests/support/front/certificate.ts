import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import type { Exchange } from '../reading/exchange.ts';

/** Creates a certificate for localhost in the folder, for a proxy that terminates TLS. */
export function makeCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
      .concat(['-keyout', key, '-out', cert])
      .concat(['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']),
    { stdio: 'ignore' },
  );
  return { cert, key };
}

export type SendRequest = (options: RequestOptions, body?: string) => Promise<Exchange>;

/** Returns a function that sends HTTPS requests, trusts this certificate only and never reuses a connection. */
export function createTlsClient(origin: string, cert: string): SendRequest {
  const ca = readFileSync(cert);
  return (options, body) =>
    new Promise((resolve, reject) => {
      const clientRequest = request(origin, { ca, agent: false, ...options }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('latin1');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      clientRequest.on('error', reject);
      clientRequest.end(body);
    });
}
