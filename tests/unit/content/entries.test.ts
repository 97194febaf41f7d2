import { expect, test } from 'vitest';
import { z } from 'zod';
import { getPicture } from '#app/content/catalogue/pictures.server.ts';
import {
  filterProjects,
  listCategories,
  listProjects,
  listSpecifications,
  listYears,
} from '#app/content/catalogue/projects.server.ts';
import { getLanguage, getLocalizedPath, toPlainPath } from '#app/content/language.ts';
import {
  checkContent,
  ContentError,
  name,
  readContent,
  translatedSchema,
} from '#app/content/read-content.server.ts';
import { projectsSchema, readSampleContent } from '#app/content/sample.server.ts';
import { inPreview } from '#app/content/site-content.server.ts';
import { SLUG, toSlug } from '#app/content/slugs.server.ts';

/** Whether what is read is refused, and that it is so in one line which names file and place. */
function expectRefused(read: () => unknown, reason: string): void {
  expect(read).toThrow(ContentError);
  expect(read).toThrow(reason);
  expect(read).not.toThrow('\n');
}

const project = {
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
const bilingual = z.array(
  z.strictObject({ title: translatedSchema(z.string()), maker: name().optional() }),
);
const lists = z.array(z.strictObject({ lines: translatedSchema(z.array(z.string())) }));

const oak = { en: 'Oak', el: 'Δρυς' };
const refused: [string, z.ZodType, object, [object, string][]][] = [
  [
    'P-5 a project',
    projectsSchema,
    project,
    [
      [{ year: '24' }, '.year: is no year'],
      [{ year: '2025-2024' }, '.year: is a range that ends before it begins'],
      [{ title: '…' }, '.title: has no letter and no digit'],
      [{ dateModified: undefined }, '.dateModified: '],
      [{ dateModified: '20 November' }, '.dateModified: is no day'],
      [{ formerSlugs: ['Oak House'] }, '.formerSlugs.0: is no slug'],
      [{ formerSlugs: ['oak-house'] }, '.formerSlugs.0: has the address "oak-house"'],
      [{ category: 'Castle' }, '.category: '],
      [{ image: '../secret.png' }, '.image: names no picture'],
      [{ images: ['https://elsewhere.example/a'] }, '.images.0: names no picture'],
      [{ specifications: { ...project.specifications, year: 2024 } }, '.specifications.year: '],
      [{ colour: 'red' }, ': '],
    ],
  ],
  [
    'EL-3 a text',
    bilingual,
    {},
    [
      [{ title: { en: 'Oak' } }, '.title: missing in el'],
      [{ title: { el: 'Δρυς' } }, '.title: missing in en'],
      [{ title: { ...oak, el: ' ' } }, '.title: missing in el'],
      [{ title: { ...oak, de: 'Eiche' } }, '.title: has a language that the site has not'],
      [{ title: 'Oak' }, '.title: is no { "en": …, "el": … }'],
      [{}, '.title: missing'],
      [{ title: { ...oak, el: 7 } }, '.title.el: '],
    ],
  ],
  [
    'EL-3 a list',
    lists,
    {},
    [[{ lines: { en: ['a', 'b'], el: ['α'] } }, '.lines: is longer in one language']],
  ],
];
test.each(refused)(
  '%s with a mistake is refused, naming its file and field',
  (_, schema, good, all) => {
    for (const [mistake, reason] of all) {
      const bad = [{ ...good, ...mistake }];
      expectRefused(() => checkContent('file.json', bad, schema), `file.json: 0${reason}`);
    }
  },
);

test('P-5 EL-3 reads entries without a mistake', () => {
  expect(checkContent('projects.json', [project], projectsSchema)).toHaveLength(1);
  const [read] = checkContent('x.json', [{ title: oak, maker: 'DRYS' }], bilingual);
  expect(read).toEqual({ title: oak, maker: { en: 'DRYS', el: 'DRYS' } });
});

const elm = { ...project, title: 'Elm House' };
test.each<[string, unknown[], string]>([
  [
    'P-6 two titles',
    [project, { ...project, title: 'OAK – house' }],
    '1: has the address "oak-house", which entry [0] has already',
  ],
  [
    'SE-5 a former slug',
    [project, { ...elm, formerSlugs: ['oak-house'] }],
    '1.formerSlugs.0: has the address "oak-house", which entry [0]',
  ],
  [
    'SE-5 one former slug twice',
    [project, { ...elm, formerSlugs: ['news', 'news'] }],
    '1.formerSlugs.1: has the address "news", which entry [1]',
  ],
])('%s with one slug: refuses the list and names both entries', (_, list, reason) => {
  expectRefused(() => checkContent('list.json', list, projectsSchema), `list.json: ${reason}`);
});

test('P-9 SH-7 names a missing file or picture in one line', () => {
  const read = () => readContent('pages/missing.json', bilingual);
  expectRefused(read, 'app/content/pages/missing.json: ');
  expectRefused(() => checkContent('list.json', {}, bilingual), 'list.json: the whole file: ');
  expect(() => getPicture('23-nowhere', 'en')).toThrow("'23-nowhere'");
});

test.each([
  [{ category: 'golf-club' }, 'terra-nord navarino pine-hills-club'],
  [{ category: 'Golf Club' }, ''],
  [{ year: '2025' }, 'ellinogermaniki-agogi'],
  [{ year: '2024' }, 'ellinogermaniki-agogi roche'],
  [{ year: '2024', category: 'offices' }, 'roche'],
])('PR-1 P-5 %j finds "%s": a range of years counts for each of them', (filter, slugs) => {
  expect(
    filterProjects(filter, 'en')
      .map(({ slug }) => slug)
      .join(' '),
  ).toBe(slugs);
});

test('PR-1 says for each filter choice how many projects it finds', () => {
  expect(filterProjects({}, 'en')).toEqual(listProjects('en'));
  for (const { value, count } of listCategories({}, 'en'))
    expect(filterProjects({ category: value }, 'en')).toHaveLength(count);
  for (const { value, count } of listYears({ category: 'offices' }))
    expect(filterProjects({ category: 'offices', year: value }, 'en')).toHaveLength(count);
  expect(listCategories({}, 'en').reduce((sum, { count }) => sum + count, 0)).toBe(22);
  expect(
    listYears()
      .map(({ value }) => value)
      .join(' '),
  ).toBe('2025 2024 2023 2022 2021 2020 2019 2018 2017');
});

const specifications = {
  year: '2020',
  location: 'Attica',
  architect: 'B',
  client: 'C',
  photographer: 'D',
  architecture: 'E',
  construction: 'F',
  type: 'G',
};
test.each([
  [{}, 'Type Construction Architecture Photographer Client Architect Location Year'],
  [
    { client: '', architect: '-', photographer: '  ' },
    'Type Construction Architecture Location Year',
  ],
])(
  'PD-4 lists specifications with a value only, in the order of the ledger, for %j',
  (without, labels) => {
    const shown = listSpecifications({ specifications: { ...specifications, ...without } }, 'en');
    expect(shown.map(({ label }) => label).join(' ')).toBe(labels);
  },
);

test.each([
  ['S. Catherine', 's-catherine'],
  ['  Terra   Nord  ', 'terra-nord'],
  ['R&D / Lab (2nd floor)', 'r-d-lab-2nd-floor'],
  ['a_b', 'a-b'],
  ['Café', 'cafe'],
  ['Cafe\u0301 & Möller', 'cafe-moller'],
  ['Ξενώνας στα Τρίκαλα', 'xenonas-sta-trikala'],
  ['Πινακοθήκη ΔΡΥΣ', 'pinakothiki-drys'],
  ['Μουσείο Ελαιουργίας', 'mouseio-elaiourgias'],
  ['Αυτόματη Ευχή Παύλου', 'aftomati-efchi-pavlou'],
  ['Άυλος Ταΰγετος', 'aylos-taygetos'],
  ['Άγγελος, σφίγξ, έλεγχος', 'angelos-sfinx-elenchos'],
  ['Μπάρα και καμπάνα', 'bara-kai-kampana'],
  ['Οικία Ψυχικού', 'oikia-psychikou'],
  ['Дом', 'dom'],
  ['…', ''],
  ['İ'.repeat(120), 'i'.repeat(120)],
  ['Φ'.repeat(210), 'f'.repeat(200)],
])('P-6 gives %j the slug %j, which is its own slug', (title, slug) => {
  expect(toSlug(title)).toBe(slug);
  expect(toSlug(slug)).toBe(slug);
  expect(slug === '' || SLUG.test(slug)).toBe(true);
});

test.each(['roche', 'café-möller', 'πινακοθήκη-δρυς', 'a'.repeat(200), '2024'])(
  'P-6 accepts %j as a slug, also from an earlier version',
  (slug) => expect(SLUG.test(slug)).toBe(true),
);

test.each([
  '',
  '-a',
  'a-',
  'a--b',
  'Roche',
  'Δρυς',
  'a b',
  'a/b',
  '..',
  'a'.repeat(201),
  'cafe\u0301',
])('P-6 %j is no slug', (text) => expect(SLUG.test(text)).toBe(false));

test.each([
  ['/', 'en', '/', '/el'],
  ['/el', 'el', '/', '/el'],
  ['/el/about', 'el', '/about', '/el/about'],
  ['/about', 'en', '/about', '/el/about'],
  ['/electric', 'en', '/electric', '/el/electric'],
] as const)('EL-1 the path %s is read in %s', (path, language, plain, greek) => {
  const read = [
    getLanguage(path),
    toPlainPath(path),
    getLocalizedPath('el', plain),
    getLocalizedPath('en', plain),
  ];
  expect(read).toEqual([language, plain, greek, plain]);
});

test('PB-10 limits a draft’s range of years like a published one', () => {
  const sample = readSampleContent();
  const [first] = sample.projects;
  const endless = { ...first!, content: { ...first!.content, year: '0000-9999' } };
  expect(inPreview({ ...sample, projects: [endless] }, () => listYears())).toHaveLength(100);
});
