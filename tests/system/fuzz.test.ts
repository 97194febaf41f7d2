import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { pickRounds, reportNumbers } from '../support/reading/at-length.ts';
import { residentMegabytes } from '../support/reading/memory.ts';
import { serveSite } from '../support/servers/served-site.ts';

const REQUESTS = pickRounds(3000, 20_000);
const AT_ONCE = 32;
const GIVE_UP_MS = 3000;
/** One seed, one sequence. */
const SEED = Number(process.env['SEED'] ?? 20261120);
const STACK = /\n\s+at .+:\d+:\d+|SQLITE_|node_modules/;

test('refuses hostile requests without an error of its own', async () => {
  await using site = await serveSite({ TRUST_PROXY: '1' });
  const random = randomFrom(SEED);
  const megabytesBefore = residentMegabytes(site.pid());
  const statuses: Record<string, number> = {};
  const wrong: { request: string; answer: string }[] = [];
  let requestsLeft = REQUESTS;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (requestsLeft-- > 0) {
      const bytes = hostileRequest(random);
      const answer = (await send(site.url, bytes)).replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? '0';
      statuses[status] = (statuses[status] ?? 0) + 1;
      const request = bytes.toString('latin1').slice(0, 500);
      if (!isAcceptable(status, answer)) wrong.push({ request, answer: answer.slice(0, 500) });
    }
  });
  await Promise.all(workers);
  reportNumbers(`hostile requests, seed ${SEED}`, statuses);
  expect(wrong).toEqual([]);
  const lines = site.output().split('\n');
  // These two events report unexpected errors.
  expect(lines.filter((line) => /"event":"(unhandled|route-error)"/.test(line))).toEqual([]);
  expect(residentMegabytes(site.pid()) - megabytesBefore).toBeLessThan(250);
  for (const status of ['200', '400', '404', '405', '415']) {
    expect(statuses[status], `some answers are ${status}`).toBeGreaterThan(0);
  }
  expect((await fetch(site.url)).status).toBe(200);
});

/** '0' is a connection that was closed without an answer. */
function isAcceptable(status: string, answer: string): boolean {
  if (status === '0') return true;
  if (Number(status) >= 500 && status !== '503') return false;
  if (status === '503' && !/^retry-after: \d+/im.test(answer)) return false;
  return !STACK.test(answer) && /^x-content-type-options: nosniff\r$/im.test(answer);
}

/** Everything the server says to these bytes until one side has had enough. */
function send(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    socket.setTimeout(GIVE_UP_MS, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** Random choices, the same ones for the same seed (mulberry32: good enough to wander through inputs). */
type Random = ReturnType<typeof randomFrom>;

function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const intBelow = (bound: number) => Math.floor(next() * bound);
  return {
    intBelow,
    one: <T>(choices: readonly T[]) => choices[intBelow(choices.length)]!,
    onceIn: (n: number) => intBelow(n) === 0,
  };
}

const PATHS = `
  / /about /projects /projects/roche /insights/our-philosophy /media /page/materials /page/none
  /financial-data /financial-data/2024/ /contact /contact/challenge /admin /admin/dashboard
  /admin/dashboard/export.csv /admin/logout /reset-password /healthz /sitemap.xml /robots.txt
  /assets/ /favicon.ico /.vite/manifest.json /__manifest
`
  .trim()
  .split(/\s+/);
const ENDINGS = [
  '',
  '',
  '.data',
  '//',
  '/../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '%00',
  '%ff%fe',
  '/%E2%80%AE',
  ';jsessionid=1',
  '\\..\\',
  '/__proto__',
  '/constructor',
  `/${'a'.repeat(6000)}`,
  '?',
  '?photo=-1',
  '?photo=99999999999999999999',
  '?photo[]=1&photo[]=2',
  '?category=__proto__&year=NaN',
  '?page=1e309&before=%27%20OR%201=1--&status=drop',
  '?_routes=root,routes/admin/layout',
  '?sent=.&about=%3Cscript%3E',
  `?q=${'%F0%9F%92%A3'.repeat(300)}`,
];
const VALUES = [
  '',
  eleni.full_name,
  eleni.email,
  "' OR 1=1; DROP TABLE contact_submissions; --",
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.example")',
  '\u0000\u0001\u001b[31m',
  '\u202Egnp.exe',
  '\r\nSet-Cookie: a=b',
  '😀'.repeat(500),
  'x'.repeat(30_000),
  '{"$gt":""}',
  '__proto__',
  '../../../../etc/passwd',
  'Office Spaces',
  'NaN',
  '\uFEFF\u200B',
  'a@'.repeat(10_000),
];
/** An empty one among them. */
const FIELDS = `
  full_name email phone company project message website turnstileToken form_token csrf_token
  password confirm_password code status intent __proto__ constructor full_name[] `
  .trimStart()
  .split(/\s+/);
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['Cookie', ['sid=%00', '__Host-sid=' + 'A'.repeat(4000), 'visitor=a.b; visitor=c', '=;;=', '"']],
  ['Accept-Encoding', ['br;q=-1', '*;q=0', ',,,;;q=', 'gzip\t,br', 'x'.repeat(3000)]],
  ['Range', ['bytes=0-', 'bytes=-0', 'bytes=9-1', `bytes=${'0-1,'.repeat(900)}`, 'bytes=1e9-']],
  ['If-None-Match', ['*', '"', 'W/', `"${'x'.repeat(4000)}"`]],
  ['X-Forwarded-For', ['::1', 'unknown', '1.2.3.4, 5.6.7.8', "'", '999.1.1.1', 'a'.repeat(5000)]],
  ['X-Forwarded-Proto', ['gopher', 'https,http']],
  ['Origin', ['null', 'https://evil.example', 'http://localhost', 'x']],
  ['Sec-Fetch-Site', ['cross-site', 'same-origin', 'same-site', '?']],
  ['Accept', ['*/*', 'text/x-script', 'application/json;q=banana']],
  ['Expect', ['100-continue', 'tea']],
  ['Upgrade', ['websocket', 'h2c']],
  ['Transfer-Encoding', ['chunked', 'gzip, chunked', 'identity']],
  ['X-Remix-Response', ['yes']],
  ['Content-Length', ['-1', '5', '99999999999', 'x']],
];
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD'];
const ODD_METHODS = ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'BREW'];
const ODD_HOSTS = ['evil.example:99999', 'a b', '', '[::1]:80', 'a/b', 'localhost, evil.example'];

/** A request as bytes on the wire: mostly well formed, wrong in one to three places. */
function hostileRequest(random: Random): Buffer {
  const noise = { length: 1 + random.intBelow(400) };
  if (random.onceIn(40)) return Buffer.from(Uint8Array.from(noise, () => random.intBelow(256)));
  return random.onceIn(3) ? hostilePost(random) : hostileGet(random);
}

function hostileGet(random: Random): Buffer {
  const method = random.one(random.onceIn(8) ? ODD_METHODS : METHODS);
  const head = [
    `${method} ${target(random)} HTTP/1.${random.onceIn(20) ? 0 : 1}`,
    ...someHeaders(random),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
}

function hostilePost(random: Random): Buffer {
  const boundary = '----fuzz';
  const multipart = random.onceIn(4);
  const body = Buffer.from(multipart ? multipartBody(random, boundary) : formBody(random));
  const type = multipart
    ? `multipart/form-data; boundary=${boundary}`
    : random.one([
        ...Array<string>(6).fill('application/x-www-form-urlencoded'),
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded; charset=utf-7',
      ]);
  const head = [
    // Signing in waits on purpose: mostly other forms, or the run would wait too.
    `POST ${random.onceIn(25) ? '/admin' : target(random)} HTTP/1.1`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    ...someHeaders(random),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

function target(random: Random): string {
  return random.one(PATHS) + random.one(ENDINGS);
}

function someHeaders(random: Random): string[] {
  const host = random.onceIn(25) ? random.one(ODD_HOSTS) : 'localhost';
  const lines = [`Host: ${host}`, 'Connection: close'];
  lines.push(`X-Forwarded-For: 10.${random.intBelow(250)}.${random.intBelow(250)}.1`);
  for (let i = random.intBelow(3); i > 0; i--) {
    const [name, values] = random.one(HEADERS);
    lines.push(`${name}: ${random.one(values)}`);
  }
  return lines;
}

function formBody(random: Random): string {
  const pairs = Array.from({ length: 1 + random.intBelow(random.onceIn(10) ? 60 : 8) }, () => {
    const value = random.one(VALUES);
    return `${random.one(FIELDS)}=${random.onceIn(8) ? value : encodeURIComponent(value)}`;
  });
  if (random.onceIn(10)) pairs.push('%zz=%ff', '&&==');
  return pairs.join('&');
}

function multipartBody(random: Random, boundary: string): string {
  const parts = Array.from({ length: random.intBelow(8) }, () => {
    const file = random.onceIn(5) ? '; filename="../x.sh"' : '';
    const head = `Content-Disposition: form-data; name="${random.one(FIELDS)}"${file}`;
    return `--${boundary}\r\n${head}\r\n\r\n${random.one(VALUES)}\r\n`;
  });
  return parts.join('') + (random.onceIn(4) ? '' : `--${boundary}--\r\n`);
}
