import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { typed } from '../support/people/enquiry.ts';
import { type Ask, askSecurely, makeCertificate } from '../support/front/certificate.ts';
import { needing, runProgram } from '../support/front/program.ts';
import { forms } from '../support/reading/browser.ts';
import { operationsBlock } from '../support/reading/fenced.ts';
import { freePort } from '../support/servers/free-port.ts';
import { type ServedSite, serveSite } from '../support/servers/served-site.ts';

needing(['caddy', 'openssl'], () => {
  const folder = mkdtempSync(join(tmpdir(), 'drys-caddy-'));
  let site: ServedSite;
  let caddy: ReturnType<typeof runProgram>;
  let ask: Ask;
  let origin: string;

  beforeAll(async () => {
    const port = await freePort();
    origin = `https://localhost:${port}`;
    const { cert, key } = makeCertificate(folder);
    ask = askSecurely(origin, cert);
    site = await serveSite({ PUBLIC_URL: origin, TRUST_PROXY: '1' });
    const file = join(folder, 'Caddyfile');
    // Here its certificate is given.
    const block = operationsBlock('caddyfile')
      .replace('drys.example {', `localhost:${port} {\n  tls ${cert} ${key}`)
      .replace('127.0.0.1:3000', new URL(site.url).host.replace('localhost', '127.0.0.1'));
    const own = `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${folder}\n}\n`;
    writeFileSync(file, own + block);
    caddy = runProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', file]);
    await vi.waitFor(() => ask({ path: '/healthz' }), { timeout: 60_000 });
  });

  afterAll(async () => {
    await caddy?.stop();
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('HC-1 pages go through as the site made them', async () => {
    for (let visit = 0; visit < 2; visit++) {
      const { status, headers } = await ask({
        path: '/about',
        headers: { 'accept-encoding': 'br' },
      });
      expect([status, headers['content-encoding']]).toEqual([200, 'br']);
      expect(headers['cache-control']).toContain('s-maxage=60');
    }
  });

  test('CF-9 a form is taken, and a claimed address does not get around the throttle', async () => {
    const statuses: number[] = [];
    for (const claimed of ['203.0.113.1', '203.0.113.2']) {
      const page = await ask({ path: '/contact' });
      const cookie = page.headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ');
      const body = new URLSearchParams({ ...forms(page.text)[0]!.fields, ...typed }).toString();
      const type = 'application/x-www-form-urlencoded';
      const headers = { cookie, origin, 'content-type': type, 'x-forwarded-for': claimed };
      statuses.push((await ask({ path: '/contact', method: 'POST', headers }, body)).status);
    }
    expect(statuses).toEqual([303, 429]);
  });
});
