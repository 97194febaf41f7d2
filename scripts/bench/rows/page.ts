import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { operationsBlock } from '../../../tests/support/reading/fenced.ts';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import {
  type Rival,
  type Row,
  load,
  median,
  row,
  startProgram,
  startRival,
  startSite,
} from '../measure.ts';

const CONNECTIONS = 64;
const SECONDS = 1;
const ROUNDS = 15;

export async function benchPage(folder: string): Promise<Row[]> {
  const site = await startSite(join(folder, 'data'));
  const { body, headers } = await answerOf(site.port);
  const file = join(folder, 'index.html');
  writeFileSync(file, body);
  writeFileSync(`${file}.json`, JSON.stringify(headers));
  const bare = await startRival('bare-server.ts', file, `${file}.json`);
  const rivals: Record<string, Rival> = { site, bare };
  if (spawnSync('nginx', ['-v']).status === 0) {
    rivals['cache'] = await serveNginxCache(folder, site.port);
    rivals['least'] = await serveLeastCache(join(folder, 'least-cache'), site.port);
  }
  const rates = await measure(rivals);
  const stopped = rivals['cache'] && (await answeredWithout(site, rivals['cache']));
  for (const rival of Object.values(rivals)) await rival.stop();
  const ratio = (one: string, other: string) =>
    median(rates[one]!.map((rate, round) => rate / rates[other]![round]!));
  const fromMemory = `page from memory (${body.length} bytes): against node:http sending the same answer`;
  const rows = [row(fromMemory, ratio('site', 'bare'), '×', '≥', 0.95)];
  if (stopped === undefined) return rows;
  const cached =
    'page through the cache of docs/operations.md: against the least cache that nginx can be';
  return [
    ...rows,
    row(cached, ratio('cache', 'least'), '×', '≥', 0.9),
    row('of 100 answers of the cache while the site is stopped: 200', stopped, '', '≥', 100),
  ];
}

async function answeredWithout(site: Rival, cache: Rival): Promise<number> {
  await site.stop();
  const init = { headers: { 'accept-encoding': 'br' } };
  const ask = () => fetch(`http://127.0.0.1:${cache.port}/`, init).catch(() => null);
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  return answers.filter((answer) => answer?.status === 200).length;
}

/**
 * Answers for each millisecond of the server's processor: a rate tells who else works on the
 * machine. Round after round: a busy moment meets them all.
 */
async function measure(rivals: Record<string, Rival>): Promise<Record<string, number[]>> {
  const rates: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, { port, pid }] of Object.entries(rivals)) {
      const before = processorMs(pid);
      const order = { port, connections: CONNECTIONS, seconds: SECONDS, ask: '/' };
      const { times, refused } = await load(order);
      if (refused > 0) throw new Error(`${name} refused ${refused} requests`);
      // The first round warms them up.
      if (round > 0) (rates[name] ??= []).push(times.length / (processorMs(pid) - before));
    }
  }
  return rates;
}

function answerOf(port: number): Promise<{ body: Buffer; headers: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const init = { 'accept-encoding': 'br' };
    get({ port, host: '127.0.0.1', path: '/', headers: init }, (response) => {
      const headers = Object.fromEntries(
        Object.entries(response.headers)
          .filter(([name]) => !/^(date|connection|keep-alive)$/.test(name))
          .map(([name, value]) => [name, String(value)]),
      );
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ body: Buffer.concat(chunks), headers }));
    }).on('error', reject);
  });
}

function serveNginxCache(folder: string, site: number): Promise<Rival> {
  const own = join(folder, 'cache-server');
  const [beforeServers = '', , tls = ''] = operationsBlock('nginx').split(/^server \{$/m);
  // What TLS needs, and a header that tells how the cache was used.
  const leftOut = /^ +(?:listen|server_name|ssl_\w+|add_header X-Cache-Status) .*\n/gm;
  const shared = beforeServers
    .replace('/var/cache/nginx', own)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${site}`);
  return runNginx(own, (listen) => `${shared} server { ${listen} ${tls.replace(leftOut, '')}`);
}

function serveLeastCache(folder: string, site: number): Promise<Rival> {
  const cache = `proxy_cache_path ${folder}/pages keys_zone=least:1m; open_file_cache max=10;`;
  const through = `location / { proxy_pass http://127.0.0.1:${site}; proxy_cache least; }`;
  return runNginx(folder, (listen) => `${cache} server { ${listen} ${through} }`);
}

async function runNginx(folder: string, http: (listen: string) => string): Promise<Rival> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  // Started by root, nginx would work as nobody, who cannot read the page.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    file,
    `${user} master_process off; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; ${temporary}
  ${http(`listen 127.0.0.1:${port};`)}
}
`,
  );
  const program = await startProgram('sh', ['-c', `echo up; exec nginx -c ${file}`], {}, /up/);
  await wait(500);
  return { port, pid: program.process.pid!, stop: program.stop };
}

/** Of one process, all its threads, in milliseconds; the time that passed where no Linux counts it. */
function processorMs(pid: number): number {
  if (process.platform !== 'linux') return performance.now();
  // Its name, in brackets, may have blanks; user and system time come in 1/100 s.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
