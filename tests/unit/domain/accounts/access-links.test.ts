import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';

await useScratchDatabase({ PUBLIC_URL: 'https://drys.example' });
const links = await import('#app/domain/accounts/access-links.server.ts');
const { databaseFile, database } = await import('#db/database.server.ts');
const { insertAdmin } = await import('#db/accounts.ts');
const { spendLink } = await import('#db/accounts.ts');

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

test('RP-7 a newer link kills the older one, and nobody else’s', async () => {
  const others = await links.issueLink(database(), basil.id, 'invite', NOW);
  const older = await links.issueLink(database(), anna.id, 'recovery', NOW);
  const newer = await links.issueLink(database(), anna.id, 'invite', NOW);
  expect(await find(older.url, NOW)).toBeNull();
  expect(await find(newer.url, NOW)).not.toBeNull();
  expect(await find(others.url, NOW)).not.toBeNull();
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

test('RP-7 a link is spent once', async () => {
  const { url } = await links.issueLink(database(), anna.id, 'recovery', NOW);
  const link = await find(url, NOW);
  expect(await spendLink(database(), link!.id, NOW)).toBe(true);
  expect(await spendLink(database(), link!.id, NOW)).toBe(false);
  expect(await find(url, NOW)).toBeNull();
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
