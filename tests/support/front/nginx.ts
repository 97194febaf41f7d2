import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { operationsBlock } from '../reading/fenced.ts';
import { freePort } from '../servers/free-port.ts';
import { askSecurely, makeCertificate, type Ask } from './certificate.ts';
import { runProgram } from './program.ts';

/** A port at which nobody listens: a process that is stopped. */
const NOBODY = 'http://127.0.0.1:1';

export interface Nginx {
  /** Its origin over https: the PUBLIC_URL of the sites behind it. */
  origin: string;
  /** Its port that sends http to https. */
  plainPort: number;
  ask: Ask;
  /** Runs the configuration of docs/operations.md in front of one site or two. */
  start(first: string, second?: string): Promise<void>;
  stop(): Promise<void>;
}

/** The nginx of docs/operations.md with ports, a certificate and folders of this machine. */
export async function prepareNginx(): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'drys-nginx-'));
  const [tls, plainPort] = [await freePort(), await freePort()];
  const origin = `https://localhost:${tls}`;
  const { cert, key } = makeCertificate(folder);
  const ask = askSecurely(origin, cert);
  let running: ReturnType<typeof runProgram> | undefined;
  return {
    origin,
    plainPort,
    ask,
    async start(first, second = NOBODY) {
      const server = operationsBlock('nginx')
        .replaceAll('127.0.0.1:3000', addressOf(first))
        .replaceAll('127.0.0.1:3001', addressOf(second))
        .replace('/var/cache/nginx', folder)
        .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
        .replace('listen 443', `listen 127.0.0.1:${tls}`)
        .replace('https://drys.example$', `${origin}$`)
        .replaceAll('drys.example;', 'localhost;')
        .replace(/\/etc\/\S+fullchain\.pem/, cert)
        .replace(/\/etc\/\S+privkey\.pem/, key);
      const file = join(folder, 'nginx.conf');
      writeFileSync(file, wholeConfiguration(folder, server));
      running = runProgram('nginx', ['-c', file]);
      await vi.waitFor(() => ask({ path: '/healthz' }), { timeout: 60_000 });
    },
    async stop() {
      await running?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(site: string): string {
  return new URL(site).host.replace('localhost', '127.0.0.1');
}

function wholeConfiguration(folder: string, server: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  // Started by root, nginx would work as nobody, who cannot enter the folder of a test.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary} ${server} }`;
}
