import { afterAll, expect, test } from 'vitest';
import { MEMORY_LIMIT_MEGABYTES, floodFromOne, overload } from '../faults/overload-run.ts';
import { serveSite } from '../support/servers/served-site.ts';

const SECONDS = 5;
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

test('what is more than the server can do is told when to come back; the rest is served', async () => {
  const before = await unhurried();
  const report = await overload(site, SECONDS);
  const able = Math.min(before, await unhurried());
  expect(report.otherwise).toBe(0);
  expect(report.served / SECONDS).toBeGreaterThan(able / 4);
  expect(report.refused).toBeGreaterThan(0);
  expect(report.peakMegabytes).toBeLessThan(MEMORY_LIMIT_MEGABYTES);
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);
});

test('one address that floods the site leaves room for the others', async () => {
  expect(await floodFromOne(site)).toEqual(Array(10).fill(200));
});
