import { expect, test } from 'vitest';
import { passwordFault } from '#app/domain/password-policy.server.ts';
import { hashPassword, verifyPassword } from '#app/domain/passwords.server.ts';

const OWNER = 'maria@drys.example';
const good = 'chisel and mallet 42';

test('a password is known again, and another is not', async () => {
  const hash = await hashPassword(good);
  expect(hash).toMatch(/^\$2b\$12\$/);
  expect(await verifyPassword(good, hash)).toBe(true);
  expect(await verifyPassword(`${good} `, hash)).toBe(false);
  expect(await verifyPassword(good.toUpperCase(), hash)).toBe(false);
});

test('every character of a long Greek password counts, and so does what follows a NUL', async () => {
  const long = 'Ξ'.repeat(60);
  const hash = await hashPassword(`${long}Α`);
  expect(await verifyPassword(`${long}Β`, hash)).toBe(false);
  expect(await verifyPassword(`${long}Α`, hash)).toBe(true);
  expect(await verifyPassword('before\0other', await hashPassword('before\0after'))).toBe(false);
});

test('AL-4 without a hash the answer is no, and takes as long', async () => {
  const hash = await hashPassword(good);
  const took = async (against: string | null) => {
    const start = performance.now();
    expect(await verifyPassword('not the password', against)).toBe(false);
    return performance.now() - start;
  };
  const [known, unknown] = [await took(hash), await took(null)];
  expect(unknown).toBeGreaterThan(known / 2);
  expect(unknown).toBeLessThan(known * 2);
});

test.each([
  ['seven77', 'seven77', 'password', 'Password must be at least 8 characters'],
  ['x'.repeat(257), 'x'.repeat(257), 'password', 'Password must be at most 256 characters'],
  [good, 'chisel and mallet 43', 'confirm_password', 'Passwords do not match'],
])('RP-4 %.10s is refused', (password, confirmation, field, message) => {
  expect(passwordFault(password, confirmation, OWNER)).toEqual({ field, message });
});

test.each([
  'password',
  'Password123!',
  '12345678',
  'iloveyou',
  'Drys2026!',
  'MARIA1987',
  '11111111',
])('RP-4 the common password %s is refused', (password) => {
  expect(passwordFault(password, password, OWNER)?.message).toContain('too easy to guess');
});

test.each([good, 'ξύλο και πλάνη', '        spaced', 'Qz7!mT2#', 'x'.repeat(200) + 'y'.repeat(56)])(
  'RP-4 the password %.20s is taken',
  (password) => {
    expect(passwordFault(password, password, OWNER)).toBeNull();
  },
);
