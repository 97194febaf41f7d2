import { expect, test } from 'vitest';
import { fillIn, unknownPlaceholders } from '#app/domain/desk/reply-templates.server.ts';
import { plainLine, plainText } from '#app/domain/plain-text.ts';

test.each([
  ['a\r\nb\rc', 'a\nb\nc'],
  ['  <b>bold</b>  ', 'bbold/b'],
  [' <\u202e\r\nx> ', 'x'],
  ['a\r\n\tb', 'a\n\tb'],
  ['tab\tstays', 'tab\tstays'],
  ['nul\u0000bell\u0007del\u007fc1\u0085', 'nulbelldelc1'],
  ['\u202eright\u2066to\u2069left\u202c', 'righttoleft'],
  ['e\u0301', '\u00e9'],
  ['\ud800lone', '\ufffdlone'],
  ['👩🏽‍🔧 δρυς', '👩🏽‍🔧 δρυς'],
])('CF-6 %j becomes %j', (given, expected) => {
  expect(plainText(given)).toBe(expected);
  expect(plainText(expected), 'twice').toBe(expected);
  expect(plainLine(given), 'in one line').toBe(expected.replace(/\s+/g, ' '));
});

const eleni = { name: 'Eleni', project: 'Office Spaces' };

test('DA-2 placeholders are filled in one pass: what is filled in stays as it was typed', () => {
  expect(fillIn('{name}: {project}, {name}', eleni)).toBe('Eleni: Office Spaces, Eleni');
  const sly = { name: '{project} $& {name}', project: '<b>{name}</b>' };
  expect(fillIn('Dear {name}, {project}', sly)).toBe('Dear {project} $& {name}, <b>{name}</b>');
});

test('DA-2 what is no placeholder stays as it is, and is named', () => {
  const text = '{name} {nmae} {} {Name} { name } {constructor} {nmae} a { b } c } {';
  expect(fillIn(text, eleni)).toBe(text.replace('{name}', 'Eleni'));
  expect(unknownPlaceholders(text)).toEqual([
    '{nmae}',
    '{}',
    '{Name}',
    '{ name }',
    '{constructor}',
    '{ b }',
  ]);
  expect(unknownPlaceholders('{name} and {project}')).toEqual([]);
  expect(unknownPlaceholders(`{${'x'.repeat(5000)}}`)[0]).toHaveLength(41);
  expect(unknownPlaceholders('{\n}')).toEqual([]);
});
