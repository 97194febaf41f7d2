import { createHmac } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { getRounds, hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import {
  DUMMY_HASH,
  findPasswordError,
  hashPassword,
  PasswordsBusy,
  verifyPassword,
} from '#app/domain/accounts/passwords.server.ts';
import { AUTH } from '#app/domain/limits.ts';

const OWNER = 'maria@drys.example';
const GOOD = 'chisel and mallet 42';

test('counts every character of a password: Greek, beyond 72 bytes, and after a NUL', async () => {
  const longPrefix = 'Ξ'.repeat(60);
  for (const [password, other] of [
    [GOOD, `${GOOD} `],
    [GOOD, GOOD.toUpperCase()],
    [`${longPrefix}Α`, `${longPrefix}Β`],
    ['before\0after', 'before\0other'],
  ] as const) {
    const hash = await hashPassword(password);
    expect(hash).toMatch(/^\$2b\$/);
    expect(await verifyPassword(password, hash)).toBe(true);
    expect(await verifyPassword(other, hash)).toBe(false);
  }
});

const COMPOSED = 'δρυς καρυδιά 73 πλάνη';
const DECOMPOSED = COMPOSED.normalize('NFD');
const MIXED = 'δρυς καρυδιά 73 ' + 'πλάνη'.normalize('NFD');

test.each([
  [COMPOSED, DECOMPOSED, true],
  [DECOMPOSED, COMPOSED, true],
  [COMPOSED, MIXED, true],
  [MIXED, COMPOSED, true],
  [COMPOSED, 'δρυς καρυδια 73 πλανη', false],
])('AL-5 takes a password set as %j and typed as %j for the same: %s', async (set, typed, same) => {
  expect(await verifyPassword(typed, await hashPassword(set))).toBe(same);
});

test.each([
  [COMPOSED, COMPOSED, true],
  [COMPOSED, DECOMPOSED, true],
  [DECOMPOSED, DECOMPOSED, true],
  [DECOMPOSED, COMPOSED, true],
  [MIXED, MIXED, true],
  [COMPOSED, 'δρυς καρυδια 73 πλανη', false],
])('AL-5 knows %j, hashed by an earlier version, as %j: %s', async (set, typed, same) => {
  // Earlier versions hashed the bytes as they were typed.
  const preHash = createHmac('sha384', 'drys-admin-password-v1').update(set).digest('base64');
  const hash = hashSync(preHash, getRounds(DUMMY_HASH));
  expect(await verifyPassword(typed, hash)).toBe(same);
});

test('RP-4 counts and compares letters in every Unicode form in which they are typed', async () => {
  const short = 'ξύλοπλή'.normalize('NFD');
  expect(await findPasswordError({ password: short, confirmation: short }, OWNER)).toBe(
    'too-short',
  );
  const form = { password: COMPOSED, confirmation: DECOMPOSED };
  expect(await findPasswordError(form, OWNER)).toBeNull();
});

test('AL-4 compares with a dummy hash, at the same cost, for an account without a password', async () => {
  expect(await verifyPassword('not the password', null)).toBe(false);
  // The hash sets the cost of a comparison: the dummy hash has that of a real one.
  expect(getRounds(DUMMY_HASH)).toBe(getRounds(await hashPassword(GOOD)));
  expect(DUMMY_HASH).toHaveLength((await hashPassword(GOOD)).length);
  // It also waits in the same queue as any other comparison.
  const verifications = Array.from({ length: AUTH.passwordQueue }, () =>
    verifyPassword(GOOD, null),
  );
  await expect(verifyPassword(GOOD, DUMMY_HASH)).rejects.toThrow(PasswordsBusy);
  expect(await Promise.all(verifications)).toEqual(verifications.map(() => false));
});

const findError = (password: string, email = OWNER) =>
  findPasswordError({ password, confirmation: password }, email);

test('RP-4 refuses the most common passwords in upper and lower case', async () => {
  const commonPasswords = dictionary['passwords-common']
    .map(String)
    .filter((word) => word.length >= 8);
  for (const password of commonPasswords.slice(0, 60)) {
    expect(await findError(password), password).toBe('guessable');
    expect(await findError(password.toUpperCase()), password).toBe('guessable');
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
])('RP-4 calls %s guessable, and refuses it to %s', async (password, owner) => {
  expect(await findError(password, owner)).toBe('guessable');
});

test.each([
  [GOOD, OWNER],
  ['ξύλο και πλάνη', OWNER],
  ['        spaced out', OWNER],
  ['four planks of oak. '.repeat(13).slice(0, 256), OWNER],
  ['a drys table, an ash chair and a lamp', OWNER],
  ['drys-Qz7!mT2#xK', OWNER],
  // A short name counts only as a separate word.
  ['banana bread stand', 'ana@drys.example'],
])('RP-4 accepts the password %s from %s', async (password, owner) => {
  expect(await findError(password, owner)).toBeNull();
});
