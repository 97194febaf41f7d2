import { expect, test, vi } from 'vitest';
import { fillTemplate, listUnknownPlaceholders } from '#app/domain/desk/reply-templates.server.ts';
import { cleanEnquiryFields } from '#app/domain/enquiries/enquiry-form.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  cleanStaffText,
  foldAccentsAndCase,
  hasEmailSyntax,
  normaliseEmail,
  toPlainLine,
  toPlainText,
} from '#app/domain/plain-text.ts';
import { ENQUIRY_FIELD_NAMES, ENQUIRY_FIELDS } from '#app/enquiry-fields.server.ts';
import { getEmailKey } from '#db/schema.ts';

test.each([
  ['a\r\nb\rc', 'a\nb\nc'],
  ['  <b>bold</b>  ', 'bbold/b'],
  [' <\u202e\r\nx> ', 'x'],
  ['a\r\n\tb', 'a\n\tb'],
  ['tab\tstays', 'tab\tstays'],
  ['line\u000bline\fpage\u0085line\u2028line\u2029end', 'line\nline\npage\nline\nline\nend'],
  ['nul\u0000bell\u0007del\u007fc1\u0085', 'nulbelldelc1'],
  ['\u202eright\u2066to\u2069left\u202c', 'righttoleft'],
  ['e\u0301', '\u00e9'],
  ['\ud800lone', '\ufffdlone'],
  ['👩🏽‍🔧 δρυς', '👩🏽‍🔧 δρυς'],
])('CF-6 turns %j into %j', (typed, expected) => {
  expect(toPlainText(typed, 100)).toBe(expected);
  expect(toPlainText(expected, 100), 'twice').toBe(expected);
  expect(toPlainLine(typed, 100), 'in one line').toBe(expected.replace(/\s+/g, ' '));
});

/** Counts the longest run of marks, and the longest text, that the engine is asked to normalise. */
function measureNormalised(work: () => void): { runLength: number; textLength: number } {
  const normalise = String.prototype.normalize;
  const texts: string[] = [];
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    texts.push(this);
    return normalise.call(this, form);
  });
  work();
  vi.restoreAllMocks();
  expect(texts).not.toEqual([]);
  const runs = texts.flatMap((text) => text.match(/[\p{M}\uff9e\uff9f]+/gu) ?? []);
  return {
    runLength: Math.max(0, ...runs.map((run) => [...run].length)),
    textLength: Math.max(...texts.map(({ length }) => length)),
  };
}

const ATTACK_BYTES = 54_000;
const createMarks = (count: number, between = '') =>
  `\u0301${between}\u0323${between}`.repeat(count / 2);

test.each([
  ['plainText', (text: string) => toPlainText(text, ATTACK_BYTES)],
  ['letterText', cleanStaffText],
  ['foldAccentsAndCase', foldAccentsAndCase],
  ['normaliseEmail', normaliseEmail],
  ['emailKey', getEmailKey],
])('CF-6 normalises %s without a run of more than 30 combining marks', (_, normalise) => {
  const attacks = [
    `a${createMarks(ATTACK_BYTES)}`,
    // Letters that become marks, characters that are removed, and no letter before them.
    createMarks(ATTACK_BYTES, '\uff9e'),
    createMarks(ATTACK_BYTES, '\u0001'),
    createMarks(ATTACK_BYTES, '<'),
    createMarks(ATTACK_BYTES, '\u{1d165}'),
  ];
  for (const attack of attacks) {
    expect(measureNormalised(() => normalise(attack)).runLength).toBeLessThanOrEqual(30);
  }
});

test('CF-6 contains every character that becomes a run of marks', () => {
  const characters = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /^\p{M}+$/u.test(character.normalize('NFKD')));
  const unknown = characters.filter(
    (character) => foldAccentsAndCase(character.repeat(100)).length > 30,
  );
  const lengths = characters.map((character) => cleanStaffText(`a${character.repeat(100)}`).length);
  expect(unknown).toEqual([]);
  expect(Math.max(...lengths)).toBeLessThan(100);
});

test('CF-6 returns a text that its field refuses unchanged, without normalising it', () => {
  const form = new FormData();
  const typed = 'e\u0301'.repeat(5 * ENQUIRY_FIELDS.message.max);
  for (const name of ENQUIRY_FIELD_NAMES) form.set(name, typed);
  let fields: Record<string, string> = {};
  const { textLength } = measureNormalised(
    () => (fields = { ...cleanEnquiryFields(form), ok: toPlainText('', 1) }),
  );
  expect(textLength).toBe(0);
  expect(fields['message']).toBe(typed);
  const longestMessage = 'e\u0301'.repeat(ENQUIRY_FIELDS.message.max);
  expect(toPlainText(longestMessage, ENQUIRY_FIELDS.message.max)).toBe(
    'é'.repeat(ENQUIRY_FIELDS.message.max),
  );
});

const INVISIBLE = '\u200b\u2800\u3164\u00ad\u200d\u2060\u034f\u200e\ufeff\ufe0f';

test.each([...INVISIBLE])(
  'CF-6 removes %j from emails and phone numbers, and takes a name or phone of it for empty',
  (character) => {
    const typed = `${character}eleni@ma${character}il.example${character}`;
    expect(normaliseEmail(typed)).toBe('eleni@mail.example');
    expect(getEmailKey(typed)).toBe('eleni@mail.example');

    const form = new FormData();
    form.set('email', typed);
    form.set('full_name', ` ${character}${character} `);
    form.set('phone', character);
    form.set('message', `👩🏽‍🔧 δρυς`);
    expect(cleanEnquiryFields(form)).toMatchObject({
      email: 'eleni@mail.example',
      full_name: '',
      phone: '',
      message: '👩🏽‍🔧 δρυς',
    });

    form.set('phone', `${character}+30 22950${character} 77${character}`);
    expect(cleanEnquiryFields(form)['phone']).toBe('+30 22950 77');
  },
);

test('AL-2 cuts an email before normalising it, which then stays too long', () => {
  const address = `${'a'.repeat(ATTACK_BYTES)}@drys.example`;
  let email = '';
  const { textLength } = measureNormalised(() => (email = normaliseEmail(address)));
  expect(textLength).toBe(4 * AUTH.emailMax);
  expect(email.length > AUTH.emailMax || !hasEmailSyntax(email)).toBe(true);
});

test('CF-6 cuts a million combining marks, and keeps letters with many marks', () => {
  expect(cleanStaffText(`a${createMarks(1_000_000)}`)).toHaveLength(30);
  const stacked = `z${createMarks(30)}`;
  expect(cleanStaffText(stacked)).toBe(stacked.normalize('NFC'));
});

const blank = { number: '', sender: '' };
const eleni = { ...blank, name: 'Eleni', project: 'Office Spaces' };

test('DA-2 fills placeholders in one pass, and leaves placeholders in values alone', () => {
  expect(fillTemplate('{name}: {project}, {name}', eleni)).toBe('Eleni: Office Spaces, Eleni');
  const values = { ...blank, name: '{project} $& {name}', project: '<b>{name}</b>' };
  expect(fillTemplate('Dear {name}, {project}', values)).toBe(
    'Dear {project} $& {name}, <b>{name}</b>',
  );
});

test('DA-2 keeps and names unknown placeholders', () => {
  const text = '{name} {nmae} {} {Name} { name } {constructor} {nmae} a { b } c } {';
  expect(fillTemplate(text, eleni)).toBe(text.replace('{name}', 'Eleni'));
  expect(listUnknownPlaceholders(text)).toEqual([
    '{nmae}',
    '{}',
    '{Name}',
    '{ name }',
    '{constructor}',
    '{ b }',
  ]);
  expect(listUnknownPlaceholders('{name} and {project}')).toEqual([]);
  expect(listUnknownPlaceholders(`{${'x'.repeat(5000)}}`)[0]).toHaveLength(41);
  expect(listUnknownPlaceholders('{\n}')).toEqual([]);
});
