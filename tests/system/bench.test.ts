import { expect, test } from 'vitest';
import { runScript } from '../support/servers/served-site.ts';

// Other programs use this machine too, so the test does not judge speed: each part only has to be
// measured.
test('the bench measures every part', { timeout: 600_000 }, async () => {
  const { stdout, stderr } = await runScript(['scripts/bench/bench.ts', '--small'], {});
  const rows = stdout.match(/^\| .* \| .* \| [≤≥–].*$/gm) ?? [];
  expect(rows.filter((row) => row.includes('could not be measured'))).toEqual([]);
  expect(rows.length, stderr).toBeGreaterThanOrEqual(30);
});
