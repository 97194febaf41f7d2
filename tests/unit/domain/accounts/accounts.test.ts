import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';
import SQLite from 'better-sqlite3';
import { AUTH } from '#app/domain/limits.ts';
import { Secret, TOTP } from 'otpauth';

await useScratchDatabase({ PUBLIC_URL: 'https://drys.example' });
const links = await import('#app/domain/accounts/access-links.server.ts');
const { database, databaseFile, databasePath, inTransaction } =
  await import('#db/database.server.ts');
const { findAdminById, insertAdmin, spendLink } = await import('#db/accounts.ts');

const NOW = Date.parse('2026-11-20T09:00:00Z');
const anna = await insertAdmin(database(), staff.anna.email, '2026-11-20T09:00:00Z');
const basil = await insertAdmin(database(), staff.basil.email, '2026-11-20T09:00:00Z');

function partsOf(url: string) {
  const parts = new URLSearchParams(new URL(url).hash.slice(1));
  const part = (name: string) => parts.get(name) ?? '';
  return { access: part('access_token'), refresh: part('refresh_token'), type: part('type') };
}

const find = (url: string, now: number) => links.findByTokens(database(), partsOf(url), now);

test('RP-2 the link stands on the site’s own origin and says what the ledger lists', async () => {
  const { url } = await links.issueLink(database(), anna.id, 'recovery', NOW);
  expect(url.startsWith('https://drys.example/reset-password#')).toBe(true);
  const parts = new URLSearchParams(new URL(url).hash.slice(1));
  expect([...parts.keys()]).toEqual([
    'access_token',
    'refresh_token',
    'expires_at',
    'expires_in',
    'token_type',
    'type',
  ]);
  expect(parts.get('expires_in')).toBe('3600');
  expect(parts.get('expires_at')).toBe(String((NOW + HOUR) / 1000));
  expect(parts.get('token_type')).toBe('bearer');
});

test.each([
  ['recovery', HOUR],
  ['invite', 7 * DAY],
] as const)('RP-7 a link of type %s ends when its time is over', async (type, life) => {
  const { url, code } = await links.issueLink(database(), anna.id, type, NOW);
  expect((await find(url, NOW + life - 1))?.admin_id).toBe(anna.id);
  expect(await find(url, NOW + life)).toBeNull();
  expect((await links.findByCode(database(), code, NOW + life - 1))?.admin_id).toBe(anna.id);
  expect(await links.findByCode(database(), code, NOW + life)).toBeNull();
});

test('RP-3 access, refresh and type must belong together', async () => {
  const { url } = await links.issueLink(database(), anna.id, 'recovery', NOW);
  const other = await links.issueLink(database(), basil.id, 'recovery', NOW);
  const [mine, theirs] = [partsOf(url), partsOf(other.url)];
  const find3 = (given: typeof mine) => links.findByTokens(database(), given, NOW);
  expect(await find3({ ...mine, refresh: theirs.refresh })).toBeNull();
  expect(await find3({ ...mine, access: theirs.access })).toBeNull();
  expect(await find3({ ...mine, type: 'invite' })).toBeNull();
  expect(await find3(mine)).not.toBeNull();
});

test('RP-6 the code has 130 bits, and is read as it was meant', async () => {
  const { code } = await links.issueLink(database(), anna.id, 'invite', NOW);
  expect(code.replaceAll('-', '')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await links.findByCode(database(), typed, NOW))?.admin_id).toBe(anna.id);
  expect(await links.findByCode(database(), code.slice(0, -1), NOW)).toBeNull();
});

test('the note that a browser had the link ends after 15 minutes and with the link', async () => {
  const { url } = await links.issueLink(database(), anna.id, 'recovery', NOW);
  const link = (await find(url, NOW))!;
  const note = links.grantPasswordForm(link, NOW);
  const read = (given: string | null, now: number) =>
    links.readPasswordForm(database(), given, now);
  expect((await read(note, NOW + 15 * MINUTE - 1))?.id).toBe(link.id);
  expect(await read(note, NOW + 15 * MINUTE)).toBeNull();
  expect(await read(null, NOW)).toBeNull();
  const late = links.grantPasswordForm(link, NOW + HOUR - MINUTE);
  expect(await read(late, NOW + HOUR - 1)).not.toBeNull();
  expect(await read(late, NOW + HOUR)).toBeNull();
  await spendLink(database(), link.id, NOW);
  expect(await read(note, NOW)).toBeNull();
});

test('RP-7 neither tokens nor codes can be read from the database', async () => {
  const { url, code } = await links.issueLink(database(), anna.id, 'recovery', NOW);
  const { access, refresh } = partsOf(url);
  const dump = databaseFile().serialize().toString('latin1');
  for (const secret of [access, refresh, code, code.replaceAll('-', '')]) {
    expect(dump).not.toContain(secret);
  }
});

const { openSession, readSession } = await import('#app/domain/accounts/sessions.server.ts');

const requester = { address: '192.0.2.7', requestId: 'test' };
let owners = 0;

async function makeOwner() {
  owners += 1;
  return insertAdmin(database(), `owner${owners}@drys.example`, '2026-11-20T09:00:00Z');
}

const open = (adminId: number, now = NOW, presented: string | null = null) =>
  openSession(database(), { adminId, presented, address: requester.address, agent: 'test', now });

test('a session belongs to its admin and its token is not in the database', async () => {
  const owner = await makeOwner();
  const token = await open(owner.id);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await readSession(token, NOW)).toEqual({
    id: owner.id,
    email: owner.email,
    language: 'en',
    draft: null,
  });
  const dump = databaseFile().serialize().toString('latin1');
  expect(dump).not.toContain(token);
  expect(dump).not.toContain(requester.address);
});

test('a session ends after 8 idle hours, and each use gives it 8 more', async () => {
  const { id } = await makeOwner();
  const token = await open(id);
  expect(await readSession(token, NOW + 8 * HOUR - 1)).not.toBeNull();
  expect(await readSession(token, NOW + 16 * HOUR - 2)).not.toBeNull();
  expect(await readSession(token, NOW + 24 * HOUR)).toBeNull();
});

test('a session ends after 7 days however much it is used', async () => {
  const { id } = await makeOwner();
  const token = await open(id);
  let now = NOW;
  while (now < NOW + AUTH.sessionMaxDays * DAY - HOUR) {
    now += HOUR;
    expect(await readSession(token, now)).not.toBeNull();
  }
  expect(await readSession(token, NOW + AUTH.sessionMaxDays * DAY)).toBeNull();
});

test('the sixth session ends the oldest', async () => {
  const { id } = await makeOwner();
  const tokens: string[] = [];
  for (let i = 0; i < 6; i++) tokens.push(await open(id, NOW + i * MINUTE));
  const alive = await Promise.all(tokens.map((token) => readSession(token, NOW + 6 * MINUTE)));
  expect(alive.map((admin) => admin !== null)).toEqual([false, true, true, true, true, true]);
});

test('a new login ends the session that was presented', async () => {
  const { id } = await makeOwner();
  const first = await open(id);
  const second = await open(id, NOW, first);
  expect(second).not.toBe(first);
  expect(await readSession(first, NOW)).toBeNull();
  expect(await readSession(second, NOW)).not.toBeNull();
});

test('a session that is noted as used keeps no reader waiting while the database is held', async () => {
  const owner = await makeOwner();
  const token = await open(owner.id);
  const other = new SQLite(databasePath());
  other.exec('BEGIN IMMEDIATE');
  const used = readSession(token, NOW + HOUR).then(() => 'used');
  // As long as its reads take: now it wants to write.
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  const read = database().selectFrom('admins').select('id').execute();
  expect(await Promise.race([used, read.then(() => 'read')])).toBe('read');
  other.exec('ROLLBACK');
  other.close();
  expect(await used).toBe('used');
  const seen = databaseFile().prepare('SELECT last_seen_at FROM sessions WHERE admin_id = ?');
  expect(seen.pluck().get(owner.id)).toBe(NOW + HOUR);
});

const factor = await import('#app/domain/accounts/second-factor.server.ts');

const STEP = 30_000;

const offer = factor.offerSecondFactor(anna);
const app = new TOTP({ secret: Secret.fromBase32(offer.secret.replaceAll(' ', '')) });
const codeAt = (timestamp: number) => app.generate({ timestamp });
const spend = async (code: string, now: number) =>
  factor.spendSecondFactor(database(), (await findAdminById(database(), anna.id))!, code, now);

test('an offer is for one admin, and is taken up with a code of its key', async () => {
  expect(offer.uri).toMatch(/^otpauth:\/\/totp\/DRYS:anna%40drys\.example\?/);
  expect(factor.describeOffer(basil, offer.setup)).toBeNull();
  expect(factor.describeOffer(anna, 'garbage')).toBeNull();
  expect(factor.describeOffer(anna, offer.setup)).toEqual(offer);
  const prove = (code: string) => factor.proveOffer(anna, { setup: offer.setup, code }, NOW);
  expect(prove(codeAt(NOW + 10 * STEP))).toBeNull();
  const codes = await factor.takeUpOffer(database(), anna.id, prove(codeAt(NOW))!);
  expect(new Set(codes).size).toBe(10);
  expect(await spend(codes[3]!.toLowerCase(), NOW)).toBe(true);
  expect(await spend(codes[3]!, NOW)).toBe(false);
  const dump = databaseFile().serialize().toString('latin1');
  expect(dump).not.toContain(offer.secret.replaceAll(' ', ''));
  expect(dump).not.toContain(codes[0]!.replaceAll('-', ''));
});

test('a code works once, half a minute early or late, and never backwards', async () => {
  expect(await spend(codeAt(NOW), NOW)).toBe(false);
  expect(await spend(codeAt(NOW + 3 * STEP), NOW + STEP)).toBe(false);
  expect(await spend(codeAt(NOW + 2 * STEP), NOW + STEP)).toBe(true);
  expect(await spend(codeAt(NOW + 2 * STEP), NOW + STEP)).toBe(false);
  expect(await spend(codeAt(NOW + STEP), NOW + 2 * STEP)).toBe(false);
  expect(await spend(codeAt(NOW + 3 * STEP), NOW + 4 * STEP)).toBe(true);
});

test('of the same code sent many times at once one is taken', async () => {
  const now = NOW + 100 * STEP;
  const spent = await Promise.all(Array.from({ length: 8 }, () => spend(codeAt(now), now)));
  expect(spent.filter(Boolean)).toHaveLength(1);
});

const lockout = await import('#app/domain/rate-limits.server.ts');
const { deleteUsesOfAccount } = await import('#db/counted-uses.ts');

const LOCK_MS = AUTH.lockoutMinutes * MINUTE;
const START = Date.parse('2026-11-20T09:00:00Z');
let serial = 0;

/** Keys that no other test has used. */
function keys(
  given: {
    account?: `acct:${string}`;
    device?: `dev:${string}`;
    address?: `ip:${string}`;
  } = {},
) {
  serial += 1;
  return {
    account: given.account ?? (`acct:${serial}` as const),
    device: given.device ?? null,
    browser: `brw:${serial}` as const,
    address: given.address ?? (`ip:${serial}` as const),
  };
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

test('AL-6 the fifth failure locks for 15 minutes, the fourth does not', async () => {
  const who = keys();
  expect(await failTimes(4, who, START)).toBe(0);
  expect(await lockedMs(who, START)).toBe(0);
  expect(await fail(who, START)).toBe(LOCK_MS);
  expect(await lockedMs(who, START + LOCK_MS - 1)).toBe(1);
  expect(await lockedMs(who, START + LOCK_MS)).toBe(0);
});

test('AL-6 knocking while locked does not prolong the lock, and the count starts at 0 after it', async () => {
  const who = keys();
  await failTimes(5, who, START);
  for (let i = 1; i < 15; i++) await lockedMs(who, START + i * MINUTE);
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

test('AL-6 of 100 attempts at once five are let through to the password', async () => {
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
});

test('failures from before a clock was set back are forgotten in time', async () => {
  const who = keys();
  await failTimes(4, who, START);
  await lockedMs(who, START - DAY);
  expect(await failTimes(4, who, START - DAY + HOUR)).toBe(0);
});

test('unlocking an account frees all that its attempts have locked, and nothing else', async () => {
  const who = keys();
  const other = keys();
  await failTimes(5, who, START);
  await failTimes(5, other, START);
  await inTransaction((tx) => deleteUsesOfAccount(tx, who.account));
  expect(await lockedMs(who, START)).toBe(0);
  expect(await lockedMs(other, START)).toBe(LOCK_MS);
  const met = await lockout.findMetLimit(database(), [other.browser], START);
  expect(met).toEqual({ waitMs: LOCK_MS, text: 'locked' });
});
