import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { type Rival, startChild, startSite } from '../child.ts';
import { answersPerSecond, getRequest, median } from '../load.ts';
import { hasNginx, serveNginx, serveNginxCache } from './nginx.ts';
import type { Row } from '../table.ts';

const CONNECTIONS = 64;
const SECONDS = 2;
const ROUNDS = 5;

/** One public page from memory, beside those who could serve the same bytes. */
export async function benchPage(folder: string): Promise<Row[]> {
  const site = await startSite(join(folder, 'data'));
  const { body, headers } = await answerOf(site.port);
  const file = join(folder, 'html', 'index.html');
  mkdirSync(join(folder, 'html'));
  writeFileSync(file, body);
  const bare = await serveBare(file, headers);
  const nginx = hasNginx() ? await serveNginx(folder, headers) : null;
  const cache = nginx ? await serveNginxCache(folder, site.port) : null;
  const router = await serveReactRouter(folder);
  const rates = await measure({ site, bare, router, ...(nginx && cache && { nginx, cache }) });
  const stopped = cache && (await answeredWithout(site, cache));
  for (const rival of [site, bare, router, nginx, cache]) await rival?.stop();
  const ratio = (one: string, other: string) =>
    median(rates[one]!.map((rate, round) => rate / rates[other]![round]!));
  const against = (name: string) => ratio('site', name);
  return [
    {
      what: `page from memory (${body.length} bytes): against node:http sending the same answer`,
      figure: against('bare'),
      unit: '×',
      bar: '≥ 0.8',
      holds: against('bare') >= 0.8,
    },
    ...(nginx ? againstNginx(against('nginx'), ratio('bare', 'nginx')) : []),
    ...(stopped === null ? [] : throughCache(ratio('cache', 'nginx'), stopped)),
    {
      what: 'page from memory: against react-router-serve',
      figure: against('router'),
      unit: '×',
      bar: '≥ 50',
      holds: against('router') >= 50,
    },
  ];
}

/** nginx sets a bar that node:http itself does not reach; its own figure stands beside ours. */
function againstNginx(site: number, bare: number): Row[] {
  return [
    {
      what: 'page from memory: against nginx (one worker), the file and the same headers',
      figure: site,
      unit: '×',
      bar: '≥ 0.8',
      holds: site >= 0.8,
    },
    { what: 'for comparison: node:http itself against nginx', figure: bare, unit: '×', bar: '–' },
  ];
}

function throughCache(cache: number, stopped: number): Row[] {
  return [
    {
      what: 'page through the cache of docs/operations.md: against nginx, the file',
      figure: cache,
      unit: '×',
      bar: '≥ 0.9',
      holds: cache >= 0.9,
    },
    {
      what: 'of 100 answers of the cache while the site is stopped: 200',
      figure: stopped,
      unit: '',
      bar: '100',
      holds: stopped === 100,
    },
  ];
}

/** How many of a hundred answers of a cache are pages once its site is stopped. */
async function answeredWithout(site: Rival, cache: Rival): Promise<number> {
  await site.stop();
  const asked = { headers: { 'accept-encoding': 'br' } };
  const ask = () => fetch(`http://127.0.0.1:${cache.port}/`, asked).catch(() => null);
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  return answers.filter((answer) => answer?.status === 200).length;
}

/** Rates by name, round after round: a busy moment of the machine meets them all. */
async function measure(rivals: Record<string, Rival>): Promise<Record<string, number[]>> {
  const rates: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, { port }] of Object.entries(rivals)) {
      const order = { port, connections: CONNECTIONS, seconds: SECONDS, request: getRequest('/') };
      const rate = await answersPerSecond(order);
      // The first round warms them up.
      if (round > 0) (rates[name] ??= []).push(rate);
    }
  }
  return rates;
}

async function serveBare(file: string, headers: Record<string, string>): Promise<Rival> {
  const headersFile = `${file}.json`;
  writeFileSync(headersFile, JSON.stringify(headers));
  const args = ['scripts/bench/bare-server.ts', file, headersFile];
  const child = await startChild(process.execPath, args, {}, /^(\d+)/);
  return { ...child, port: Number(child.said) };
}

async function serveReactRouter(folder: string): Promise<Rival> {
  const port = await freePort();
  const env = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
  };
  const args = ['build/server/index.js'];
  const child = await startChild('node_modules/.bin/react-router-serve', args, env, /http:\/\//);
  return { ...child, port };
}

/** The home page as it is sent, without what every server of node:http adds by itself. */
function answerOf(port: number): Promise<{ body: Buffer; headers: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const asked = { 'accept-encoding': 'br' };
    get({ port, host: '127.0.0.1', path: '/', headers: asked }, (response) => {
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
