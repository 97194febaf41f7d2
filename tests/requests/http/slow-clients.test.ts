import { expect, test } from 'vitest';
import { tricklingForms, tricklingUploads } from '../../faults/slow-clients.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });

test('AT-4 140 small forms of four addresses that trickle hold up nobody', async () => {
  expect(await tricklingForms(site)).toEqual({ 200: 40 });
});

test('AT-4 eight uploads that send a byte in five seconds make way for a file', async () => {
  const { tries } = await tricklingUploads(site);
  // Each try waits its five seconds; slow ones have ten, and the machine may be busy.
  expect(tries.at(-1)).toBe(303);
  expect(tries.slice(0, -1)).toEqual(tries.slice(0, -1).map(() => 503));
}, 90_000);
