import { dictionary } from '@zxcvbn-ts/language-common';
import { getRounds } from 'bcryptjs';
import { expect, test } from 'vitest';
import {
  DUMMY_HASH,
  findPasswordError,
  hashPassword,
  PasswordsBusy,
  verifyPassword,
} from '#app/domain/accounts/passwords.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { presentPasswordError } from '#app/routes/auth/presenter.server.ts';

const OWNER = 'maria@drys.example';
const good = 'chisel and mallet 42';

test('counts every character of a password: Greek, beyond 72 bytes, and after a NUL', async () => {
  const long = 'Ξ'.repeat(60);
  for (const [password, other] of [
    [good, `${good} `],
    [good, good.toUpperCase()],
    [`${long}Α`, `${long}Β`],
    ['before\0after', 'before\0other'],
  ] as const) {
    const hash = await hashPassword(password);
    expect(hash).toMatch(/^\$2b\$/);
    expect(await verifyPassword(password, hash)).toBe(true);
    expect(await verifyPassword(other, hash)).toBe(false);
  }
});

test('AL-4 without a hash the answer is no, after the same work', async () => {
  expect(await verifyPassword('not the password', null)).toBe(false);
  // The work of a comparison is what the hash says: here that of nobody's, which is a whole one.
  expect(getRounds(DUMMY_HASH)).toBe(getRounds(await hashPassword(good)));
  expect(DUMMY_HASH).toHaveLength((await hashPassword(good)).length);
  // And it is done where all is done: such a password waits for its turn like any other.
  const waiting = Array.from({ length: AUTH.passwordQueue }, () => verifyPassword(good, null));
  await expect(verifyPassword(good, DUMMY_HASH)).rejects.toThrow(PasswordsBusy);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => false));
});

test.each([
  ['seven77', 'seven77', 'password', 'Password must be at least 8 characters'],
  ['x'.repeat(257), 'x'.repeat(257), 'password', 'Password must be at most 256 characters'],
  [good, 'chisel and mallet 43', 'confirm_password', 'Passwords do not match'],
])('RP-4 %s is refused', async (password, confirmation, field, message) => {
  const error = await findPasswordError(password, confirmation, OWNER);
  expect(presentPasswordError(error!, 'en')).toEqual({ field, message });
});

const refusal = (password: string, owner = OWNER) => findPasswordError(password, password, owner);

test('RP-4 the most common passwords are refused, however they are capitalised', async () => {
  const long = dictionary['passwords-common'].map(String).filter((word) => word.length >= 8);
  for (const common of long.slice(0, 60)) {
    expect(await refusal(common), common).toBe('guessable');
    expect(await refusal(common.toUpperCase()), common).toBe('guessable');
  }
});

test.each([
  ['Password123!', OWNER],
  ['Summer2024!', OWNER],
  ['P4$$w0rd', OWNER],
  ['3l3phant', OWNER],
  ['x'.repeat(256), OWNER],
  ['Drys2026!', OWNER],
  ['dry5 w00dw0rking!', OWNER],
  ['ΔΡΥΣ-δρυς-1974', OWNER],
  ['Avlona2026!', OWNER],
  ['metamorphosi.drys', OWNER],
  ['MARIA1987', OWNER],
  ['papadopoulos_nikos99', 'nikos.papadopoulos@mail.example'],
  ['mail.example', 'nikos@mail.example'],
  ['ana-ana-2001', 'ana@drys.example'],
  ['maria sunshine', OWNER],
  ['drys oak 42', OWNER],
])('RP-4 %s is made of words that everybody knows, and refused to %s', async (password, owner) => {
  expect(await refusal(password, owner)).toBe('guessable');
});

test.each([
  [good, OWNER],
  ['ξύλο και πλάνη', OWNER],
  ['        spaced out', OWNER],
  ['four planks of oak. '.repeat(13).slice(0, 256), OWNER],
  ['a drys table, an ash chair and a lamp', OWNER],
  ['drys-Qz7!mT2#xK', OWNER],
  // A short name is a name only where it stands alone.
  ['banana bread stand', 'ana@drys.example'],
])('RP-4 the password %s is taken from %s', async (password, owner) => {
  expect(await refusal(password, owner)).toBeNull();
});
