import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';

await useScratchDatabase();
const factor = await import('#app/domain/accounts/second-factor.server.ts');
const { database, databaseFile } = await import('#db/database.server.ts');
const { findAdminById, insertAdmin } = await import('#db/accounts.ts');

const NOW = Date.parse('2026-11-20T09:00:00Z');
const STEP = 30_000;
const owner = await insertAdmin(database(), staff.anna.email, '2026-11-20T09:00:00Z');
const other = await insertAdmin(database(), staff.basil.email, '2026-11-20T09:00:00Z');

const offer = factor.offerSecondFactor(owner);
const app = new TOTP({ secret: Secret.fromBase32(offer.secret.replaceAll(' ', '')) });
const codeAt = (timestamp: number) => app.generate({ timestamp });
const spend = async (code: string, now: number) =>
  factor.spendSecondFactor(database(), (await findAdminById(database(), owner.id))!, code, now);

test('an offer is for one admin, and is taken up with a code of its key', async () => {
  expect(offer.uri).toMatch(/^otpauth:\/\/totp\/DRYS:anna%40drys\.example\?/);
  expect(factor.describeOffer(other, offer.setup)).toBeNull();
  expect(factor.describeOffer(owner, 'garbage')).toBeNull();
  expect(factor.describeOffer(owner, offer.setup)).toEqual(offer);
  const prove = (code: string) => factor.proveOffer(owner, { setup: offer.setup, code }, NOW);
  expect(prove(codeAt(NOW + 10 * STEP))).toBeNull();
  const codes = await factor.takeUpOffer(database(), owner.id, prove(codeAt(NOW))!);
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
