import { getRounds } from 'bcryptjs';
import { expect, test } from 'vitest';
import { AUTH } from '#app/domain/limits.ts';
import { passwordFault } from '#app/domain/password-policy.server.ts';
import {
  NOBODYS_HASH,
  PasswordsBusy,
  hashPassword,
  verifyPassword,
} from '#app/domain/passwords.server.ts';

const OWNER = 'maria@drys.example';
const good = 'chisel and mallet 42';

test('a password is known again, and another is not', async () => {
  const hash = await hashPassword(good);
  expect(hash).toMatch(/^\$2b\$/);
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

test('AL-4 without a hash the answer is no, after the same work', async () => {
  expect(await verifyPassword('not the password', null)).toBe(false);
  // The work of a comparison is what the hash says: here that of nobody's, which is a whole one.
  expect(getRounds(NOBODYS_HASH)).toBe(getRounds(await hashPassword(good)));
  expect(NOBODYS_HASH).toHaveLength((await hashPassword(good)).length);
  // And it is done where all is done: such a password waits for its turn like any other.
  const waiting = Array.from({ length: AUTH.passwordQueue }, () => verifyPassword(good, null));
  await expect(verifyPassword(good, NOBODYS_HASH)).rejects.toThrow(PasswordsBusy);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => false));
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
