import { afterEach, expect, test, vi } from 'vitest';
import { log, logError } from '#app/log.server.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('lines that strangers can cause are bounded by the minute, and the rest is a number', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const faults = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (let i = 0; i < 4800; i += 1) log('answered', { i });
  for (let i = 0; i < 4800; i += 1) logError('unhandled', { i });
  log('listening');
  vi.advanceTimersByTime(60_000);
  await new Promise(setImmediate);
  const lines = (spy: typeof out) => spy.mock.calls.map(String).join('').trim().split('\n');
  expect(lines(out).filter((line) => line.includes('"answered","i"'))).toHaveLength(300);
  expect(lines(faults)).toHaveLength(300);
  expect(lines(out)).toContainEqual(expect.stringContaining('"listening"'));
  expect(lines(out)).toContainEqual(
    expect.stringMatching(/lines-left-out","of":"answered","count":4500/),
  );
  out.mockClear();
  log('answered');
  await new Promise(setImmediate);
  expect(lines(out), 'another minute has room again').toHaveLength(1);
});
