import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SendRequest } from '../support/front/certificate.ts';
import { prepareNginx } from '../support/front/nginx.ts';
import { describeWithPrograms } from '../support/front/program.ts';
import { startRelay, type Relay } from '../support/front/relay.ts';
import { startVarnish } from '../support/front/varnish.ts';
import { exchange } from '../support/reading/exchange.ts';
import { serveSite, type ServedSite } from '../support/servers/served-site.ts';

/** For the minute that a page is kept, and the ten in which it is asked for again. */
const KEPT_SECONDS = 2;
const PAST_MS = KEPT_SECONDS * 2500;

interface Front {
  ask: SendRequest;
  relay: Relay;
  site: ServedSite;
  stop(): Promise<void>;
}

async function behindNginx(): Promise<Front> {
  const nginx = await prepareNginx();
  const site = await serveSite({ PUBLIC_URL: nginx.origin, TRUST_PROXY: '1' });
  const relay = await startRelay(site.url, KEPT_SECONDS);
  await nginx.start(relay.url);
  return { ask: nginx.ask, relay, site, stop: () => nginx.stop() };
}

async function behindVarnish(): Promise<Front> {
  const site = await serveSite({ TRUST_PROXY: '1' });
  const relay = await startRelay(site.url, KEPT_SECONDS);
  const varnish = await startVarnish(relay.url, KEPT_SECONDS);
  const ask: SendRequest = ({ path, method, headers }) =>
    exchange(varnish.origin, {
      path: path ?? '/',
      method: method ?? 'GET',
      headers: headers as Record<string, string>,
    });
  return { ask, relay, site, stop: () => varnish.stop() };
}

describe.each([
  ['nginx', ['nginx', 'openssl'], behindNginx],
  ['Varnish', ['varnishd'], behindVarnish],
])('behind %s', (name, programs, start) => {
  describeWithPrograms(programs, () => {
    let front: Front;
    beforeAll(async () => {
      front = await start();
    });
    afterAll(async () => {
      await front?.stop();
      await front?.relay.stop();
      await front?.site.stop();
    });
    const passedAt = (path: string) => front.relay.requests.filter((one) => one.path === path);

    test.each(['/about', '/about.data', '/sitemap.xml', '/insights/feed.xml', '/nowhere'])(
      `HC-1 ${name} answers %s for the site`,
      async (path) => {
        const first = await front.ask({ path });
        const laterAnswers = await Promise.all(
          Array.from({ length: 20 }, () => front.ask({ path })),
        );
        expect(new Set(laterAnswers.map(({ text }) => text))).toEqual(new Set([first.text]));
        // On a busy machine the page may have become stale, which causes another request.
        expect(passedAt(path).length).toBeLessThan(4);
      },
    );

    test(`HC-1 ${name} keeps each form of a page apart`, async () => {
      const forms = ['br', 'gzip', 'identity', 'gzip, deflate, br', 'br;q=0, gzip', 'gzip;q=0'];
      const answers = await Promise.all(
        forms.map((form) => front.ask({ path: '/terms', headers: { 'accept-encoding': form } })),
      );
      const encodings = answers.map(({ headers }) => headers['content-encoding']);
      expect(encodings).toEqual(['br', 'gzip', undefined, 'br', 'gzip', undefined]);
      expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(3);
      const conditionalAnswer = await front.ask({
        path: '/terms',
        headers: { 'accept-encoding': 'gzip, br', 'if-none-match': answers[0]!.headers['etag']! },
      });
      expect([conditionalAnswer.status, conditionalAnswer.text]).toEqual([304, '']);
    });

    test(`HC-1 ${name} shares no cookie, nonce or form token`, async () => {
      const visits = ['/contact', '/admin', '/reset-password', '/contact.data', '/projects?year=x'];
      for (const path of visits) {
        const texts = new Set<string>();
        const cookies = new Set<string>();
        for (let visitor = 0; visitor < 3; visitor++) {
          const { text, headers } = await front.ask({
            path,
            headers: { 'accept-encoding': 'br, gzip' },
          });
          // The size of a compressed page would help to guess its token (BREACH).
          expect(headers['content-encoding'], path).toBeUndefined();
          texts.add(text);
          for (const cookie of headers['set-cookie'] ?? []) cookies.add(cookie);
          expect(headers['cache-control']).toContain('no-store');
        }
        expect(texts.size, path).toBe(3);
        expect([0, 3], path).toContain(cookies.size);
      }
      // The first request has cookies, which must not reach other clients.
      const answerWithCookies = await front.ask({
        path: '/privacy',
        headers: { cookie: 'sid=own; __Host-visitor=own' },
      });
      expect(answerWithCookies.headers['set-cookie']).toBeUndefined();
      expect((await front.ask({ path: '/privacy' })).text).toBe(answerWithCookies.text);
      expect(passedAt('/privacy').length).toBeLessThan(3);
    });

    test(`HC-1 ${name} revalidates by ETag in the background`, async () => {
      const path = '/projects';
      const first = await front.ask({ path });
      await wait(KEPT_SECONDS * 1300);
      // A cache reckons in whole seconds: on a busy machine it may find the page fresh once more.
      const [firstRequest, secondRequest] = await vi.waitUntil(
        async () => {
          expect((await front.ask({ path })).text).toBe(first.text);
          return passedAt(path).length > 1 && passedAt(path);
        },
        { timeout: 10_000, interval: 200 },
      );
      expect(firstRequest).toMatchObject({ condition: undefined, status: 200 });
      expect(secondRequest!.status).toBe(304);
      expect(secondRequest!.condition).toBe(first.headers['etag']);
    });

    // The last: the site does not come back.
    test(`HC-1 ${name} still serves pages while the site is stopped`, async () => {
      const paths = ['/', '/financial-data', '/projects/roche', '/_.data'];
      const pagesBefore = await Promise.all(paths.map((path) => front.ask({ path })));
      await wait(PAST_MS);
      await front.site.halt();
      // Once just after the site has stopped, and again when the cache has noticed.
      for (const pause of [0, PAST_MS]) {
        await wait(pause);
        const during = await Promise.all(paths.map((path) => front.ask({ path })));
        expect(during.map(({ status }) => status)).toEqual(paths.map(() => 200));
        expect(during.map(({ text }) => text)).toEqual(pagesBefore.map(({ text }) => text));
      }
      expect((await front.ask({ path: '/contact' })).status).toBeGreaterThanOrEqual(500);
    });
  });
});
