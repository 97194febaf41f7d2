import { expect, test } from 'vitest';
import { projects } from '#app/content/catalogue/projects.server.ts';
import { slugOf } from '#app/content/formats.ts';

const examples = [
  ['Roche', 'roche'],
  ['S. Catherine', 's-catherine'],
  ['Shop Vilebrequin GH', 'shop-vilebrequin-gh'],
  ['  Terra   Nord  ', 'terra-nord'],
  ['--Lapin!--', 'lapin'],
  ['R&D / Lab (2nd floor)', 'r-d-lab-2nd-floor'],
  ['a_b', 'a-b'],
  ['Πινακοθήκη ΔΡΥΣ', 'πινακοθήκη-δρυς'],
  ['Café', 'café'],
  ['Cafe\u0301', 'café'],
  ['…', ''],
] as const;

test.each(examples)('P-6 %j has the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('P-6 a slug of any title has single dashes, none at the ends, and is its own slug', () => {
  const pieces = ['A', 'ό', 'Ω', '7', ' ', '-', '.', '/', '_', '&', '\t', '–', '«', '😀'];
  for (let seed = 0; seed < 2000; seed++) {
    const title = Array.from(
      { length: seed % 9 },
      (_, place) => pieces[(seed * (place + 3) + place * place) % pieces.length],
    ).join('');
    const slug = slugOf(title);
    expect(slug).toMatch(/^(?:[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)?$/u);
    expect(slug).toBe(slug.toLowerCase());
    expect(slugOf(slug)).toBe(slug);
  }
});

test('P-6 every project is found under the slug of its title', () => {
  for (const project of projects.en) expect(project.slug).toBe(slugOf(project.title));
});
