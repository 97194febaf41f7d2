import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { COSTS } from '#costs';

/**
 * Holds an answer back until a random time after its start, 500 to 1000 ms, so that how long it
 * took tells nothing about what was found (ledger AL-4). `startedAt` is performance.now().
 */
export async function holdAnswer(startedAt: number): Promise<void> {
  const until = startedAt + randomInt(COSTS.loginDelayMinMs, COSTS.loginDelayMaxMs + 1);
  await wait(Math.max(0, until - performance.now()));
}
