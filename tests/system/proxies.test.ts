import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createTlsClient,
  makeCertificate,
  type SendRequest,
} from '../support/front/certificate.ts';
import { prepareNginx, type Nginx } from '../support/front/nginx.ts';
import { describeWithPrograms, runProgram } from '../support/front/program.ts';
import { typed } from '../support/people/enquirer.ts';
import { forms } from '../support/reading/browser.ts';
import { eventually } from '../support/reading/eventually.ts';
import { exchange } from '../support/reading/exchange.ts';
import { operationsBlock } from '../support/reading/fenced.ts';
import { freePort } from '../support/servers/free-port.ts';
import { newFolder } from '../support/servers/new-data.ts';
import { serveSite } from '../support/servers/served-site.ts';

interface Proxy {
  origin: string;
  ask: SendRequest;
  stop(): Promise<void>;
}

let nginx: Nginx;

async function behindNginx(): Promise<Proxy> {
  nginx = await prepareNginx();
  const site = await serveSite({ PUBLIC_URL: nginx.origin, TRUST_PROXY: '1' });
  await nginx.start(site.url);
  const stop = async () => void (await Promise.all([nginx.stop(), site.stop()]));
  return { origin: nginx.origin, ask: nginx.ask, stop };
}

async function behindCaddy(): Promise<Proxy> {
  const folder = newFolder();
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const { cert, key } = makeCertificate(folder);
  const ask = createTlsClient(origin, cert);
  const site = await serveSite({ PUBLIC_URL: origin, TRUST_PROXY: '1' });
  const file = join(folder, 'Caddyfile');
  // Here its certificate is given.
  const block = operationsBlock('caddyfile')
    .replace('drys.example {', `localhost:${port} {\n  tls ${cert} ${key}`)
    .replace('127.0.0.1:3000', new URL(site.url).host.replace('localhost', '127.0.0.1'));
  const globalOptions = `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${folder}\n}\n`;
  writeFileSync(file, globalOptions + block);
  const caddy = runProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', file]);
  await vi.waitFor(() => ask({ path: '/healthz' }), { timeout: 60_000 });
  const stop = async () => {
    await Promise.all([caddy.stop(), site.stop()]);
  };
  return { origin, ask, stop };
}

/** Opens the contact form and sends it, claiming an address. */
async function sendEnquiry({ ask, origin }: Proxy, claimed: string) {
  const claims = {
    'x-forwarded-for': claimed,
    'x-forwarded-proto': 'http',
    forwarded: `for=${claimed}`,
  };
  const page = await ask({ path: '/contact', headers: claims });
  const cookie = page.headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ');
  const body = new URLSearchParams({ ...forms(page.text)[0]!.fields, ...typed }).toString();
  const type = 'application/x-www-form-urlencoded';
  const headers = { ...claims, cookie, origin, 'content-type': type };
  return ask({ path: '/contact', method: 'POST', headers }, body);
}

describe.each([
  ['nginx', ['nginx', 'openssl'], behindNginx],
  ['Caddy', ['caddy', 'openssl'], behindCaddy],
])('behind %s', (name, programs, start) => {
  describeWithPrograms(programs, () => {
    let proxy: Proxy;
    beforeAll(async () => {
      proxy = await start();
    });
    afterAll(() => proxy?.stop());

    test(`HC-1 serves a page through ${name} unchanged, and answers 304 the second time`, async () => {
      const headers = { 'accept-encoding': 'br' };
      const first = await proxy.ask({ path: '/about', headers });
      expect([first.status, first.headers['content-encoding']]).toEqual([200, 'br']);
      expect(first.headers['cache-control']).toContain('s-maxage=60');
      const conditionalHeaders = { ...headers, 'if-none-match': String(first.headers['etag']) };
      expect((await proxy.ask({ path: '/about', headers: conditionalHeaders })).status).toBe(304);
    });

    test(`CF-9 accepts a form through ${name}, and a claimed IP address does not get around the throttle`, async () => {
      const first = await sendEnquiry(proxy, '203.0.113.1');
      expect(first.status).toBe(303);
      expect(first.headers['location']).toMatch(/^\/contact\?sent=/);
      const second = await sendEnquiry(proxy, '203.0.113.2');
      expect(second.status).toBe(429);
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
    });

    test(`sets __Host- cookies through ${name}, Secure and out of reach of scripts, and refuses posts of other sites`, async () => {
      const { headers } = await proxy.ask({ path: '/contact' });
      expect(headers['set-cookie']).toHaveLength(1);
      for (const part of [/^__Host-/, /; Secure/i, /; HttpOnly/i, /; Path=\/(;|$)/i]) {
        expect(headers['set-cookie']![0]).toMatch(part);
      }
      const foreign = { origin: 'https://evil.example', 'content-type': 'text/plain' };
      const foreignPost = { path: '/contact', method: 'POST', headers: foreign };
      expect((await proxy.ask(foreignPost, 'a=1')).status).toBe(403);
    });

    // The block for Caddy leaves these to Caddy, which stores no form.
    if (name !== 'nginx') return;
    test('AT-4 nginx stores a large form only where the site takes files, and few of one visitor', async () => {
      const { origin } = nginx;
      const type = 'multipart/form-data; boundary=x';
      const headers = { origin, 'content-type': type };
      const file = `--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7 `;
      const body = `${file.padEnd(2 * 1024 * 1024, ' ')}\r\n--x--\r\n`;
      const refused = await nginx.ask({ path: '/admin', method: 'POST', headers }, body);
      expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('nginx')]);
      for (const path of [
        '/contact',
        '/el/contact',
        '/contact.data',
        '/admin/dashboard/site/projects/1',
      ]) {
        const { headers: answered } = await nginx.ask({ path, method: 'POST', headers }, body);
        expect(answered['content-security-policy'], path).toBeDefined();
      }

      const unfinished: TLSSocket[] = [];
      await eventually(async () => {
        // One more each time: a request that has just ended may have taken one of the ten places.
        const socket = connect({ port: Number(new URL(origin).port), rejectUnauthorized: false });
        socket.write(
          `POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 9999\r\n\r\n`,
        );
        unfinished.push(socket);
        const { status } = await nginx.ask({ path: '/contact', method: 'POST', headers }, '--x--');
        expect(status).toBe(429);
      });
      expect(unfinished.length).toBeGreaterThanOrEqual(10);
      expect((await nginx.ask({ path: '/about' })).status).toBe(200);
      for (const socket of unfinished) socket.destroy();
    });

    test('nginx redirects http to https, and https responses require it from then on', async () => {
      const { status, headers } = await exchange(`http://127.0.0.1:${nginx.plainPort}`, {
        path: '/about?x=1',
        headers: { host: 'localhost' },
      });
      expect([status, headers['location']]).toEqual([301, `${nginx.origin}/about?x=1`]);
      for (const path of ['/', '/contact', '/nowhere', '/favicon.svg', '/admin']) {
        const answer = await nginx.ask({ path });
        const insists = answer.headers['strict-transport-security'];
        expect(insists, path).toBe('max-age=63072000; includeSubDomains');
        expect(answer.headers['content-security-policy']).toContain('upgrade-insecure-requests');
      }
    });
  });
});
