import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase();
const lockout = await import('#app/domain/rate-limits.server.ts');
const { deleteUses } = await import('#db/counted-uses.ts');
const { database, inTransaction } = await import('#db/database.server.ts');

const LOCK_MS = AUTH.lockoutMinutes * MINUTE;
const START = Date.parse('2026-11-20T09:00:00Z');
let serial = 0;

/** Keys that no other test has used. */
function keys(
  given: { account?: `acct:${string}`; device?: `dev:${string}`; address?: `ip:${string}` } = {},
) {
  serial += 1;
  const own = { browser: `brw:${serial}`, address: `ip:${serial}` } as const;
  return { account: `acct:${serial}` as const, device: null, ...own, ...given };
}

async function reserve(who: ReturnType<typeof keys>, now: number) {
  const reserved = await lockout.reserveAttempt(who, now);
  if ('lockedMs' in reserved) throw new Error(`locked for ${reserved.lockedMs} ms`);
  return reserved.reservation;
}

async function fail(who: ReturnType<typeof keys>, now: number): Promise<number> {
  return lockout.failAttempt(await reserve(who, now), now);
}

async function failTimes(count: number, who: ReturnType<typeof keys>, now: number) {
  let locked = 0;
  for (let i = 0; i < count; i++) locked = await fail(who, now);
  return locked;
}

async function lockedMs(who: ReturnType<typeof keys>, now: number): Promise<number> {
  const reserved = await lockout.reserveAttempt(who, now);
  if ('lockedMs' in reserved) return reserved.lockedMs;
  await lockout.releaseAttempt(reserved.reservation);
  return 0;
}

test('AL-6 the fifth failure locks for 15 minutes, knocking does not prolong it, and the count starts at 0 after it', async () => {
  const who = keys();
  expect(await failTimes(4, who, START)).toBe(0);
  expect(await lockedMs(who, START)).toBe(0);
  expect(await fail(who, START)).toBe(LOCK_MS);
  for (let i = 1; i < 15; i++) await lockedMs(who, START + i * MINUTE);
  expect(await lockedMs(who, START + LOCK_MS - 1)).toBe(1);
  expect(await lockedMs(who, START + LOCK_MS)).toBe(0);
  expect(await failTimes(4, who, START + LOCK_MS)).toBe(0);
  expect(await fail(who, START + LOCK_MS)).toBe(LOCK_MS);
});

test('AL-6 failures more than 15 minutes apart are forgotten; a success clears them', async () => {
  const slow = keys();
  await failTimes(4, slow, START);
  expect(await failTimes(4, slow, START + LOCK_MS + 1)).toBe(0);

  const right = keys();
  await failTimes(4, right, START);
  const reservation = await reserve(right, START);
  await inTransaction((tx) => lockout.clearAttempt(tx, reservation));
  expect(await failTimes(4, right, START)).toBe(0);
});

test('AL-6 verifies five of 100 concurrent attempts', async () => {
  const account = 'acct:parallel';
  const tries = Array.from({ length: 100 }, () => keys({ account }));
  const results = await Promise.all(tries.map((who) => lockout.reserveAttempt(who, START)));
  const letThrough = results.filter((result) => 'reservation' in result);
  expect(letThrough).toHaveLength(AUTH.lockoutFailures);
});

test('AL-6 an attempt that was never settled counts as failed after 30 seconds', async () => {
  const who = keys();
  for (let i = 0; i < 5; i++) await reserve(who, START);
  const later = START + AUTH.attemptPendingSeconds * SECOND + 1;
  expect(await lockedMs(who, later)).toBe(START + LOCK_MS - later);
});

test('AL-6 an address that tries many accounts is locked at the twentieth failure, successes or not', async () => {
  const address = 'ip:many';
  for (let i = 1; i < AUTH.addressFailures; i++)
    expect(await fail(keys({ address }), START)).toBe(0);
  const right = await reserve(keys({ address }), START);
  await inTransaction((tx) => lockout.clearAttempt(tx, right));
  expect(await fail(keys({ address }), START)).toBe(LOCK_MS);
  expect(await lockedMs(keys({ address }), START)).toBe(LOCK_MS);
});

test('a known browser has a count of its own, and shares that of strangers when it is locked', async () => {
  const account = 'acct:owner';
  await failTimes(5, keys({ account }), START);
  expect(await lockedMs(keys({ account }), START)).toBe(LOCK_MS);
  const own = keys({ account, device: 'dev:owner' });
  expect(await lockedMs(own, START)).toBe(0);
  expect(await failTimes(5, own, START)).toBe(LOCK_MS);
  expect(await lockedMs(keys({ account, device: 'dev:owner' }), START)).toBe(LOCK_MS);
});

test('AL-6 a clock set back neither locks for ever nor opens early', async () => {
  const who = keys();
  await failTimes(5, who, START);
  const back = START - 3 * DAY;
  expect(await lockedMs(who, back)).toBe(LOCK_MS);
  expect(await lockedMs(who, back + LOCK_MS - 1)).toBe(1);
  expect(await lockedMs(who, back + LOCK_MS)).toBe(0);

  const few = keys();
  await failTimes(4, few, START);
  await lockedMs(few, START - DAY);
  expect(await failTimes(4, few, START - DAY + HOUR)).toBe(0);
});

test('unlocking an account frees all that its attempts have locked, and nothing else', async () => {
  const who = keys();
  const other = keys();
  await failTimes(5, who, START);
  await failTimes(5, other, START);
  await inTransaction((tx) => deleteUses(tx, 'account', [who.account]));
  expect(await lockedMs(who, START)).toBe(0);
  expect(await lockedMs(other, START)).toBe(LOCK_MS);
  const met = await lockout.findMetLimit(database(), [other.browser], START);
  expect(met).toEqual({ waitMs: LOCK_MS, text: 'locked' });
});
