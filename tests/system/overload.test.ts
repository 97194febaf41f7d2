import { Agent, request } from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { pickRounds, reportNumbers } from '../support/reading/at-length.ts';
import { peakMegabytes } from '../support/reading/memory.ts';
import { serveSite } from '../support/servers/served-site.ts';

const CLIENTS = 300;
const ADDRESSES = 4000;
const SECONDS = pickRounds(5, 20);
const LONGEST_SECONDS = 60;
/** Together with the operating system, a process of this size runs on a machine with 512 MB. */
const MEMORY_LIMIT_MEGABYTES = 400;
const site = await serveSite({ TRUST_PROXY: '1' });
afterAll(() => site.stop());

/**
 * Returns how many pages the site serves in a second, one after another, on this machine at this
 * moment.
 */
async function measurePagesPerSecond(): Promise<number> {
  const startedAt = performance.now();
  let served = 0;
  for (; performance.now() - startedAt < 1000; served++) {
    const headers = { 'x-forwarded-for': `10.9.${served >> 8}.${served & 255}` };
    await (await fetch(`${site.url}/contact`, { headers })).arrayBuffer();
  }
  return served;
}

/**
 * Requests a page that is rendered for each visitor, from many IP addresses without a pause. It
 * stops after SECONDS, or later, when the site has refused a request: a busy machine needs longer
 * to cause overload.
 */
async function overload() {
  const ask = asking();
  await ask('10.1.0.1');
  const report = { served: 0, refused: 0, otherwise: 0 };
  let sentCount = 0;
  const startedAt = performance.now();
  const goesOn = () => {
    const limit = report.refused > 0 ? SECONDS : Math.max(SECONDS, LONGEST_SECONDS);
    return performance.now() - startedAt < limit * 1000;
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (goesOn()) {
      const address = sentCount++ % ADDRESSES;
      const { status, retryAfter } = await ask(`10.${address >> 8}.0.${address & 255}`);
      if (status === 200) report.served++;
      else if (status === 503 && Number(retryAfter) > 0) report.refused++;
      else report.otherwise++;
    }
  });
  await Promise.all(clients);
  return report;
}

/** Asks for the form from an address, on connections that are kept. */
function asking() {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS + 1 });
  onTestFinished(() => agent.destroy());
  return (address: string) =>
    new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
      const headers = { 'x-forwarded-for': address };
      const clientRequest = request(`${site.url}/contact`, { agent, headers }, (response) => {
        response.resume();
        response.on('end', () => {
          const retryAfter = response.headers['retry-after'];
          resolve({ status: response.statusCode ?? 0, retryAfter });
        });
      });
      clientRequest.on('error', reject);
      clientRequest.end();
    });
}

test('answers overload with 503 and Retry-After, and serves the rest', async () => {
  const rateBefore = await measurePagesPerSecond();
  const { served, refused, otherwise } = await overload();
  const capacity = Math.min(rateBefore, await measurePagesPerSecond());
  const megabytes = Math.round(peakMegabytes(site.pid()));
  reportNumbers('more load than the server can do', { served, refused, otherwise, megabytes });
  expect(otherwise, 'neither served nor refused with a Retry-After').toBe(0);
  expect(served / SECONDS).toBeGreaterThan(capacity / 4);
  expect(refused).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(MEMORY_LIMIT_MEGABYTES);
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);
});

test('leaves capacity for others when one IP address floods the site', async () => {
  const ask = asking();
  let flooding = true;
  const flood = Array.from({ length: CLIENTS }, async () => {
    while (flooding) await ask('10.2.0.1');
  });
  for (let i = 0; i < 10; i++) expect((await ask(`10.3.0.${i}`)).status).toBe(200);
  flooding = false;
  await Promise.all(flood);
});
