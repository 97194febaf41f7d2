import { expect, test } from 'vitest';
import { killRounds } from '../faults/kill-rounds.ts';

const ROUNDS = 4;

test('what was acknowledged is there once, however the server ended', async () => {
  const report = await killRounds(ROUNDS);
  expect(report).toMatchObject({ rounds: ROUNDS, lost: 0, twice: 0, integrity: 'ok' });
  expect(report.acknowledged).toBeGreaterThan(0);
});

test('AT-5 what was acknowledged has its files, and no file is nobody’s, however the server ended', async () => {
  const report = await killRounds(ROUNDS, true);
  expect(report).toMatchObject({ lost: 0, twice: 0, withoutFile: 0, nobodys: 0, integrity: 'ok' });
  expect(report.acknowledged).toBeGreaterThan(0);
});
