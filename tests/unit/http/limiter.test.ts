import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Limiter, type ConcurrencyLimits } from '#app/http/limiter.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

const createRefusal = () => new Refusal(503, 'crowded', { headers: { 'retry-after': '2' } });
const limits: ConcurrencyLimits = { maxOpen: 4, maxOpenPerClient: 3, createRefusal };
const neverResolve = () => new Promise<never>(() => {});

test('refuses requests beyond the limit of a client or of all, with Retry-After', async () => {
  const limiter = new Limiter(limits);
  for (let i = 0; i < 3; i++) void limiter.run('a', neverResolve);
  await expect(limiter.run('a', neverResolve)).rejects.toMatchObject({ status: 503 });
  expect(await limiter.run('b', () => Promise.resolve('served'))).toBe('served');
  void limiter.run('b', neverResolve);
  await expect(limiter.run('c', neverResolve)).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
  });
});

test('releases the slot after the work, after an error too', async () => {
  const limiter = new Limiter({ ...limits, maxOpen: 1 });
  await limiter.run('a', () => Promise.resolve());
  await expect(limiter.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await limiter.run('a', () => Promise.resolve('served'))).toBe('served');
});

/** Runs work that holds its slot until the named release, in the order of the calls. */
function startRuns(limiter: Limiter) {
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  const start = (clientId: string, name: string) =>
    void limiter.acquire(clientId).then((release) => {
      started.push(name);
      releases.set(name, release);
    });
  const release = async (name: string) => {
    releases.get(name)!();
    await nextTurn();
  };
  return { started, start, release };
}

test('runs at most maxRunning at once, and starts the others in order of arrival', async () => {
  const { started, start, release } = startRuns(
    new Limiter({ maxOpen: 9, maxOpenPerClient: 9, maxRunning: 2, createRefusal }),
  );
  for (const name of ['1', '2', '3', '4']) start('a', name);
  await nextTurn();
  expect(started).toEqual(['1', '2']);
  await release('2');
  expect(started).toEqual(['1', '2', '3']);
  await release('1');
  expect(started).toEqual(['1', '2', '3', '4']);
});

test('starts other clients first while the queue of one is at its limit', async () => {
  const { started, start, release } = startRuns(
    new Limiter({
      maxOpen: 9,
      maxOpenPerClient: 9,
      maxRunning: 2,
      maxRunningPerClient: 1,
      createRefusal,
    }),
  );
  for (const name of ['a1', 'a2', 'a3']) start('a', name);
  start('b', 'b1');
  await nextTurn();
  expect(started).toEqual(['a1', 'b1']);
  await release('b1');
  expect(started).toEqual(['a1', 'b1']);
  start('c', 'c1');
  await release('a1');
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('AT-4 starts one request of each client in turn, even if a client has many waiting requests', async () => {
  const { started, start, release } = startRuns(
    new Limiter({ maxOpen: 200, maxOpenPerClient: 64, maxRunning: 1, createRefusal }),
  );
  for (const client of ['a', 'b', 'c']) {
    for (let i = 1; i <= 42; i++) start(client, `${client}${i}`);
  }
  start('d', 'd1');
  await nextTurn();
  for (let i = 0; i < 7; i++) await release(started.at(-1)!);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1', 'a3', 'b2', 'c2']);
});

test('AT-4 gives the place of a client that has left to the next', async () => {
  const limiter = new Limiter({ maxOpen: 3, maxOpenPerClient: 2, maxRunning: 1, createRefusal });
  const release = await limiter.acquire('a');
  const abort = new AbortController();
  const abandoned = expect(limiter.acquire('b', abort.signal)).rejects.toMatchObject({
    status: 503,
  });
  const second = limiter.acquire('d');
  await expect(limiter.acquire('c')).rejects.toMatchObject({ status: 503 });
  abort.abort();
  await abandoned;
  const third = limiter.acquire('c');
  release();
  (await second)();
  (await third)();
  expect(await limiter.run('a', () => Promise.resolve('served'))).toBe('served');
  await expect(limiter.acquire('a', abort.signal)).rejects.toMatchObject({ status: 503 });
});

test('refuses a waiting request of the client that has most of them, when another client needs its place', async () => {
  const limiter = new Limiter({ maxOpen: 6, maxOpenPerClient: 3, maxRunning: 1, createRefusal });
  const outcomes: string[] = [];
  const open = (clientId: string, name: string) =>
    void limiter.acquire(clientId).then(
      () => outcomes.push(`${name} starts`),
      () => outcomes.push(`${name} is refused`),
    );
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'd1', 'c2', 'e1']) {
    open(name.charAt(0), name);
    await nextTurn();
  }
  const refused = ['a3', 'b3', 'c2', 'a2'].map((name) => `${name} is refused`);
  expect(outcomes).toEqual(['a1 starts', ...refused]);
});

test('refuses a request after the timeout of the queue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const limiter = new Limiter({
    maxOpen: 2,
    maxOpenPerClient: 2,
    maxRunning: 1,
    queueTimeoutSeconds: 5,
    createRefusal,
  });
  const release = await limiter.acquire('a');
  const refused = expect(limiter.acquire('a')).rejects.toMatchObject({ status: 503 });
  vi.advanceTimersByTime(5000);
  await refused;
  release();
  const releaseSecond = await limiter.acquire('b');
  vi.advanceTimersByTime(5000);
  const third = limiter.acquire('b');
  await expect(limiter.acquire('b')).rejects.toMatchObject({ status: 503 });
  releaseSecond();
  await third;
});
