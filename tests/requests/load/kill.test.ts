import { expect, test } from 'vitest';
import { killRounds } from '../../faults/kill-rounds.ts';

const ROUNDS = 4;

test('what was acknowledged is there once, however the server ended', async () => {
  const report = await killRounds(ROUNDS);
  expect(report).toMatchObject({ rounds: ROUNDS, lost: 0, twice: 0, integrity: 'ok' });
  expect(report.acknowledged).toBeGreaterThan(0);
});
