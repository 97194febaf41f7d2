import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LinkProof } from '#app/domain/accounts/access-links.server.ts';
import { nameAdmins } from '#app/domain/accounts/admin-names.server.ts';
import { DAY, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { one, readCounts } from '../../../support/servers/store.ts';

await useScratchDatabase({ PUBLIC_URL: 'https://drys.example' });
const links = await import('#app/domain/accounts/access-links.server.ts');
const signIns = await import('#app/domain/accounts/sign-in.server.ts');
const { signInWithPasskey } = await import('#app/domain/accounts/passkeys.server.ts');
const { confirmSession } = await import('#app/domain/accounts/confirmation.server.ts');
const factor = await import('#app/domain/accounts/second-factor.server.ts');
const { authenticateSession, countActiveSessions, openSession } =
  await import('#app/domain/accounts/sessions.server.ts');
const { getDatabase, getDatabasePath, getSqliteConnection } =
  await import('#db/database.server.ts');
const { insertAdmin } = await import('#db/accounts.ts');
const { findRow, updateRows } = await import('#db/rows.ts');

const NOW_ISO = '2026-11-20T09:00:00Z';
const NOW = Date.parse(NOW_ISO);
const anna = await insertAdmin(getDatabase(), staff.anna.email, NOW_ISO);
const basil = await insertAdmin(getDatabase(), staff.basil.email, NOW_ISO);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  getSqliteConnection().exec('DELETE FROM counted_uses');
});
const dumpDatabase = () => getSqliteConnection().serialize().toString('latin1');

const client = {
  ipAddress: '198.51.100.7',
  requestId: 'test',
  browserId: 'browser',
  sessionToken: null,
  agent: '',
  readDeviceCookie: () => Promise.resolve(null),
};

/** What people, Word and password managers put between the groups of a code. */
const TYPED_BETWEEN = [...'- \u00a0\u2011\u2013\u2014\u2212\u200b\u00ad', ''];

const toFullWidth = (code: string): string =>
  code.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

test.each<[string, () => Promise<unknown>]>([
  ['a password', () => signIns.signIn(anna.email, 'a wrong password', client)],
  ['a code', () => signIns.signInWithCode(anna, '000000', client)],
  ['a passkey', () => signInWithPasskey('{}', client)],
])('AL-6 does not count %s whose attempt the database could not record', async (_, attempt) => {
  const trigger = `CREATE TRIGGER fail BEFORE UPDATE ON counted_uses BEGIN SELECT RAISE(ABORT, 'full'); END`;
  getSqliteConnection().exec(trigger);
  try {
    await expect(attempt()).rejects.toThrow('full');
  } finally {
    getSqliteConnection().exec('DROP TRIGGER fail');
  }
  expect(one('SELECT count(*) FROM counted_uses')).toBe(0);
});

test('PP-2 counts each wrong password of a confirmation, the lock, and what the lock refuses', async () => {
  const actor = { admin: basil, sessionToken: '', client };
  const wrongCredentials = { password: 'a wrong password', code: '' };
  const earlierCounts = await readCounts();
  for (let i = 0; i < AUTH.lockoutFailures + 2; i++) await confirmSession(actor, wrongCredentials);

  const counts = await readCounts();
  const getAdded = (event: string) =>
    (counts[event]?.count ?? 0) - (earlierCounts[event]?.count ?? 0);
  expect(['login.failed', 'login.locked', 'login.refused'].map(getAdded)).toEqual([4, 1, 2]);
});

test.each([
  ['by the name', [{ email: 'anna@x', name: 'Anna' }], 'Anna'],
  ['by the email without a name', [{ email: 'anna@x', name: '' }], 'anna@x'],
  ['by the email of an account that is not there', [], 'anna@x'],
  [
    'by name and email if another has the name in other letters',
    [
      { email: 'anna@x', name: 'Άννα' },
      { email: 'basil@x', name: 'αννα' },
    ],
    'Άννα (anna@x)',
  ],
  [
    'by name and email if the name is the email of another',
    [
      { email: 'anna@x', name: 'basil@x' },
      { email: 'basil@x', name: '' },
    ],
    'basil@x (anna@x)',
  ],
])('DA-8 calls an admin %s', (_, admins, name) => {
  expect(nameAdmins(admins)('anna@x')).toBe(name);
});

describe('links', () => {
  const issue = (type: 'recovery' | 'invite' = 'recovery', admin = anna) =>
    links.replaceLinksAndQueueEmail(getDatabase(), admin, type);
  const readFragment = (url: string) => new URLSearchParams(new URL(url).hash.slice(1));

  function parseLink(url: string) {
    const readPart = (name: string) => readFragment(url).get(name) ?? '';
    return {
      access: readPart('access_token'),
      refresh: readPart('refresh_token'),
      type: readPart('type'),
    };
  }

  /** Opens a link; returns the form token that the browser gets, or null. */
  async function openLink(proof: LinkProof, nowMs = NOW): Promise<string | null> {
    vi.setSystemTime(nowMs);
    const outcome = await links.openAccessLink(proof, client);
    return outcome.kind === 'opened' ? outcome.formToken : null;
  }

  /** Returns the id of the admin whose password form the token belongs to. */
  const findFormOwner = async (formToken: string | null, nowMs = NOW) => {
    vi.setSystemTime(nowMs);
    return (await links.findLinkByFormToken(formToken))?.admin.id;
  };
  const findOwner = async (proof: LinkProof, nowMs = NOW) =>
    findFormOwner(await openLink(proof, nowMs), nowMs);

  test('RP-2 RP-7 carry both tokens to the site’s origin; the database has neither', async () => {
    const { url, code } = await issue();
    expect(url.startsWith('https://drys.example/reset-password#')).toBe(true);
    const { access_token, refresh_token, ...publicParts } = Object.fromEntries(readFragment(url));
    expect(publicParts).toEqual({
      expires_at: String((NOW + HOUR) / 1000),
      expires_in: '3600',
      token_type: 'bearer',
      type: 'recovery',
    });
    for (const secret of [access_token!, refresh_token!, code, code.replaceAll('-', '')])
      expect(dumpDatabase()).not.toContain(secret);
  });

  test.each([
    ['recovery', HOUR],
    ['invite', 7 * DAY],
  ] as const)('RP-7 of type %s expire', async (type, lifetimeMs) => {
    const { url, code } = await issue(type);
    for (const proof of [parseLink(url), { code }]) {
      expect(await findOwner(proof, NOW + lifetimeMs - 1)).toBe(anna.id);
      expect(await findOwner(proof, NOW + lifetimeMs)).toBeUndefined();
    }
  });

  test('RP-3 RP-6 need an access token, a refresh token and a type that belong together, or a whole code', async () => {
    const annaLink = parseLink((await issue()).url);
    const basilLink = parseLink((await issue('recovery', basil)).url);
    expect(await findOwner({ ...annaLink, refresh: basilLink.refresh })).toBeUndefined();
    expect(await findOwner({ ...annaLink, access: basilLink.access })).toBeUndefined();
    expect(await findOwner({ ...annaLink, type: 'invite' })).toBeUndefined();
    const { code } = await issue('recovery', basil);
    expect(await findOwner({ code: code.slice(0, -1) })).toBeUndefined();
    expect(await findOwner(annaLink)).toBe(anna.id);
  });

  const toGreek = (letter: string) => 'ΟΙΑΒΕΗΚΜΝΡΤΧΥΖ'.charAt('01ABEHKMNPTXYZ'.indexOf(letter));
  test.each<[string, (code: string) => string]>([
    ...TYPED_BETWEEN.map((typed): [string, (code: string) => string] => [
      `with ${JSON.stringify(typed)} in it`,
      (code) => code.replaceAll('-', typed),
    ]),
    ['in full-width letters', toFullWidth],
    ['in Greek letters that look the same', (code) => code.replace(/[01ABEHKMNPTXYZ]/g, toGreek)],
    ['in lower case', (code) => code.toLowerCase()],
    ['with lookalike letters', (code) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('RP-6 have a code of 130 bits that may be typed %s', async (_, type) => {
    const { code } = await issue('invite');
    expect(code.replaceAll('-', '')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(await findOwner({ code: type(code) })).toBe(anna.id);
  });

  test('open a form for 15 minutes, and no longer than the link is valid', async () => {
    const { url } = await issue();
    const formToken = await openLink(parseLink(url));
    expect(await findFormOwner(formToken, NOW + 15 * MINUTE - 1)).toBe(anna.id);
    expect(await findFormOwner(formToken, NOW + 15 * MINUTE)).toBeUndefined();
    expect(await findFormOwner(null)).toBeUndefined();
    const lateToken = await openLink(parseLink(url), NOW + HOUR - MINUTE);
    expect(await findFormOwner(lateToken, NOW + HOUR - 1)).toBe(anna.id);
    expect(await findFormOwner(lateToken, NOW + HOUR)).toBeUndefined();
  });

  test('RP-7 are not opened by whoever knows the secret that signs the cookie of the form, but not the link', async () => {
    await issue();
    const id = Number(one('SELECT id FROM access_links'));
    expect(id).toBeGreaterThan(0);
    expect(await findFormOwner(`${id}~${NOW + MINUTE}`)).toBeUndefined();
  });
});

describe('the second step', () => {
  const STEP = 30_000;
  const offer = factor.createSecondFactorOffer(anna);
  const app = new TOTP({ secret: Secret.fromBase32(offer.secret.replaceAll(' ', '')) });
  const codeAt = (timestamp: number) => app.generate({ timestamp });
  const spendCode = async (code: string, nowMs: number) => {
    vi.setSystemTime(nowMs);
    const admin = (await findRow(getDatabase(), 'admins', { id: anna.id }))!;
    return factor.consumeSecondFactorCode(getDatabase(), admin, code);
  };

  const verifyCode = (code: string) => {
    vi.setSystemTime(NOW);
    return factor.verifySecondFactorOffer(anna, { setup: offer.setup, code });
  };
  const enable = () => factor.enableSecondFactor(getDatabase(), anna.id, verifyCode(codeAt(NOW))!);

  test('offers a secret to one admin, and is turned on with a code of that secret', async () => {
    expect(offer.uri).toMatch(/^otpauth:\/\/totp\/DRYS:anna%40drys\.example\?/);
    expect(factor.parseSecondFactorOffer(basil, offer.setup)).toBeNull();
    expect(factor.parseSecondFactorOffer(anna, 'garbage')).toBeNull();
    expect(factor.parseSecondFactorOffer(anna, offer.setup)).toEqual(offer);
    expect(verifyCode(codeAt(NOW + 10 * STEP))).toBeNull();
    const { recoveryCodes: codes } = await enable();
    expect(new Set(codes).size).toBe(10);
    expect(await spendCode(codes[3]!.toLowerCase(), NOW)).toBe(true);
    expect(await spendCode(codes[3]!, NOW)).toBe(false);
    for (const secret of [offer.secret, ...codes])
      expect(dumpDatabase()).not.toContain(secret.replaceAll(/[- ]/g, ''));
  });

  test.each(TYPED_BETWEEN)('AL-5 accepts codes with %j in them', async (typed) => {
    const { recoveryCodes } = await enable();
    const [code = ''] = recoveryCodes;
    expect(await spendCode(code.replaceAll('-', typed), NOW)).toBe(true);
    const appCode = codeAt(NOW + STEP);
    const typedCode = `${appCode.slice(0, 3)}${typed}${appCode.slice(3)}`;
    expect(await spendCode(typedCode, NOW + STEP)).toBe(true);
    expect(verifyCode(`${typed}${codeAt(NOW)}${typed}`)).not.toBeNull();
  });

  test('AL-5 accepts codes in full-width letters and digits, and no code of other digits', async () => {
    const { recoveryCodes } = await enable();
    expect(await spendCode(toFullWidth(recoveryCodes[0]!), NOW)).toBe(true);
    expect(await spendCode(toFullWidth(codeAt(NOW + STEP)), NOW + STEP)).toBe(true);
    expect(await spendCode(toFullWidth(codeAt(NOW + 5 * STEP)), NOW + 2 * STEP)).toBe(false);
    expect(await spendCode('‒—\u200b', NOW + 2 * STEP)).toBe(false);
  });

  test('AL-5 uses up no recovery code for a login that the database could not store', async () => {
    const { recoveryCodes } = await enable();
    const admin = (await findRow(getDatabase(), 'admins', { id: anna.id }))!;
    const trigger = `CREATE TRIGGER fail BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END`;
    getSqliteConnection().exec(trigger);
    const attempt = signIns.signInWithCode(admin, recoveryCodes[0]!, client);
    await expect(attempt).rejects.toThrow('full');
    getSqliteConnection().exec('DROP TRIGGER fail');
    expect(await spendCode(recoveryCodes[0]!, NOW)).toBe(true);
  });

  test('AL-5 uses up no code for a login that is refused because the account has changed', async () => {
    const { recoveryCodes } = await enable();
    const admin = (await findRow(getDatabase(), 'admins', { id: anna.id }))!;
    const earlierAdmin = { ...admin, password_hash: 'earlier' };
    const appCode = codeAt(NOW + STEP);
    for (const code of [recoveryCodes[0]!, appCode]) {
      const result = await signIns.signInWithCode(earlierAdmin, code, client);
      expect(result).toEqual({ kind: 'unauthorized' });
      expect(await spendCode(code, NOW)).toBe(true);
    }
  });

  test('refuses the token of a second step if its expiry is missing, invalid or past', async () => {
    await enable();
    const admin = (await findRow(getDatabase(), 'admins', { id: anna.id }))!;
    const [id, expiresAtMs, passwordMark] = signIns.createSecondStepToken(admin).split('~');
    const findAdmin = async (expiry: string | undefined) =>
      (await signIns.findSecondStepAdmin(`${id}~${expiry}~${passwordMark}`))?.id;
    expect(await findAdmin(expiresAtMs)).toBe(anna.id);
    for (const expiry of ['', 'never', undefined, String(NOW)]) {
      expect(await findAdmin(expiry)).toBeUndefined();
    }
    expect(await signIns.findSecondStepAdmin(null)).toBeNull();
  });

  test('accepts a code once, half a minute early or late, never an earlier one, and once of many concurrent attempts', async () => {
    await enable();
    expect(await spendCode(codeAt(NOW), NOW)).toBe(false);
    expect(await spendCode(codeAt(NOW + 3 * STEP), NOW + STEP)).toBe(false);
    expect(await spendCode(codeAt(NOW + 2 * STEP), NOW + STEP)).toBe(true);
    expect(await spendCode(codeAt(NOW + STEP), NOW + 2 * STEP)).toBe(false);
    const laterMs = NOW + 4 * STEP;
    const attempts = Array.from({ length: 8 }, () => spendCode(codeAt(NOW + 3 * STEP), laterMs));
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
  });
});

describe('sessions', () => {
  let serial = 0;
  const address = '192.0.2.7';
  const createAdmin = () => insertAdmin(getDatabase(), `owner${++serial}@drys.example`, NOW_ISO);
  const openNewSession = (adminId: number) =>
    openSession(getDatabase(), adminId, { ipAddress: address, agent: 'test' });
  const authenticateAt = (token: string, nowMs: number) => {
    vi.setSystemTime(nowMs);
    return authenticateSession(token);
  };

  test('belong to their admin until disabled; the database has no token', async () => {
    const { id, email } = await createAdmin();
    const token = await openNewSession(id);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await authenticateSession(token)).toEqual({ id, email, language: 'en' });
    for (const secret of [token, address]) expect(dumpDatabase()).not.toContain(secret);
    await updateRows(getDatabase(), 'admins', { id }, { disabled: 1 });
    expect(await authenticateSession(token)).toBeNull();
  });

  test('end after 8 idle hours, which each use renews, and after 7 days in any case', async () => {
    const { id } = await createAdmin();
    const idle = await openNewSession(id);
    expect(await authenticateAt(idle, NOW + 8 * HOUR - 1)).not.toBeNull();
    expect(await authenticateAt(idle, NOW + 16 * HOUR - 2)).not.toBeNull();
    expect(await authenticateAt(idle, NOW + 24 * HOUR)).toBeNull();
    vi.setSystemTime(NOW);
    const busy = await openNewSession(id);
    const endMs = NOW + AUTH.sessionMaxDays * DAY;
    for (let nowMs = NOW; nowMs < endMs; nowMs += 6 * HOUR)
      expect(await authenticateAt(busy, nowMs)).not.toBeNull();
    expect(await authenticateAt(busy, endMs)).toBeNull();
  });

  test('count only while they are neither idle nor expired', async () => {
    const admin = await createAdmin();
    await openNewSession(admin.id);
    expect(await countActiveSessions(admin)).toBe(1);
    vi.setSystemTime(NOW + 8 * HOUR);
    expect(await countActiveSessions(admin)).toBe(0);
  });

  test('end the oldest one at the sixth login', async () => {
    const { id } = await createAdmin();
    const tokens: string[] = [];
    for (let i = 0; i < 6; i++) {
      vi.setSystemTime(NOW + i * MINUTE);
      tokens.push(await openNewSession(id));
    }
    const sessions = await Promise.all(tokens.map(authenticateSession));
    const endedLogins = [...sessions.keys()].filter((index) => !sessions[index]);
    expect(endedLogins).toEqual([0]);
  });

  test('end the presented one at a new login', async () => {
    const admin = await createAdmin();
    const sessionToken = await openNewSession(admin.id);
    const otherToken = await openNewSession(admin.id);
    await signIns.completeSignIn(getDatabase(), admin, { ...client, sessionToken }, 'password');
    expect(await authenticateSession(sessionToken)).toBeNull();
    expect(await authenticateSession(otherToken)).not.toBeNull();
  });

  test('record their use without delaying a reader while another process locks the database', async () => {
    const { id } = await createAdmin();
    const token = await openNewSession(id);
    using other = new SqliteFile(getDatabasePath());
    other.exec('BEGIN IMMEDIATE');
    const usedSession = authenticateAt(token, NOW + HOUR).then(() => 'used');
    // Enough ticks for the reads: it now waits to write.
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    const read = getDatabase().selectFrom('admins').select('id').execute();
    expect(await Promise.race([usedSession, read.then(() => 'read')])).toBe('read');
    other.exec('ROLLBACK');
    expect(await usedSession).toBe('used');
    expect(one('SELECT last_seen_at FROM sessions WHERE admin_id = ?', id)).toBe(NOW + HOUR);
  });
});
