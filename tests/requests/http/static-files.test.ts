import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { loadStaticFiles } from '#app/http/static-files.server.ts';
import { exchange } from '../../support/reading/exchange.ts';

const LARGE = 300 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'drys-files-'));
mkdirSync(join(folder, 'assets'));
mkdirSync(join(folder, 'financial-data/2024'), { recursive: true });
mkdirSync(join(folder, '.vite'));
writeFileSync(join(folder, 'assets/app.js'), 'let answer = 42;');
writeFileSync(join(folder, 'assets/app.js.gz'), gzipSync('let answer = 42;'));
writeFileSync(join(folder, 'financial-data/2024/balance.pdf'), '%PDF-1.7 small');
writeFileSync(join(folder, 'film.mp4'), Buffer.alloc(LARGE, 7));
writeFileSync(join(folder, 'gone.mp4'), Buffer.alloc(LARGE, 7));
writeFileSync(join(folder, 'empty.txt'), '');
writeFileSync(join(folder, '.vite/manifest.json'), '{}');

const files = await loadStaticFiles(folder);
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (!files.serve(url, request, response)) response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('a hashed file never changes; any other is asked for again after a day', async () => {
  const script = await exchange(site, { path: '/assets/app.js' });
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const film = await exchange(site, { path: '/film.mp4', method: 'HEAD' });
  expect(film.headers['cache-control']).toBe('public, max-age=86400');
  expect(film.headers['content-length']).toBe(String(LARGE));
});

test('R-8 a PDF is a PDF, and its folder is nothing', async () => {
  const pdf = await exchange(site, { path: '/financial-data/2024/balance.pdf' });
  expect([pdf.headers['content-type'], pdf.text]).toEqual(['application/pdf', '%PDF-1.7 small']);
  for (const path of ['/financial-data/2024', '/financial-data/2024/', '/financial-data']) {
    expect((await exchange(site, { path })).status).toBe(404);
  }
});

test.each(['/.vite/manifest.json', '/assets/app.js.gz', '/assets/APP.js', '/../package.json'])(
  '%s is not served',
  async (path) => {
    expect((await exchange(site, { path })).status).toBe(404);
  },
);

test('a compressed form is sent only to those who take it', async () => {
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
  ['/film.mp4', 'bytes=100-199', 206, `bytes 100-199/${LARGE}`, 100],
  ['/film.mp4', 'bytes=-10', 206, `bytes ${LARGE - 10}-${LARGE - 1}/${LARGE}`, 10],
  ['/film.mp4', `bytes=${LARGE}-`, 416, `bytes */${LARGE}`, 0],
  ['/film.mp4', 'bytes=0-1,4-5', 200, undefined, LARGE],
  ['/assets/app.js', 'bytes=4-9', 206, 'bytes 4-9/16', 6],
])('%s with Range %s is %i', async (path, range, status, contentRange, length) => {
  const answer = await exchange(site, { path, headers: { range, 'accept-encoding': 'gzip' } });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-range']).toBe(contentRange);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.text.length).toBe(length);
});

test('a part of an older file is refused: all of the new one is sent', async () => {
  const headers = { range: 'bytes=0-9', 'if-range': '"old"' };
  expect((await exchange(site, { path: '/film.mp4', headers })).text.length).toBe(LARGE);
});

test.each(['/film.mp4', '/assets/app.js', '/empty.txt'])('%s is 304 when known', async (path) => {
  const { headers } = await exchange(site, { path });
  const again = await exchange(site, {
    path,
    headers: { 'if-none-match': `W/"x", ${String(headers['etag'])}` },
  });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('a file that is deleted under the running server ends one answer, not the server', async () => {
  rmSync(join(folder, 'gone.mp4'));
  await expect(exchange(site, { path: '/gone.mp4' })).rejects.toThrow();
  expect((await exchange(site, { path: '/film.mp4' })).status).toBe(200);
});
