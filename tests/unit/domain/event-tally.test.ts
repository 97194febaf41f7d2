import { expect, test } from 'vitest';
import { EventTally, OTHERS } from '#app/domain/event-tally.server.ts';
import { AUDIT } from '#app/domain/limits.ts';
import type { AuditCount } from '#db/schema.ts';

const AT = new Date('2026-03-02T10:00:30.000Z');
const MINUTE_MS = 60_000;

async function stored(tally: EventTally): Promise<AuditCount[]> {
  const rows: AuditCount[] = [];
  await tally.store(async (taken) => void rows.push(...taken));
  return rows;
}

const total = (rows: AuditCount[]) => rows.reduce((sum, { count }) => sum + count, 0);

test('thousands of one address in a minute are one row with a number', async () => {
  const tally = new EventTally();
  const firsts = Array.from({ length: 4800 }, () => tally.add('login.failed', 7, 'a', AT));
  expect(firsts.filter(Boolean)).toEqual([true]);
  expect(await stored(tally)).toEqual([
    {
      minute: '2026-03-02T10:00:00.000Z',
      event: 'login.failed',
      admin_id: 7,
      address: 'a',
      count: 4800,
    },
  ]);
});

test('a crowd has room for its first addresses, all others are one row', async () => {
  const tally = new EventTally();
  for (let i = 0; i < 5000; i += 1) tally.add('enquiry.honeypot', 0, `a${i}`, AT);
  tally.add('login.failed', 0, 'elsewhere', AT);
  const rows = await stored(tally);
  const honeypots = rows.filter(({ event }) => event === 'enquiry.honeypot');
  expect(honeypots).toHaveLength(AUDIT.addressesAMinute + 1);
  expect(total(honeypots)).toBe(5000);
  expect(honeypots.at(-1)).toMatchObject({
    address: OTHERS,
    count: 5000 - AUDIT.addressesAMinute,
  });
  expect(rows, 'one event leaves room for another').toContainEqual(
    expect.objectContaining({ event: 'login.failed', address: 'elsewhere' }),
  );
});

test('each minute counts anew, and what was stored is not stored again', async () => {
  const tally = new EventTally();
  tally.add('link.refused', 0, 'a', AT);
  expect(total(await stored(tally))).toBe(1);
  tally.add('link.refused', 0, 'a', AT);
  expect(total(await stored(tally))).toBe(1);
  expect(await stored(tally)).toEqual([]);
  tally.add('link.refused', 0, 'a', new Date(AT.getTime() + MINUTE_MS));
  expect(total(await stored(tally))).toBe(1);
  const closed = tally.close(new Date(AT.getTime() + MINUTE_MS));
  expect(closed).toMatchObject([{ minute: '2026-03-02T10:00:00.000Z', count: 2 }]);
});

test('what cannot be stored waits, with what comes meanwhile', async () => {
  const tally = new EventTally();
  tally.add('store.failed', 0, '', AT);
  const failing = tally.store(async () => {
    tally.add('store.failed', 0, '', AT);
    throw new Error('no space');
  });
  await expect(failing).rejects.toThrow('no space');
  expect(tally.close()).toEqual([]);
  expect(total(await stored(tally))).toBe(2);
  tally.close();
  expect(tally.isEmpty).toBe(true);
});

test('a store that stays away for a week does not fill the memory, and nothing is lost', async () => {
  const tally = new EventTally();
  const minutes = 7 * 24 * 60;
  for (let i = 0; i < minutes; i += 1) {
    const at = new Date(AT.getTime() + i * MINUTE_MS);
    tally.add('post.cross-site', 0, `a${i}`, at);
    tally.add('login.failed', 0, `a${i}`, at);
  }
  const rows = await stored(tally);
  expect(rows.length).toBeLessThan(AUDIT.heldCounts + 10 * AUDIT.addressesAMinute);
  expect(total(rows)).toBe(2 * minutes);
});
