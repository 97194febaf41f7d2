import { expect, test } from 'vitest';
import { failingDisk } from '../faults/failing-disk.ts';
import { needing } from '../support/front/program.ts';

needing(['prlimit'], () => {
  test('a disk whose writes fail is borne, and writes work again when it is mended', async () => {
    expect(await failingDisk()).toEqual({
      before: 303,
      during: 503,
      ill: 503,
      after: 303,
      health: 200,
    });
  });
});
