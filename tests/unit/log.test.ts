import { afterEach, expect, test, vi } from 'vitest';
import { log, logError } from '#app/log.server.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('limits the lines that anonymous clients cause per minute, and logs the number of omitted ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const stdoutWrite = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderrWrite = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (let i = 0; i < 4800; i += 1) log('answered', { i });
  for (let i = 0; i < 4800; i += 1) logError('unhandled', { i });
  log('listening');
  vi.advanceTimersByTime(60_000);
  await new Promise(setImmediate);
  const readLines = (spy: typeof stdoutWrite) =>
    spy.mock.calls.map(String).join('').trim().split('\n');
  expect(readLines(stdoutWrite).filter((line) => line.includes('"answered","i"'))).toHaveLength(
    300,
  );
  expect(readLines(stderrWrite)).toHaveLength(300);
  expect(readLines(stdoutWrite)).toContainEqual(expect.stringContaining('"listening"'));
  expect(readLines(stdoutWrite)).toContainEqual(
    expect.stringMatching(/lines-left-out","of":"answered","count":4500/),
  );
  stdoutWrite.mockClear();
  log('answered');
  await new Promise(setImmediate);
  expect(readLines(stdoutWrite), 'the next minute starts a new limit').toHaveLength(1);
});

test('cuts the texts of a line, because a path that a client invents may have 16 KB', async () => {
  const stdoutWrite = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  log('not-found', { path: `/${'x'.repeat(16_000)}` });
  await new Promise(setImmediate);
  expect(stdoutWrite.mock.calls.join('').length).toBeLessThan(1100);
});

test('starts the next minute on time after the system clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] });
  const stdoutWrite = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.advanceTimersByTime(3_600_000);
  for (let i = 0; i < 300; i += 1) log('answered', { i });
  vi.setSystemTime(Date.now() - 3 * 3_600_000);
  vi.advanceTimersByTime(60_000);
  log('answered', { i: 'next minute' });
  await new Promise(setImmediate);
  expect(stdoutWrite.mock.calls.join('')).toContain('next minute');
});
