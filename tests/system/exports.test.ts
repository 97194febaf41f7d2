import { afterAll, expect, test } from 'vitest';
import { floodOfExports } from '../faults/export-run.ts';
import { serveSite } from '../support/servers/served-site.ts';

const ROWS = 3000;
const BREAKS = 20;
const site = await serveSite();
afterAll(() => site.stop());

test('D-6 exports at once and broken off are answered or refused, and leave nothing behind', async () => {
  const report = await floodOfExports(site, ROWS, BREAKS);
  expect(report).toMatchObject({
    brokenOff: BREAKS,
    openFilesLeft: 0,
    threadsLeft: 0,
    contactOtherwise: 0,
    afterwards: 200,
  });
  const { 200: made = 0, 429: refused = 0 } = report.atOnce;
  expect([made > 0, made + refused]).toEqual([true, 10]);
  expect(report.contactAnswered).toBeGreaterThan(0);
}, 180_000);
