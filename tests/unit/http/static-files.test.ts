import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ARCHIVE_DAYS, AssetArchive } from '#app/http/asset-archive.server.ts';
import { loadStaticFiles } from '#app/http/static-files.server.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { listen } from '../../support/servers/free-port.ts';
import { newFolder } from '../../support/servers/new-data.ts';

const DAY = 24 * 3_600_000;
let folder: string;
let archive: string;

beforeEach(() => {
  folder = newFolder();
  archive = join(folder, 'data/assets');
});

/** Writes a client build, files by path, and returns its archive. */
function createBuild(name: string, files: Record<string, string>): AssetArchive {
  const client = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(client, path, '..'), { recursive: true });
    writeFileSync(join(client, path), text);
  }
  return new AssetArchive(client, archive);
}

async function startServer(assets: AssetArchive): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    if (!(await assets.serve({ path: request.url!, request, response })))
      response.writeHead(404).end();
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, server };
}

test('HC-2 serves the scripts and pictures of the previous build, compressed too', async () => {
  const oldFiles = {
    'assets/a-1.js': 'old script',
    'assets/a-1.js.gz': 'gz',
    'pictures/x.avif': 'old',
  };
  await createBuild('first', oldFiles).archiveAndPrune();
  const { url, server } = await startServer(createBuild('second', { 'assets/a-2.js': 'new' }));
  const script = await exchange(url, { path: '/assets/a-1.js' });
  expect([script.status, script.text]).toEqual([200, 'old script']);
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const headers = { 'accept-encoding': 'gzip' };
  expect((await exchange(url, { path: '/assets/a-1.js', headers })).text).toBe('gz');
  expect((await exchange(url, { path: '/pictures/x.avif' })).text).toBe('old');
  server.close();
});

test('HC-2 serves only scripts and pictures from the archive', async () => {
  const assets = createBuild('first', { 'assets/a-1.js': 'script', 'assets/a-1.js.br': 'br' });
  await assets.archiveAndPrune();
  writeFileSync(join(archive, '..', 'secret.key'), 'secret');
  mkdirSync(join(archive, 'pictures'), { recursive: true });
  const { url, server } = await startServer(assets);
  for (const path of [
    '/assets/../secret.key',
    '/assets/..%2fsecret.key',
    '/assets/../../data/secret.key',
    '/assets/.',
    '/assets/',
    '/assets/pictures',
    '/assets/a-1.js.br',
    '/assets/a-2.js',
    '/secret.key',
  ]) {
    expect((await exchange(url, { path })).status, path).toBe(404);
  }
  server.close();
});

test('HC-2 deletes files that no process has confirmed for 30 days, and not a day earlier', async () => {
  const first = createBuild('first', {
    'assets/a-1.js': '1',
    'assets/b.css': 'b',
    'pictures/x.avif': 'x',
  });
  const second = createBuild('second', { 'assets/a-2.js': '2', 'assets/b.css': 'b' });
  await first.archiveAndPrune(0);
  await second.archiveAndPrune((ARCHIVE_DAYS - 1) * DAY);
  expect(readdirSync(archive).toSorted()).toEqual(['a-1.js', 'a-2.js', 'b.css', 'pictures']);
  await second.archiveAndPrune((ARCHIVE_DAYS + 1) * DAY);
  expect(readdirSync(archive).toSorted()).toEqual(['a-2.js', 'b.css', 'pictures']);
  expect(existsSync(join(archive, 'pictures/x.avif'))).toBe(false);
});

test('HC-2 completes a partial copy at the next start', async () => {
  const assets = createBuild('first', { 'assets/a-1.js': 'whole' });
  mkdirSync(archive, { recursive: true });
  writeFileSync(join(archive, 'a-1.js'), 'wh');
  assets.archiveAndPrune();
  expect(readFileSync(join(archive, 'a-1.js'), 'utf8')).toBe('whole');
});

const LARGE = 300 * 1024;
const served = newFolder();
mkdirSync(join(served, 'assets'));
mkdirSync(join(served, 'financial-data/2024'), { recursive: true });
mkdirSync(join(served, '.vite'));
writeFileSync(join(served, 'assets/app.js'), 'let answer = 42;');
writeFileSync(join(served, 'assets/app.js.gz'), gzipSync('let answer = 42;'));
writeFileSync(join(served, 'financial-data/2024/balance.pdf'), '%PDF-1.7 small');
writeFileSync(join(served, 'film.mp4'), Buffer.alloc(LARGE, 7));
writeFileSync(join(served, 'gone.mp4'), Buffer.alloc(LARGE, 7));
writeFileSync(join(served, 'empty.txt'), '');
writeFileSync(join(served, '.vite/manifest.json'), '{}');

const files = await loadStaticFiles(served);
const server = createServer(async (request, response) => {
  if (!(await files.serve({ path: request.url!, request, response })))
    response.writeHead(404).end();
});
const site = `http://127.0.0.1:${await listen(server)}`;
afterAll(() => void server.close());

test('lets clients cache a hashed file for ever and any other for a day', async () => {
  const script = await exchange(site, { path: '/assets/app.js' });
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const film = await exchange(site, { path: '/film.mp4', method: 'HEAD' });
  expect(film.headers['cache-control']).toBe('public, max-age=86400');
  expect(film.headers['content-length']).toBe(String(LARGE));
});

test.each(['/.vite/manifest.json', '/assets/app.js.gz', '/assets/APP.js', '/../package.json'])(
  'does not serve %s',
  async (path) => {
    expect((await exchange(site, { path })).status).toBe(404);
  },
);

test('sends a compressed variant only to clients that accept it', async () => {
  const path = '/assets/app.js';
  const compressed = await exchange(site, { path, headers: { 'accept-encoding': 'gzip' } });
  expect(compressed.headers['content-encoding']).toBe('gzip');
  const plain = await exchange(site, { path, headers: { 'accept-encoding': 'gzip;q=0' } });
  expect(plain.text).toBe('let answer = 42;');
  expect(plain.headers['vary']).toBe('Accept-Encoding');
  expect(plain.headers['etag']).not.toBe(compressed.headers['etag']);
});

test.each([
  ['/financial-data/2024/balance.pdf', 'bytes=0-3', 206, 'bytes 0-3/14', 4],
  ['/film.mp4', `bytes=${LARGE}-`, 416, `bytes */${LARGE}`, 0],
  ['/film.mp4', 'bytes=0-1,4-5', 200, undefined, LARGE],
  ['/assets/app.js', 'bytes=4-9', 206, 'bytes 4-9/16', 6],
])('answers %s with Range %s with %i', async (path, range, status, contentRange, length) => {
  const response = await exchange(site, { path, headers: { range, 'accept-encoding': 'gzip' } });
  expect(response.status).toBe(status);
  expect(response.headers['content-range']).toBe(contentRange);
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.text.length).toBe(length);
});

test.each(['/film.mp4', '/assets/app.js', '/empty.txt'])(
  'answers 304 for %s to a client that has it',
  async (path) => {
    const { headers } = await exchange(site, { path });
    const second = await exchange(site, {
      path,
      headers: { 'if-none-match': `W/"x", ${String(headers['etag'])}` },
    });
    expect([second.status, second.text]).toEqual([304, '']);
  },
);

test('sends the whole film if an earlier build sent the first part', async () => {
  const { headers } = await exchange(site, { path: '/film.mp4', method: 'HEAD' });
  const requestRange = (tag: unknown) =>
    exchange(site, { path: '/film.mp4', headers: { range: 'bytes=9-', 'if-range': String(tag) } });
  expect((await requestRange(headers['etag'])).status).toBe(206);
  const restarted = await requestRange('"of-another-build"');
  expect(restarted.status).toBe(200);
  expect(restarted.text).toHaveLength(LARGE);
});

test('answers 404 for a file that is deleted while the server runs, and serves the others', async () => {
  await exchange(site, { path: '/gone.mp4', method: 'HEAD' });
  rmSync(join(served, 'gone.mp4'));
  expect((await exchange(site, { path: '/gone.mp4' })).status).toBe(404);
  expect((await exchange(site, { path: '/film.mp4' })).status).toBe(200);
});
