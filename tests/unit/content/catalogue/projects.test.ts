import { expect, test } from 'vitest';
import {
  categoryNames,
  findProject,
  neighbours,
  numberOf,
  projects,
  projectsSchema,
} from '#app/content/catalogue/projects.server.ts';
import { checkContent, ContentError } from '#app/content/read-content.server.ts';

const entry = {
  id: 1,
  title: 'Oak House',
  category: 'School',
  year: '2024-2025',
  dateModified: '2026-11-20',
  description: { en: ['A house.'], el: ['Ένα σπίτι.'] },
  image: '02-roche',
  images: [],
  specifications: {
    type: { en: 'House', el: 'Σπίτι' },
    construction: '',
    architecture: '-',
    photographer: '',
    client: '',
    architect: '',
    location: '',
    year: '',
  },
};

const check = (value: unknown) => () => checkContent('projects.json', value, projectsSchema);

test('P-4 the catalogue has 22 projects, 2017 to 2025, every category used', () => {
  expect(projects.en).toHaveLength(22);
  expect(new Set(projects.en.map(({ kind }) => kind))).toEqual(new Set(categoryNames));
  const years = projects.en.flatMap(({ year }) => year.split('-')).sort();
  expect([years[0], years.at(-1)]).toEqual(['2017', '2025']);
});

test('P-5 the id 13 appears twice, and each of the two is found by its slug', () => {
  const twins = projects.en.filter(({ id }) => id === 13);
  expect(twins).toHaveLength(2);
  for (const twin of twins) expect(findProject(twin.slug, 'en')).toBe(twin);
});

test('P-5 some specifications are empty or a dash, and one project alone names its client', () => {
  const values = projects.en.flatMap(({ specifications }) => Object.values(specifications));
  expect(values).toContain('');
  expect(values).toContain('-');
  expect(projects.en.filter(({ specifications }) => specifications.client !== '')).toHaveLength(1);
});

test('PD-2 neighbours follow the list; the first has no previous, the last no next', () => {
  const first = projects.en[0]?.slug ?? '';
  const last = projects.en.at(-1)?.slug ?? '';
  expect(neighbours(first)).toMatchObject({ previous: undefined, next: { slug: 'roche' } });
  expect(neighbours(last)).toMatchObject({ previous: { slug: 'concept-retail' }, next: undefined });
  expect(neighbours('nowhere')).toEqual({});
  expect([numberOf(first), numberOf(last)]).toEqual([1, 22]);
});

test('P-6 two titles with one slug are refused, with both places named', () => {
  expect(check([entry, { ...entry, title: 'OAK – house' }])).toThrow(
    'projects.json: 1: has the address "oak-house", which entry [0] has already',
  );
});

const mistakes = [
  [{ year: '24' }, '0.year: is no year'],
  [{ year: '2025-2024' }, '0.year: is a range that ends before it begins'],
  [{ title: '…' }, '0.title: has no letter and no digit'],
  [{ dateModified: undefined }, '0.dateModified: '],
  [{ dateModified: '20 November' }, '0.dateModified: is no day'],
  [{ formerSlugs: ['Oak House'] }, '0.formerSlugs.0: is no slug'],
  [{ formerSlugs: ['oak-house'] }, '0.formerSlugs.0: has the address "oak-house"'],
  [{ category: 'Castle' }, '0.category: '],
  [{ image: '../secret.png' }, '0.image: names no picture'],
  [{ images: ['https://elsewhere.example/a'] }, '0.images.0: names no picture'],
  [{ specifications: { ...entry.specifications, year: 2024 } }, '0.specifications.year: '],
  [{ colour: 'red' }, '0: '],
] as const;

test.each(mistakes)('P-5 %j fails in one line', (mistake, line) => {
  const bad = check([{ ...entry, ...mistake }]);
  expect(bad).toThrow(ContentError);
  expect(bad).toThrow(line);
  expect(bad).not.toThrow('\n');
  expect(check([entry])()).toHaveLength(1);
});
