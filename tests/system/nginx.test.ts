import { afterAll, beforeAll, expect, test } from 'vitest';
import { typed } from '../support/people/enquiry.ts';
import { forms } from '../support/reading/browser.ts';
import { exchange } from '../support/reading/exchange.ts';
import type { Answer } from '../support/front/certificate.ts';
import { type Nginx, prepareNginx } from '../support/front/nginx.ts';
import { type ServedSite, serveSite } from '../support/servers/served-site.ts';
import { needing } from '../support/front/program.ts';

needing(['nginx', 'openssl'], () => {
  let site: ServedSite;
  let nginx: Nginx;

  beforeAll(async () => {
    nginx = await prepareNginx();
    site = await serveSite({ PUBLIC_URL: nginx.origin, TRUST_PROXY: '1' });
    await nginx.start(site.url);
  });

  afterAll(async () => {
    await nginx?.stop();
    await site?.stop();
  });

  /** Opens the contact form and sends it, claiming an address. */
  async function sendEnquiry(claimed: string): Promise<Answer> {
    const page = await nginx.ask({ path: '/contact', headers: { 'x-forwarded-for': claimed } });
    const cookie = page.headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? '';
    const body = new URLSearchParams({ ...forms(page.text)[0]!.fields, ...typed }).toString();
    const headers = {
      cookie,
      origin: nginx.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': claimed,
      'x-forwarded-proto': 'http',
      forwarded: `for=${claimed}`,
    };
    return nginx.ask({ path: '/contact', method: 'POST', headers }, body);
  }

  test('http is sent to https', async () => {
    const { status, headers } = await exchange(`http://127.0.0.1:${nginx.plainPort}`, {
      path: '/about?x=1',
      headers: { host: 'localhost' },
    });
    expect([status, headers['location']]).toEqual([301, `${nginx.origin}/about?x=1`]);
  });

  test.each(['/', '/contact', '/nowhere', '/favicon.svg', '/admin'])(
    'over https %s insists on https',
    async (path) => {
      const { headers } = await nginx.ask({ path });
      expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    },
  );

  test('a page from memory is compressed, and known the second time', async () => {
    const headers = { 'accept-encoding': 'br' };
    const first = await nginx.ask({ path: '/', headers });
    expect(first.headers['content-encoding']).toBe('br');
    const etag = String(first.headers['etag']);
    const again = await nginx.ask({ path: '/', headers: { ...headers, 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('cookies are __Host- cookies, Secure and out of reach of scripts', async () => {
    const { headers } = await nginx.ask({ path: '/contact' });
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
    expect((await nginx.ask({ path: '/contact', method: 'POST', headers }, 'a=1')).status).toBe(
      403,
    );
  });
});
