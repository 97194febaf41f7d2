import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase();
const { openSession, readSession } = await import('#app/domain/accounts/sessions.server.ts');
const { database, databaseFile, databasePath } = await import('#db/database.server.ts');
const { insertAdmin, updateAdmin } = await import('#db/accounts.ts');

const NOW = Date.parse('2026-11-20T09:00:00Z');
const requester = { address: '192.0.2.7', requestId: 'test' };
let serial = 0;

async function makeOwner() {
  serial += 1;
  return insertAdmin(database(), `owner${serial}@drys.example`, '2026-11-20T09:00:00Z');
}

const open = (adminId: number, now = NOW, session: string | null = null) =>
  openSession(database(), adminId, { session, address: requester.address, agent: 'test' }, now);

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

test('a disabled admin has no session', async () => {
  const { id } = await makeOwner();
  const token = await open(id);
  await updateAdmin(database(), id, { disabled: 1 });
  expect(await readSession(token, NOW)).toBeNull();
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
