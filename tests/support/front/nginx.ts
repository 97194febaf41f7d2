import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { operationsBlock } from '../reading/fenced.ts';
import { freePort } from '../servers/free-port.ts';
import { newFolder } from '../servers/new-data.ts';
import { createTlsClient, makeCertificate, type SendRequest } from './certificate.ts';
import { runProgram } from './program.ts';

/** Stands for a stopped process: connections to this port are refused. */
const CLOSED_PORT = 'http://127.0.0.1:1';

export interface Nginx {
  /** The https origin, which is the PUBLIC_URL of the sites behind it. */
  origin: string;
  /** The port that redirects http to https. */
  plainPort: number;
  ask: SendRequest;
  /** Runs nginx in front of one or two sites. */
  start(first: string, second?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares the nginx configuration of docs/operations.md with free ports, a certificate and a folder. */
export async function prepareNginx(): Promise<Nginx> {
  const folder = newFolder();
  const [tls, plainPort] = [await freePort(), await freePort()];
  const origin = `https://localhost:${tls}`;
  const { cert, key } = makeCertificate(folder);
  const ask = createTlsClient(origin, cert);
  let running: ReturnType<typeof runProgram> | undefined;
  return {
    origin,
    plainPort,
    ask,
    async start(first, second = CLOSED_PORT) {
      const server = operationsBlock('nginx')
        .replaceAll('127.0.0.1:3000', getAddress(first))
        .replaceAll('127.0.0.1:3001', getAddress(second))
        .replace('/var/cache/nginx', folder)
        .replaceAll(/ *listen \[::\]:.*\n/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
        .replace('listen 443', `listen 127.0.0.1:${tls}`)
        .replace('https://drys.example$', `${origin}$`)
        .replaceAll('drys.example;', 'localhost;')
        .replace(/\/etc\/\S+fullchain\.pem/, cert)
        .replace(/\/etc\/\S+privkey\.pem/, key);
      const file = join(folder, 'nginx.conf');
      writeFileSync(file, buildConfiguration(folder, server));
      running = runProgram('nginx', ['-c', file]);
      await vi.waitFor(() => ask({ path: '/healthz' }), { timeout: 60_000 });
    },
    async stop() {
      await running?.stop();
    },
  };
}

function getAddress(site: string): string {
  return new URL(site).host.replace('localhost', '127.0.0.1');
}

function buildConfiguration(folder: string, server: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  // When root starts nginx, its workers run as `nobody`, who has no access to the test's folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  // Debian's nginx.conf turns gzip on.
  return `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; gzip on; ${temporary} ${server} }`;
}
