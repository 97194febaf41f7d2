import SQLite from 'better-sqlite3';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import type { LinkProof } from '#app/domain/accounts/access-links.server.ts';
import { DAY, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase({ PUBLIC_URL: 'https://drys.example' });
const links = await import('#app/domain/accounts/access-links.server.ts');
const factor = await import('#app/domain/accounts/second-factor.server.ts');
const { openSession, readSession } = await import('#app/domain/accounts/sessions.server.ts');
const { database, getDatabaseFile, getDatabasePath } = await import('#db/database.server.ts');
const { findAdminById, insertAdmin, updateAdmin } = await import('#db/accounts.ts');

const BEGINNING = '2026-11-20T09:00:00Z';
const NOW = Date.parse(BEGINNING);
const anna = await insertAdmin(database(), staff.anna.email, BEGINNING);
const basil = await insertAdmin(database(), staff.basil.email, BEGINNING);
const dump = () => getDatabaseFile().serialize().toString('latin1');

describe('links', () => {
  const client = {
    address: '198.51.100.7',
    requestId: 'test',
    browserId: 'browser',
    session: null,
    agent: '',
    readDeviceCookie: () => Promise.resolve(null),
  };
  const issue = (type: 'recovery' | 'invite' = 'recovery', admin = anna) =>
    links.issueLink(database(), admin, type, NOW);
  const fragment = (url: string) => new URLSearchParams(new URL(url).hash.slice(1));

  function partsOf(url: string) {
    const part = (name: string) => fragment(url).get(name) ?? '';
    return { access: part('access_token'), refresh: part('refresh_token'), type: part('type') };
  }

  /** The note that the browser gets, or null. */
  async function open(proof: LinkProof, now = NOW): Promise<string | null> {
    const outcome = await links.openLink(proof, client, now);
    return outcome.kind === 'opened' ? outcome.formToken : null;
  }

  /** Whose form a note opens, or undefined. */
  const owner = async (note: string | null, now = NOW) =>
    (await links.findPasswordForm(note, now))?.admin.id;
  const find = async (proof: LinkProof, now = NOW) => owner(await open(proof, now), now);

  test('RP-2 RP-7 builds the link on the site’s origin and stores none of its tokens', async () => {
    const { url, code } = await issue();
    expect(url.startsWith('https://drys.example/reset-password#')).toBe(true);
    const { access_token, refresh_token, ...others } = Object.fromEntries(fragment(url));
    expect(others).toEqual({
      expires_at: String((NOW + HOUR) / 1000),
      expires_in: '3600',
      token_type: 'bearer',
      type: 'recovery',
    });
    for (const secret of [access_token!, refresh_token!, code, code.replaceAll('-', '')])
      expect(dump()).not.toContain(secret);
  });

  test.each([
    ['recovery', HOUR],
    ['invite', 7 * DAY],
  ] as const)('RP-7 a link of type %s ends when its time is over', async (type, life) => {
    const { url, code } = await issue(type);
    for (const proof of [partsOf(url), { code }]) {
      expect(await find(proof, NOW + life - 1)).toBe(anna.id);
      expect(await find(proof, NOW + life)).toBeUndefined();
    }
  });

  test('RP-3 access, refresh and type must belong together', async () => {
    const mine = partsOf((await issue()).url);
    const theirs = partsOf((await issue('recovery', basil)).url);
    expect(await find({ ...mine, refresh: theirs.refresh })).toBeUndefined();
    expect(await find({ ...mine, access: theirs.access })).toBeUndefined();
    expect(await find({ ...mine, type: 'invite' })).toBeUndefined();
    expect(await find(mine)).toBe(anna.id);
  });

  test('RP-6 the code has 130 bits, and is read as it was meant', async () => {
    const { code } = await issue('invite');
    expect(code.replaceAll('-', '')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await find({ code: typed })).toBe(anna.id);
    expect(await find({ code: code.slice(0, -1) })).toBeUndefined();
  });

  test('the form that a link opened can be used for 15 minutes, and no longer than the link', async () => {
    const { url } = await issue();
    const note = await open(partsOf(url));
    expect(await owner(note, NOW + 15 * MINUTE - 1)).toBe(anna.id);
    expect(await owner(note, NOW + 15 * MINUTE)).toBeUndefined();
    expect(await owner(null)).toBeUndefined();
    const late = await open(partsOf(url), NOW + HOUR - MINUTE);
    expect(await owner(late, NOW + HOUR - 1)).toBe(anna.id);
    expect(await owner(late, NOW + HOUR)).toBeUndefined();
  });
});

describe('the second step', () => {
  const STEP = 30_000;
  const offer = factor.offerSecondFactor(anna);
  const app = new TOTP({ secret: Secret.fromBase32(offer.secret.replaceAll(' ', '')) });
  const codeAt = (timestamp: number) => app.generate({ timestamp });
  const spend = async (code: string, now: number) =>
    factor.consumeSecondFactor(database(), (await findAdminById(database(), anna.id))!, code, now);

  test('an offer is for one admin, and is taken up with a code of its key', async () => {
    expect(offer.uri).toMatch(/^otpauth:\/\/totp\/DRYS:anna%40drys\.example\?/);
    expect(factor.describeOffer(basil, offer.setup)).toBeNull();
    expect(factor.describeOffer(anna, 'garbage')).toBeNull();
    expect(factor.describeOffer(anna, offer.setup)).toEqual(offer);
    const prove = (code: string) => factor.verifyOffer(anna, { setup: offer.setup, code }, NOW);
    expect(prove(codeAt(NOW + 10 * STEP))).toBeNull();
    const codes = await factor.enableSecondFactor(database(), anna.id, prove(codeAt(NOW))!);
    expect(new Set(codes).size).toBe(10);
    expect(await spend(codes[3]!.toLowerCase(), NOW)).toBe(true);
    expect(await spend(codes[3]!, NOW)).toBe(false);
    for (const secret of [offer.secret, ...codes])
      expect(dump()).not.toContain(secret.replaceAll(/[- ]/g, ''));
  });

  test('a code works once, half a minute early or late, never backwards, and once of many at a time', async () => {
    expect(await spend(codeAt(NOW), NOW)).toBe(false);
    expect(await spend(codeAt(NOW + 3 * STEP), NOW + STEP)).toBe(false);
    expect(await spend(codeAt(NOW + 2 * STEP), NOW + STEP)).toBe(true);
    expect(await spend(codeAt(NOW + STEP), NOW + 2 * STEP)).toBe(false);
    const later = NOW + 4 * STEP;
    const all = Array.from({ length: 8 }, () => spend(codeAt(NOW + 3 * STEP), later));
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1);
  });
});

describe('sessions', () => {
  let serial = 0;
  const address = '192.0.2.7';
  const makeOwner = () => insertAdmin(database(), `owner${++serial}@drys.example`, BEGINNING);
  const open = (adminId: number, now = NOW, session: string | null = null) =>
    openSession(database(), adminId, { session, address, agent: 'test' }, now);

  test('a session belongs to its admin until disabled, and its token is not in the database', async () => {
    const { id, email } = await makeOwner();
    const token = await open(id);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await readSession(token, NOW)).toEqual({ id, email, language: 'en', draft: null });
    for (const secret of [token, address]) expect(dump()).not.toContain(secret);
    await updateAdmin(database(), id, { disabled: 1 });
    expect(await readSession(token, NOW)).toBeNull();
  });

  test('a session ends after 8 idle hours, each use gives it 8 more, and after 7 days anyhow', async () => {
    const { id } = await makeOwner();
    const idle = await open(id);
    expect(await readSession(idle, NOW + 8 * HOUR - 1)).not.toBeNull();
    expect(await readSession(idle, NOW + 16 * HOUR - 2)).not.toBeNull();
    expect(await readSession(idle, NOW + 24 * HOUR)).toBeNull();
    const busy = await open(id);
    const end = NOW + AUTH.sessionMaxDays * DAY;
    for (let now = NOW; now < end; now += 6 * HOUR)
      expect(await readSession(busy, now)).not.toBeNull();
    expect(await readSession(busy, end)).toBeNull();
  });

  test('ends the oldest session at the sixth login, and the presented one at a new login', async () => {
    const { id } = await makeOwner();
    const tokens: string[] = [];
    for (let i = 0; i < 6; i++) tokens.push(await open(id, NOW + i * MINUTE));
    tokens.push(await open(id, NOW + 6 * MINUTE, tokens[5]));
    const alive = await Promise.all(tokens.map((token) => readSession(token, NOW + 7 * MINUTE)));
    expect(alive.map(Boolean)).toEqual([false, true, true, true, true, false, true]);
  });

  test('a session that is noted as used keeps no reader waiting while the database is held', async () => {
    const { id } = await makeOwner();
    const token = await open(id);
    const other = new SQLite(getDatabasePath());
    other.exec('BEGIN IMMEDIATE');
    const used = readSession(token, NOW + HOUR).then(() => 'used');
    // As long as its reads take: now it wants to write.
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    const read = database().selectFrom('admins').select('id').execute();
    expect(await Promise.race([used, read.then(() => 'read')])).toBe('read');
    other.exec('ROLLBACK');
    other.close();
    expect(await used).toBe('used');
    const seen = getDatabaseFile().prepare('SELECT last_seen_at FROM sessions WHERE admin_id = ?');
    expect(seen.pluck().get(id)).toBe(NOW + HOUR);
  });
});
