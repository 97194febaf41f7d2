import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { COSTS } from '#costs';

/**
 * Has an answer wait until a random 500 to 1000 ms after its start, so that how long it took tells
 * nothing about what was found (ledger AL-4). `startedAt` is performance.now(). `hold` lets the
 * waiting be done where it keeps nothing from others; without it, it is done here.
 */
export async function holdAnswer(
  startedAt: number,
  hold: ((until: number) => void) | undefined,
): Promise<void> {
  const until = startedAt + randomInt(COSTS.loginDelayMinMs, COSTS.loginDelayMaxMs + 1);
  if (hold) return hold(until);
  await wait(Math.max(0, until - performance.now()));
}
