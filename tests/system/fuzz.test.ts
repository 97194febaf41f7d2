import { afterAll, expect, test } from 'vitest';
import { fuzz } from '../faults/fuzz-run.ts';
import { serveSite } from '../support/servers/served-site.ts';

const REQUESTS = 3000;
const SEED = 20261120;
const site = await serveSite({ TRUST_PROXY: '1' });
afterAll(() => site.stop());

test('hostile requests are refused, never a fault of ours', async () => {
  const report = await fuzz(site, REQUESTS, SEED);
  expect(report.wrong).toEqual([]);
  expect(report.faults).toEqual([]);
  expect(report.grownMegabytes).toBeLessThan(250);
  for (const status of ['200', '400', '404', '405', '415']) {
    expect(report.statuses[status], `some answers are ${status}`).toBeGreaterThan(0);
  }
  expect((await fetch(site.url)).status).toBe(200);
});
