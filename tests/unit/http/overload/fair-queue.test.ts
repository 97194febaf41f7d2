import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue } from '#app/http/overload/fair-queue.server.ts';

test('a few pass in each turn of the event loop, first come first', async () => {
  const gate = new FairQueue(4);
  const passed: number[] = [];
  for (let i = 0; i < 10; i++) void gate.pass('10.0.0.1').then(() => passed.push(i));
  await Promise.resolve();
  expect(passed).toEqual([0, 1, 2, 3]);
  while (passed.length < 10) {
    const before = passed.length;
    await nextTurn();
    expect(passed.length - before).toBeLessThanOrEqual(4);
  }
  expect(passed).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('who comes to an empty gate does not wait', async () => {
  const gate = new FairQueue(1);
  await gate.pass('10.0.0.1');
  await nextTurn();
  await nextTurn();
  let passed = false;
  void gate.pass('10.0.0.1').then(() => (passed = true));
  await Promise.resolve();
  expect(passed).toBe(true);
});

test('addresses take turns: who sends many waits for his own', async () => {
  const gate = new FairQueue(1);
  const passed: string[] = [];
  const come = (address: string, name: string) =>
    void gate.pass(address).then(() => passed.push(name));
  for (const name of ['a1', 'a2', 'a3', 'a4']) come('10.0.0.1', name);
  come('10.0.0.2', 'b1');
  come('10.0.0.2', 'b2');
  come('10.0.0.3', 'c1');
  while (passed.length < 7) await nextTurn();
  expect(passed).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});
