import { expect, test } from 'vitest';
import { fillIn, unknownPlaceholders } from '#app/domain/desk/reply-templates.server.ts';

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
