import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Bounds, Limiter } from '#app/http/limiter.server.ts';

const refusal = { reason: 'crowded', retryAfterSeconds: 2 } as const;
const four: Bounds = { present: { all: 4, perAddress: 3 }, refusal };
const forever = () => new Promise<never>(() => {});
const at = (perTurn: number): Limiter =>
  new Limiter({ present: { all: 99, perAddress: 99 }, perTurn, refusal });

/** Who begins, in their order; each gives its place back at once. */
function beginners(limiter: Limiter) {
  const begun: string[] = [];
  const come = (address: string, name: string) =>
    void limiter.run(address, async () => void begun.push(name));
  return { begun, come };
}

test('one address cannot take all places; what is too much is told when to come back', async () => {
  const limiter = new Limiter(four);
  for (let i = 0; i < 3; i++) void limiter.run('a', forever);
  await expect(limiter.run('a', forever)).rejects.toMatchObject({ status: 503 });
  expect(await limiter.run('b', () => Promise.resolve('served'))).toBe('served');
  void limiter.run('b', forever);
  const late = limiter.run('c', forever);
  await expect(late).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
});

test('a place is free again after the work, after a failure too', async () => {
  const limiter = new Limiter(four);
  await limiter.run('a', () => Promise.resolve());
  await expect(limiter.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(limiter.present).toBe(0);
});

test('a request that waits for another service gives up its place, and has it again afterwards', async () => {
  const limiter = new Limiter({ ...four, present: { all: 1, perAddress: 1 } });
  const { promise, resolve } = Promise.withResolvers<void>();
  const waits = limiter.run('a', () => limiter.whileAway('a', () => promise));
  await nextTurn();
  expect(await limiter.run('b', () => Promise.resolve('served'))).toBe('served');
  resolve();
  await waits;
  expect(limiter.present).toBe(0);
});

test('a few begin in each turn of the event loop, first come first', async () => {
  const { begun, come } = beginners(at(4));
  for (let i = 0; i < 10; i++) come('a', String(i));
  await Promise.resolve();
  expect(begun).toEqual(['0', '1', '2', '3']);
  while (begun.length < 10) {
    const before = begun.length;
    await nextTurn();
    expect(begun.length - before).toBeLessThanOrEqual(4);
  }
  expect(begun).toEqual(Array.from('0123456789'));
});

test('a request that comes when nobody waits begins at once', async () => {
  const { begun, come } = beginners(at(1));
  come('a', 'first');
  await nextTurn();
  await nextTurn();
  come('a', 'second');
  await Promise.resolve();
  expect(begun).toEqual(['first', 'second']);
});

test('addresses take turns: who sends many waits for his own', async () => {
  const { begun, come } = beginners(at(1));
  for (const name of ['a1', 'a2', 'a3', 'a4']) come('a', name);
  for (const name of ['b1', 'b2']) come('b', name);
  come('c', 'c1');
  while (begun.length < 7) await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a place that comes free goes to the address whose turn it is; who waits too long is refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const present = { all: 9, perAddress: 9 };
  const limiter = new Limiter({
    present,
    atWork: { all: 2, perAddress: 1 },
    waitSeconds: 5,
    refusal,
  });
  const leaveA = await limiter.enter('a');
  const leaveB = await limiter.enter('b');
  const begun: string[] = [];
  const refused = limiter.enter('a').then(
    () => begun.push('a'),
    () => begun.push('refused'),
  );
  const third = limiter.enter('c').then(() => begun.push('c'));
  leaveB();
  await third;
  expect(begun, 'a has its share').toEqual(['c']);
  vi.advanceTimersByTime(5000);
  await refused;
  leaveA();
  expect(begun).toEqual(['c', 'refused']);
  expect(limiter.present).toBe(1);
});
