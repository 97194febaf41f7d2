import { expect, test } from 'vitest';
import type { EntryContent } from '#app/content/kinds.server.ts';
import { getEmptyContent } from '#app/domain/site/entry-form.server.ts';
import { createPicture } from '#app/domain/site/fields/pictures.ts';
import {
  getFingerprints,
  mergeStaleForm,
  takeStoredPart,
} from '#app/domain/site/stale-form.server.ts';

const opened: EntryContent = {
  ...getEmptyContent('projects'),
  title: { en: 'Hall', el: 'Αίθουσα' },
  year: '2024',
  category: 'offices',
};
const base = getFingerprints(opened);

const typed = (changes: object, newCategory: { en: string; el: string } | null = null) => ({
  content: { ...opened, ...changes },
  newCategory,
  errors: {},
});

const names = (parts: readonly { name: string }[]) => parts.map(({ name }) => name);

test('PB-8 keeps what only this admin changed and takes over what only the colleague changed', () => {
  const stored = { ...opened, year: '2025', pictures: [createPicture('oak')] };
  const form = typed({ title: { en: 'Great hall', el: 'Αίθουσα' } });
  const merge = mergeStaleForm(base, stored, form);
  expect(names(merge.takenOver)).toEqual(['year', 'pictures']);
  expect(merge.conflicts).toEqual([]);
  expect(merge.content).toEqual({ ...stored, title: { en: 'Great hall', el: 'Αίθουσα' } });
});

test('PB-8 merges the languages of a text apart, and calls no equal change a conflict', () => {
  const stored = { ...opened, title: { en: 'Hall', el: 'Στοά' }, year: '2025' };
  const form = typed({ title: { en: 'Gallery', el: 'Αίθουσα' }, year: '2025' });
  const merge = mergeStaleForm(base, stored, form);
  expect(merge.content).toEqual({ ...stored, title: { en: 'Gallery', el: 'Στοά' } });
  expect([names(merge.takenOver), merge.conflicts]).toEqual([['title_el'], []]);
});

test('PB-8 keeps the typed value of a conflict until the stored one is taken', () => {
  const stored = { ...opened, year: '2025', title: { en: 'Stoa', el: 'Στοά' } };
  const form = typed({ year: '2023', title: { en: 'Gallery', el: 'Γκαλερί' } });
  const merge = mergeStaleForm(base, stored, form);
  expect(merge.content).toEqual(form.content);
  expect(merge.conflicts.map(({ name, value }) => [name, value])).toEqual([
    ['title_en', 'Stoa'],
    ['title_el', 'Στοά'],
    ['year', '2025'],
  ]);
  const changed = takeStoredPart({ ...form, content: merge.content }, stored, 'title_el');
  expect(changed.content['title']).toEqual({ en: 'Gallery', el: 'Στοά' });
  const next = mergeStaleForm(merge.base, stored, changed);
  expect(names(next.conflicts)).toEqual(['title_en', 'year']);
  expect(next.content).toEqual(changed.content);
});

test('PB-8 compares a merged form with the version that it was merged with', () => {
  const second = { ...opened, year: '2025' };
  const merge = mergeStaleForm(base, second, typed({}));
  const merged = typed(merge.content);
  expect(mergeStaleForm(merge.base, opened, merged).content['year']).toBe('2024');
});

test('PB-8 lists each difference if the form has no fingerprints', () => {
  const stored = { ...opened, year: '2025' };
  const merge = mergeStaleForm('', stored, typed({ category: 'retail' }));
  expect(names(merge.conflicts)).toEqual(['category', 'year']);
  expect(merge.content).toEqual(typed({ category: 'retail' }).content);
});

test('PB-8 treats a new category as a changed category', () => {
  const form = typed({}, { en: 'Ships', el: 'Πλοία' });
  expect(mergeStaleForm(base, opened, form).conflicts).toEqual([]);
  const stored = { ...opened, category: 'retail' };
  expect(names(mergeStaleForm(base, stored, form).conflicts)).toEqual(['category']);
  expect(takeStoredPart(form, stored, 'category')).toEqual(typed({ category: 'retail' }));
});
