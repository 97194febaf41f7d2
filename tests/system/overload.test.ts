import { afterAll, expect, test } from 'vitest';
import { CLIENTS, MEMORY_LIMIT_MEGABYTES, floodFromOne, overload } from '../faults/overload-run.ts';
import { serveSite } from '../support/servers/served-site.ts';

const SECONDS = 5;
const site = await serveSite({ TRUST_PROXY: '1' });
afterAll(() => site.stop());

test('what is more than the server can do is told when to come back; the rest is served', async () => {
  const report = await overload(site, SECONDS);
  expect(report.otherwise).toBe(0);
  expect(report.served).toBeGreaterThan(CLIENTS / 4);
  expect(report.refused).toBeGreaterThan(0);
  expect(report.peakMegabytes).toBeLessThan(MEMORY_LIMIT_MEGABYTES);
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);
});

test('one address that floods the site leaves room for the others', async () => {
  expect(await floodFromOne(site)).toEqual(Array(10).fill(200));
});
