import { expect, test } from 'vitest';
import { SLOTS, ConcurrencyLimit } from '#app/http/overload/concurrency-limit.server.ts';

const forever = () => new Promise<never>(() => {});

test('one address cannot take all slots', async () => {
  const slots = new ConcurrencyLimit();
  for (let i = 0; i < SLOTS.perAddress; i++) void slots.run('a', forever);
  await expect(slots.run('a', forever)).rejects.toMatchObject({ status: 503 });
  expect(await slots.run('b', () => Promise.resolve('served'))).toBe('served');
});

test('what is too much is told when to come back', async () => {
  const slots = new ConcurrencyLimit();
  for (let i = 0; i < SLOTS.all; i++) void slots.run(`a${i}`, forever);
  await expect(slots.run('b', forever)).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
  });
});

test('a slot is given back, after a failure too', async () => {
  const slots = new ConcurrencyLimit();
  await slots.run('a', () => Promise.resolve());
  await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(slots.taken).toBe(0);
});
