import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { forms } from '../../support/reading/browser.ts';
import { typed } from '../../support/people/enquiry.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { readmeBlock } from '../../support/reading/fenced.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type ServedSite, serveSite } from '../../support/servers/served-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'drys-nginx-'));
const [tls, plain] = [await freePort(), await freePort()];
const origin = `https://localhost:${tls}`;
let site: ServedSite;
let nginx: ChildProcess;

beforeAll(async () => {
  makeCertificate();
  site = await serveSite({ PUBLIC_URL: origin, TRUST_PROXY: '1' });
  writeFileSync(join(folder, 'nginx.conf'), configuration());
  nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  nginx.once('error', () => {
    throw new Error('nginx is not installed: apt-get install nginx-light');
  });
  await vi.waitFor(() => ask({ path: '/healthz' }), { timeout: 60_000 });
});

afterAll(async () => {
  nginx?.kill('SIGTERM');
  await site?.stop();
  rmSync(folder, { recursive: true });
});

function makeCertificate(): void {
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
      .concat(['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')])
      .concat(['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']),
    { stdio: 'ignore' },
  );
}

/** The README's site, with this machine's ports and certificate. */
function configuration(): string {
  const server = readmeBlock('nginx')
    .replaceAll('127.0.0.1:3000', new URL(site.url).host.replace('localhost', '127.0.0.1'))
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${tls}`)
    .replace('https://drys.example$', `${origin}$`)
    .replaceAll('drys.example;', 'localhost;')
    .replace(/\/etc\/\S+fullchain\.pem/, join(folder, 'cert.pem'))
    .replace(/\/etc\/\S+privkey\.pem/, join(folder, 'key.pem'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary} ${server} }`;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function ask(options: RequestOptions, body?: string): Promise<Answer> {
  const ca = readFileSync(join(folder, 'cert.pem'));
  return new Promise((resolve, reject) => {
    const sent = request(origin, { ca, agent: false, ...options }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Opens the contact form and sends it, claiming an address. */
async function sendEnquiry(claimed: string): Promise<Answer> {
  const page = await ask({ path: '/contact', headers: { 'x-forwarded-for': claimed } });
  const cookie = page.headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? '';
  const body = new URLSearchParams({ ...forms(page.text)[0]!.fields, ...typed }).toString();
  const headers = {
    cookie,
    origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': claimed,
    'x-forwarded-proto': 'http',
    forwarded: `for=${claimed}`,
  };
  return ask({ path: '/contact', method: 'POST', headers }, body);
}

test('http is sent to https', async () => {
  const { status, headers } = await exchange(`http://127.0.0.1:${plain}`, {
    path: '/about?x=1',
    headers: { host: 'localhost' },
  });
  expect([status, headers['location']]).toEqual([301, `${origin}/about?x=1`]);
});

test.each(['/', '/contact', '/nowhere', '/favicon.svg', '/admin'])(
  'over https %s insists on https',
  async (path) => {
    const { headers } = await ask({ path });
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  },
);

test('a page from memory is compressed, and known the second time', async () => {
  const headers = { 'accept-encoding': 'br' };
  const first = await ask({ path: '/', headers });
  expect(first.headers['content-encoding']).toBe('br');
  const etag = String(first.headers['etag']);
  const again = await ask({ path: '/', headers: { ...headers, 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('cookies are __Host- cookies, Secure and out of reach of scripts', async () => {
  const { headers } = await ask({ path: '/contact' });
  expect(headers['set-cookie']).toHaveLength(1);
  for (const part of [/^__Host-/, /; Secure/i, /; HttpOnly/i, /; Path=\/(;|$)/i]) {
    expect(headers['set-cookie']![0]).toMatch(part);
  }
});

test('CF-9 a form is taken, and a claimed address does not get around the throttle', async () => {
  const first = await sendEnquiry('203.0.113.1');
  expect(first.status).toBe(303);
  expect(first.headers['location']).toMatch(/^\/contact\?sent=/);
  const second = await sendEnquiry('203.0.113.2');
  expect(second.status).toBe(429);
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
});

test('a form from another site is refused through the proxy too', async () => {
  const headers = {
    origin: 'https://evil.example',
    'content-type': 'application/x-www-form-urlencoded',
  };
  expect((await ask({ path: '/contact', method: 'POST', headers }, 'a=1')).status).toBe(403);
});
