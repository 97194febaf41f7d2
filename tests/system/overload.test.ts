import { Agent, request } from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { pickRounds, reportNumbers } from '../support/reading/at-length.ts';
import { peakMegabytes } from '../support/reading/memory.ts';
import { serveSite } from '../support/servers/served-site.ts';

const CLIENTS = 300;
const ADDRESSES = 4000;
const SECONDS = pickRounds(5, 20);
const LONGEST_SECONDS = 60;
/** What the process may hold at most: with room for the system it then lives in 512 MB. */
const MEMORY_LIMIT_MEGABYTES = 400;
const site = await serveSite({ TRUST_PROXY: '1' });
afterAll(() => site.stop());

/** How many pages the site serves in a second, one after another: what this machine can do just now. */
async function unhurried(): Promise<number> {
  const begun = performance.now();
  let served = 0;
  for (; performance.now() - begun < 1000; served++) {
    const headers = { 'x-forwarded-for': `10.9.${served >> 8}.${served & 255}` };
    await (await fetch(`${site.url}/contact`, { headers })).arrayBuffer();
  }
  return served;
}

/**
 * Asks without a pause, from many addresses, for a page that is rendered for each visitor: for so
 * long, and then until somebody was refused, since a busy machine may take long to ask for too much.
 */
async function overload() {
  const ask = asking();
  await ask('10.1.0.1');
  const report = { served: 0, refused: 0, otherwise: 0 };
  let sent = 0;
  const startedAt = performance.now();
  const goesOn = () => {
    const limit = report.refused > 0 ? SECONDS : Math.max(SECONDS, LONGEST_SECONDS);
    return performance.now() - startedAt < limit * 1000;
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (goesOn()) {
      const address = sent++ % ADDRESSES;
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
      const sent = request(`${site.url}/contact`, { agent, headers }, (response) => {
        response.resume();
        response.on('end', () => {
          const retryAfter = response.headers['retry-after'];
          resolve({ status: response.statusCode ?? 0, retryAfter });
        });
      });
      sent.on('error', reject);
      sent.end();
    });
}

test('answers overload with 503 and Retry-After, and serves the rest', async () => {
  const before = await unhurried();
  const { served, refused, otherwise } = await overload();
  const able = Math.min(before, await unhurried());
  const megabytes = Math.round(peakMegabytes(site.pid()));
  reportNumbers('more load than the server can do', { served, refused, otherwise, megabytes });
  expect(otherwise, 'neither served nor refused with a Retry-After').toBe(0);
  expect(served / SECONDS).toBeGreaterThan(able / 4);
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
