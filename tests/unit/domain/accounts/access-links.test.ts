import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { staff } from '#db/seed/people.ts';
import type { LinkProof } from '#app/domain/accounts/access-links.server.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase({ PUBLIC_URL: 'https://drys.example' });
const links = await import('#app/domain/accounts/access-links.server.ts');
const { databaseFile, database } = await import('#db/database.server.ts');
const { insertAdmin, spendLink } = await import('#db/accounts.ts');

const NOW = Date.parse('2026-11-20T09:00:00Z');
const anna = await insertAdmin(database(), staff.anna.email, '2026-11-20T09:00:00Z');
const basil = await insertAdmin(database(), staff.basil.email, '2026-11-20T09:00:00Z');

function partsOf(url: string) {
  const parts = new URLSearchParams(new URL(url).hash.slice(1));
  const part = (name: string) => parts.get(name) ?? '';
  return { access: part('access_token'), refresh: part('refresh_token'), type: part('type') };
}

const browser = {
  address: '198.51.100.7',
  requestId: 'test',
  browserId: 'browser',
  session: null,
  agent: '',
  deviceOf: () => Promise.resolve(null),
};

/** The note that the browser gets, or null. */
async function open(proof: LinkProof, now = NOW): Promise<string | null> {
  const outcome = await links.openLink(proof, browser, now);
  return outcome.kind === 'opened' ? outcome.note : null;
}

async function find(proof: LinkProof, now = NOW) {
  return (await links.findPasswordForm(await open(proof, now), now))?.link ?? null;
}

test('RP-2 the link stands on the site’s own origin and says what the ledger lists', async () => {
  const { url } = await links.issueLink(database(), anna, 'recovery', NOW);
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
  const { url, code } = await links.issueLink(database(), anna, type, NOW);
  expect((await find(partsOf(url), NOW + life - 1))?.admin_id).toBe(anna.id);
  expect(await find(partsOf(url), NOW + life)).toBeNull();
  expect((await find({ code }, NOW + life - 1))?.admin_id).toBe(anna.id);
  expect(await find({ code }, NOW + life)).toBeNull();
});

test('RP-3 access, refresh and type must belong together', async () => {
  const { url } = await links.issueLink(database(), anna, 'recovery', NOW);
  const other = await links.issueLink(database(), basil, 'recovery', NOW);
  const [mine, theirs] = [partsOf(url), partsOf(other.url)];
  expect(await find({ ...mine, refresh: theirs.refresh })).toBeNull();
  expect(await find({ ...mine, access: theirs.access })).toBeNull();
  expect(await find({ ...mine, type: 'invite' })).toBeNull();
  expect(await find(mine)).not.toBeNull();
});

test('RP-7 a link is spent once', async () => {
  const { url } = await links.issueLink(database(), anna, 'recovery', NOW);
  const link = await find(partsOf(url));
  expect(await spendLink(database(), link!.id, NOW)).toBe(true);
  expect(await spendLink(database(), link!.id, NOW)).toBe(false);
  expect(await find(partsOf(url))).toBeNull();
});

test('RP-6 the code has 130 bits, and is read as it was meant', async () => {
  const { code } = await links.issueLink(database(), anna, 'invite', NOW);
  expect(code.replaceAll('-', '')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await find({ code: typed }))?.admin_id).toBe(anna.id);
  expect(await find({ code: code.slice(0, -1) })).toBeNull();
});

test('the form that a link opened can be used for 15 minutes, and no longer than the link', async () => {
  const { url } = await links.issueLink(database(), anna, 'recovery', NOW);
  const note = (await open(partsOf(url)))!;
  const read = async (given: string | null, now: number) =>
    (await links.findPasswordForm(given, now))?.link ?? null;
  const link = (await read(note, NOW + 15 * MINUTE - 1))!;
  expect(link.admin_id).toBe(anna.id);
  expect(await read(note, NOW + 15 * MINUTE)).toBeNull();
  expect(await read(null, NOW)).toBeNull();
  const late = await open(partsOf(url), NOW + HOUR - MINUTE);
  expect(await read(late, NOW + HOUR - 1)).not.toBeNull();
  expect(await read(late, NOW + HOUR)).toBeNull();
  await spendLink(database(), link.id, NOW);
  expect(await read(note, NOW)).toBeNull();
});

test('RP-7 neither tokens nor codes can be read from the database', async () => {
  const { url, code } = await links.issueLink(database(), anna, 'recovery', NOW);
  const { access, refresh } = partsOf(url);
  const dump = databaseFile().serialize().toString('latin1');
  for (const secret of [access, refresh, code, code.replaceAll('-', '')]) {
    expect(dump).not.toContain(secret);
  }
});
