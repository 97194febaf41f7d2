import { expect, test } from 'vitest';
import { heldDatabase } from '../faults/held-database.ts';

test('CF-11 a process that holds the database for six seconds stops no page and loses no enquiry', async () => {
  const { idleMs, heldMs, stored, refused, lost, after } = await heldDatabase();
  expect(stored + refused).toBeGreaterThan(5);
  expect({ lost, after }).toEqual({ lost: 0, after: 303 });
  // Every wait for the lock on the main thread would add to it, a second each.
  expect(heldMs).toBeLessThan(2 * idleMs + 900);
}, 60_000);
