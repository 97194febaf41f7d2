import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AUTH } from './limits.ts';

/**
 * Holds an answer back until a random 500 to 1000 ms after its start, so that how long it took
 * tells nothing about what was found (ledger AL-4). `startedAt` is performance.now().
 */
export async function holdAnswer(startedAt: number): Promise<void> {
  const until = startedAt + randomInt(AUTH.loginDelayMinMs, AUTH.loginDelayMaxMs + 1);
  await wait(Math.max(0, until - performance.now()));
}
