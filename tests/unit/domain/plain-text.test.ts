import { expect, test } from 'vitest';
import { plainLine, plainText } from '#app/domain/plain-text.ts';

test.each([
  ['a\r\nb\rc', 'a\nb\nc'],
  ['  <b>bold</b>  ', 'bbold/b'],
  ['tab\tstays', 'tab\tstays'],
  ['nul\u0000bell\u0007del\u007fc1\u0085', 'nulbelldelc1'],
  ['\u202eright\u2066to\u2069left\u202c', 'righttoleft'],
  ['e\u0301', '\u00e9'],
  ['\ud800lone', '\ufffdlone'],
  ['👩🏽‍🔧 δρυς', '👩🏽‍🔧 δρυς'],
])('CF-6 %j becomes %j', (given, expected) => {
  expect(plainText(given)).toBe(expected);
});

test('CF-6 cleaning twice changes nothing more', () => {
  const once = plainText(' <\u202e\r\nx> ');
  expect(plainText(once)).toBe(once);
});

test('CF-6 a one-line field has one line', () => {
  expect(plainLine('a\r\n\tb')).toBe('a b');
});
