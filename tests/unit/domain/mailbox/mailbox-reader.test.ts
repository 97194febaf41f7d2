import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMailboxReader } from '#app/domain/mailbox/mailbox-reader.server.ts';

vi.stubEnv('IMAP_URL', 'imap://desk:secret@127.0.0.1:1/INBOX');

test('AN-7 waits for the next attempt if its thread cannot be started', async () => {
  const errorWrite = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const workerSpy = vi.spyOn(workerThreads, 'Worker').mockImplementation(function () {
    throw new Error('no memory for a thread');
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    workerSpy.mockRestore();
    syncBuiltinESMExports();
  });

  const stop = startMailboxReader();
  await new Promise(setImmediate);
  await expect(stop()).resolves.toBeUndefined();
  await new Promise(setImmediate);
  expect(errorWrite.mock.calls.join('')).toContain('no memory for a thread');
});
