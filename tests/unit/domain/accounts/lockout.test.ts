import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase();
const lockout = await import('#app/domain/rate-limits.server.ts');
const { deleteRows } = await import('#db/rows.ts');
const { getDatabase, inTransaction } = await import('#db/database.server.ts');

const LOCK_MS = AUTH.lockoutMinutes * MINUTE;
const START = Date.parse('2026-11-20T09:00:00Z');
let serial = 0;

/** Returns keys that no other test has used. */
function createKeys(
  sharedKeys: {
    account?: `acct:${string}`;
    device?: `dev:${string}`;
    ipAddress?: `ip:${string}`;
  } = {},
) {
  serial += 1;
  const newKeys = { browser: `brw:${serial}`, ipAddress: `ip:${serial}` } as const;
  return { account: `acct:${serial}` as const, device: null, ...newKeys, ...sharedKeys };
}

async function reserve(keys: ReturnType<typeof createKeys>, nowMs: number) {
  const reserved = await lockout.reserveSignInAttempt(keys, nowMs);
  if ('lockedMs' in reserved) throw new Error(`locked for ${reserved.lockedMs} ms`);
  return reserved.reservation;
}

async function failOnce(keys: ReturnType<typeof createKeys>, nowMs: number): Promise<number> {
  return (await lockout.recordFailedAttempt(await reserve(keys, nowMs), nowMs)).lockedMs;
}

async function failTimes(count: number, keys: ReturnType<typeof createKeys>, nowMs: number) {
  let locked = 0;
  for (let i = 0; i < count; i++) locked = await failOnce(keys, nowMs);
  return locked;
}

async function readLockMs(keys: ReturnType<typeof createKeys>, nowMs: number): Promise<number> {
  const reserved = await lockout.reserveSignInAttempt(keys, nowMs);
  if ('lockedMs' in reserved) return reserved.lockedMs;
  await lockout.releaseAttempt(reserved.reservation);
  return 0;
}

test('AL-6 locks for 15 minutes after five failures; further attempts do not prolong it, and the count starts at 0 after it', async () => {
  const keys = createKeys();
  expect(await failTimes(4, keys, START)).toBe(0);
  expect(await readLockMs(keys, START)).toBe(0);
  expect(await failOnce(keys, START)).toBe(LOCK_MS);
  for (let i = 1; i < 15; i++) await readLockMs(keys, START + i * MINUTE);
  expect(await readLockMs(keys, START + LOCK_MS - 1)).toBe(1);
  expect(await readLockMs(keys, START + LOCK_MS)).toBe(0);
  expect(await failTimes(4, keys, START + LOCK_MS)).toBe(0);
  expect(await failOnce(keys, START + LOCK_MS)).toBe(LOCK_MS);
});

test('AL-6 forgets failures more than 15 minutes apart; a success clears them', async () => {
  const slow = createKeys();
  await failTimes(4, slow, START);
  expect(await failTimes(4, slow, START + LOCK_MS + 1)).toBe(0);

  const right = createKeys();
  await failTimes(4, right, START);
  const reservation = await reserve(right, START);
  await inTransaction((tx) => lockout.clearFailedAttempts(tx, reservation));
  expect(await failTimes(4, right, START)).toBe(0);
});

test('AL-6 verifies five of 100 concurrent attempts', async () => {
  const account = 'acct:parallel';
  const attempts = Array.from({ length: 100 }, () => createKeys({ account }));
  const results = await Promise.all(
    attempts.map((keys) => lockout.reserveSignInAttempt(keys, START)),
  );
  const accepted = results.filter((result) => 'reservation' in result);
  expect(accepted).toHaveLength(AUTH.lockoutFailures);
});

test('AL-6 counts an attempt without an outcome as failed after 30 seconds', async () => {
  const keys = createKeys();
  for (let i = 0; i < 5; i++) await reserve(keys, START);
  const laterMs = START + AUTH.attemptPendingSeconds * SECOND + 1;
  expect(await readLockMs(keys, laterMs)).toBe(START + LOCK_MS - laterMs);
});

test('AL-6 locks an IP address that tries many accounts after 20 failures, despite successes', async () => {
  const ipAddress = 'ip:many';
  for (let i = 1; i < AUTH.ipAddressFailures; i++)
    expect(await failOnce(createKeys({ ipAddress }), START)).toBe(0);
  const right = await reserve(createKeys({ ipAddress }), START);
  await inTransaction((tx) => lockout.clearFailedAttempts(tx, right));
  expect(await failOnce(createKeys({ ipAddress }), START)).toBe(LOCK_MS);
  expect(await readLockMs(createKeys({ ipAddress }), START)).toBe(LOCK_MS);
});

test('counts a known browser apart, and shares the count of unknown ones when it is locked', async () => {
  const account = 'acct:owner';
  await failTimes(5, createKeys({ account }), START);
  expect(await readLockMs(createKeys({ account }), START)).toBe(LOCK_MS);
  const ownerKeys = createKeys({ account, device: 'dev:owner' });
  expect(await readLockMs(ownerKeys, START)).toBe(0);
  expect(await failTimes(5, ownerKeys, START)).toBe(LOCK_MS);
  expect(await readLockMs(createKeys({ account, device: 'dev:owner' }), START)).toBe(LOCK_MS);
});

test('AL-6 locks for exactly 15 minutes after the clock was set back', async () => {
  const keys = createKeys();
  await failTimes(5, keys, START);
  const setBackMs = START - 3 * DAY;
  expect(await readLockMs(keys, setBackMs)).toBe(LOCK_MS);
  expect(await readLockMs(keys, setBackMs + LOCK_MS - 1)).toBe(1);
  expect(await readLockMs(keys, setBackMs + LOCK_MS)).toBe(0);

  const keysWithFourFailures = createKeys();
  await failTimes(4, keysWithFourFailures, START);
  await readLockMs(keysWithFourFailures, START - DAY);
  expect(await failTimes(4, keysWithFourFailures, START - DAY + HOUR)).toBe(0);
});

test('unlocking an account releases every key that its attempts have locked, and no other key', async () => {
  const keys = createKeys();
  const other = createKeys();
  await failTimes(5, keys, START);
  await failTimes(5, other, START);
  await inTransaction((tx) => deleteRows(tx, 'counted_uses', { account: keys.account }));
  expect(await readLockMs(keys, START)).toBe(0);
  expect(await readLockMs(other, START)).toBe(LOCK_MS);
  const metLimit = await lockout.findReachedLimit(getDatabase(), [other.browser], START);
  expect(metLimit).toEqual({ waitMs: LOCK_MS, withinMs: LOCK_MS });
});
