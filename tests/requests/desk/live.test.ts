import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../support/reading/eventually.ts';
import { DESK } from '#app/domain/limits.ts';
import { openStreams } from '#app/domain/desk/live.server.ts';
import { WORK } from '#app/http/limiter.server.ts';
import { databaseFile } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import { signedIn, newAdmin } from '../../support/people/admins.ts';
import type { PlainBrowser } from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, one } from '../../support/servers/store.ts';

const site = await startSite();
const admin = await newAdmin(site, staff.anna.email);
let cookie = cookieOf(admin);

test('an open dashboard learns of a new enquiry within 2 s', async () => {
  // By the server's clock: how long this machine takes is its own affair.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const last = await putEnquiry();
  const events = await listen(last);
  await putEnquiry();
  vi.advanceTimersByTime(1999);
  expect(await events.next()).toBe('event: arrived\ndata: {"arrived":1,"fresh":2}');
  await events.stop();
});

test('a stream ends when its session does, and does not keep it alive', async () => {
  const seen = () => one('SELECT last_seen_at FROM sessions');
  const events = await listen(0);
  const before = seen();
  await events.next();
  expect(seen()).toBe(before);
  databaseFile().exec('DELETE FROM sessions');
  expect(await events.next()).toBe('event: signed-out\ndata: {}');
  expect(await events.next()).toBe(null);
});

test(
  'an admin has so many streams and no more: the oldest makes room, and nothing stands still',
  {
    timeout: 60_000,
  },
  async () => {
    databaseFile().exec('DELETE FROM sessions');
    const again = await signedIn(site, staff.anna.email);
    cookie = cookieOf(again);
    const streams = [];
    for (let i = 0; i < WORK.present.all + 2; i++) streams.push(await listen(0));
    expect(openStreams()).toBe(DESK.liveStreamsPerAdmin);
    const [oldest] = streams;
    expect(await oldest!.next()).toMatch(/^event: (arrived|replaced)/);
    const latest = streams.slice(-DESK.liveStreamsPerAdmin);
    for (const stream of latest) expect(await stream.next()).toMatch(/^event: arrived/);
    for (const path of ['/contact', '/admin/dashboard', '/terms']) {
      expect((await again.get(path)).status).toBe(200);
    }
    for (const stream of latest) await stream.stop();
    await eventually(() => expect(openStreams()).toBe(0));
  },
);

test('asking for the head of the stream opens none', async () => {
  const { status, headers } = await exchange(site, {
    path: '/admin/dashboard/events?since=0',
    method: 'HEAD',
    headers: { cookie },
  });
  expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
  await eventually(() => expect(openStreams()).toBe(0));
});

function cookieOf({ cookies }: PlainBrowser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

async function listen(since: number) {
  const stopped = new AbortController();
  const response = await fetch(`${site}/admin/dashboard/events?since=${since}`, {
    headers: { cookie },
    signal: stopped.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** The next event, comments left out; null at the end. */
    async next(): Promise<string | null> {
      for (;;) {
        const end = text.indexOf('\n\n');
        const block = text.slice(0, Math.max(0, end));
        if (end >= 0) text = text.slice(end + 2);
        if (block && !block.startsWith(':')) return block;
        if (end >= 0) continue;
        const { done, value } = await reader.read();
        if (done) return null;
        text += value;
      }
    },
    async stop() {
      stopped.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}
