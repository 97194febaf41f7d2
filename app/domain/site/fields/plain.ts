import { parseClosedDays, parseLinks, parseMapPoint } from '#app/content/company.server.ts';
import { isIsoDay } from '#app/content/formats.ts';
import type { Field } from '#app/content/kinds.server.ts';
import { hasEmailSyntax } from '#app/domain/plain-text.ts';
import { removeInvisibleCharacters } from '#app/unicode.ts';
import { readLine, readText, type EntryError, type FieldType } from './field-type.ts';

export const word: FieldType<string> = {
  empty: '',
  read: readLine,
  listTexts: (text, { name, max: maxLength, isRequired }) => [
    { name, text, maxLength, isRequired },
  ],
};

const createCheckedWord = (
  error: EntryError,
  isValid: (text: string, field: Field) => unknown,
): FieldType<string> => ({
  ...word,
  check: (text, field) => text !== '' && !isValid(text, field) && error,
});

export const email: FieldType<string> = {
  ...createCheckedWord('email', hasEmailSyntax),
  read: (form, name) => removeInvisibleCharacters(readLine(form, name)),
};
export const phone = createCheckedWord('phone', (text) => /^\+?\d[\d ]{5,}$/.test(text));
/** Exactly `max` digits. */
export const digits = createCheckedWord(
  'digits',
  (text, { max }) => /^\d+$/.test(text) && text.length === max,
);
export const number = createCheckedWord('number', (text) => /^[1-9]\d*$/.test(text));
export const mapPoint = createCheckedWord('mapPoint', parseMapPoint);
export const day = createCheckedWord('day', isIsoDay);
/** The dash between two years may be any, and is stored as a hyphen. */
export const year: FieldType<string> = {
  ...createCheckedWord('year', isYear),
  read: (form, name) => readLine(form, name).replace(/(?<=\d)\s*\p{Pd}\s*(?=\d)/u, '-'),
};

export const choice: FieldType<string> = {
  ...word,
  check: (option, { isRequired, options = [] }) =>
    isRequired && !options.includes(option) && 'missing',
};

const lines: FieldType<string> = { ...word, read: readText };

export const days: FieldType<string> = {
  ...lines,
  check: (text) => !parseClosedDays(text) && 'days',
};

export const links: FieldType<string> = { ...lines, check: (text) => !parseLinks(text) && 'links' };

const MAX_RANGE_YEARS = 100;

function isYear(text: string): boolean {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(text) ?? [];
  if (first === undefined || first > last!) return false;
  return Number(last) - Number(first) < MAX_RANGE_YEARS;
}
