import { afterAll, expect, test } from 'vitest';
import { floodOfExports } from '../faults/export-run.ts';
import { serveSite } from '../support/servers/served-site.ts';

const ROWS = 3000;
const BREAKS = 20;
const site = await serveSite();
afterAll(() => site.stop());

test('D-6 exports at once and broken off cost one thread, and leave nothing behind', async () => {
  const report = await floodOfExports(site, ROWS, BREAKS);
  expect(report).toMatchObject({
    atOnce: { 200: 1, 429: 9 },
    brokenOff: BREAKS,
    openFilesLeft: 0,
    threadsLeft: 0,
    contactOtherwise: 0,
    afterwards: 200,
  });
  expect(report.contactAnswered).toBeGreaterThan(0);
}, 180_000);
