import { expect, test } from 'vitest';
import { presentBlocks } from '#app/content/articles/articles.server.ts';
import {
  findNewestClientProject,
  listFilterChoices,
  listMatchingProjects,
  listProjects,
  listRelatedProjects,
  listSpecifications,
} from '#app/content/catalogue/projects.server.ts';
import { getLocalizedPath, getPathLanguage, toPlainPath } from '#app/content/language.ts';
import { readSampleContent } from '#app/content/sample.server.ts';
import { runInPreview } from '#app/content/site-content.server.ts';
import { SLUG, toSlug } from '#app/content/slugs.server.ts';

test.each([
  [{ category: 'golf-club' }, 'terra-nord navarino pine-hills-club'],
  [{ category: 'Golf Club' }, ''],
  [{ year: '2025' }, 'ellinogermaniki-agogi'],
  [{ year: '2024' }, 'ellinogermaniki-agogi roche'],
  [{ year: '2024', category: 'offices' }, 'roche'],
])('PR-1 P-5 %j finds "%s": a range of years counts for each of them', (filter, slugs) => {
  expect(
    listMatchingProjects(filter, 'en')
      .map(({ slug }) => slug)
      .join(' '),
  ).toBe(slugs);
});

test('PR-1 says for each filter choice how many projects it finds', () => {
  expect(listMatchingProjects({}, 'en')).toEqual(listProjects('en'));
  const { category, year } = listFilterChoices({}, 'en');
  for (const { value, count } of category)
    expect(listMatchingProjects({ category: value }, 'en')).toHaveLength(count);
  for (const { value, count } of listFilterChoices({ category: 'offices' }, 'en').year)
    expect(listMatchingProjects({ category: 'offices', year: value }, 'en')).toHaveLength(count);
  expect(category.reduce((sum, { count }) => sum + count, 0)).toBe(22);
  expect(year.map(({ value }) => value).join(' ')).toBe(
    '2025 2024 2023 2022 2021 2020 2019 2018 2017',
  );
});

test.each([
  [{ made: 'staircases' }, 'saronic-school-library kifissia-store'],
  [{ made: 'staircases', category: 'store' }, 'kifissia-store'],
  [{ made: 'libraries', category: 'golf-club', year: '2022' }, 'terra-nord'],
  [{ made: 'staircases', category: 'hospital' }, ''],
  [{ made: 'boats' }, ''],
])('VP-6 %j finds "%s": a project has several works', (filter, slugs) => {
  const projects = listMatchingProjects(filter, 'en');
  expect(projects.map(({ slug }) => slug).join(' ')).toBe(slugs);
});

test.each([
  [
    'en',
    'Staircases Kitchens Libraries Doors Wall panelling Desks Counters Seating Wardrobes Stands',
  ],
  [
    'el',
    'Σκάλες Κουζίνες Βιβλιοθήκες Πόρτες Επενδύσεις τοίχων Γραφεία Πάγκοι Καθίσματα Ντουλάπες Εκθεσιακά περίπτερα',
  ],
] as const)('VP-6 counts the sample projects of each work, in %s', (language, labels) => {
  const choices = listFilterChoices({}, language).made;
  expect(choices.map(({ label }) => label).join(' ')).toBe(labels);
  for (const { value, count } of choices) {
    expect(count, value).toBeGreaterThan(0);
    expect(listMatchingProjects({ made: value }, language)).toHaveLength(count);
  }
  const inHospitals = listFilterChoices({ category: 'hospital', year: '2021' }, language).made;
  expect(inHospitals.filter(({ count }) => count > 0)).toHaveLength(4);
});

test('VP-6 gives each sample project its works, and four and more what a private house would order', () => {
  const projects = listProjects('en');
  expect(projects.filter(({ works }) => works.length === 0)).toEqual([]);
  const homes = projects.filter(({ description }) =>
    /\b(house|home|homes|bedrooms)\b/.test(description.join()),
  );
  expect(homes.length).toBeGreaterThanOrEqual(4);
  const worksOfHomes = homes.flatMap(({ works }) => works.map(({ slug }) => slug));
  expect(worksOfHomes).toEqual(
    expect.arrayContaining(['staircases', 'kitchens', 'libraries', 'wardrobes']),
  );
});

test.each(['en', 'el'] as const)(
  'VP-8 relates up to three other projects: shared works first, then the category, newest first (%s)',
  (language) => {
    for (const project of listProjects(language)) {
      const workSlugs = project.works.map(({ slug }) => slug);
      const getRank = ({ works, categorySlug, year }: typeof project) => {
        const sharedCount = works.filter(({ slug }) => workSlugs.includes(slug)).length;
        const isInCategory = categorySlug === project.categorySlug;
        const isRelated = sharedCount > 0 || isInCategory;
        return isRelated ? sharedCount * 1e5 + +isInCategory * 1e4 + Number(year.slice(-4)) : 0;
      };
      const ranks = listProjects(language)
        .filter((other) => other.slug !== project.slug)
        .map(getRank)
        .filter((rank) => rank > 0);

      const related = listRelatedProjects(project, language);
      expect(related).not.toContain(project);
      expect(related.map(getRank)).toEqual(ranks.sort((one, other) => other - one).slice(0, 3));
    }
  },
);

test.each([
  ['Roche', 'roche'],
  ['S. Catherine', 's-catherine'],
  ['harbour law', 'harbour-law-offices'],
  ['Loriot', 'shop-loriot'],
  // The client is named in the field for it, not in the title.
  ['Private Club', 'pine-hills-club'],
  ['Lap', undefined],
  ['Roche Hellas', undefined],
  ['', undefined],
])('VP-8 finds the newest project with the client %j: %s', (clientName, slug) => {
  expect(findNewestClientProject(clientName)?.slug).toBe(slug);
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
  'PD-4 lists specifications with a value only, in the order of the rules, for %j',
  (emptied, labels) => {
    const rows = listSpecifications({ specifications: { ...specifications, ...emptied } }, 'en');
    expect(rows.map(({ label }) => label).join(' ')).toBe(labels);
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
  ['Κατα\u00adσκευή επί\u200bπλων', 'kataskevi-epiplon'],
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
])('P-6 rejects %j as a slug', (text) => expect(SLUG.test(text)).toBe(false));

test.each([
  ['/', 'en', '/', '/el'],
  ['/el', 'el', '/', '/el'],
  ['/el/about', 'el', '/about', '/el/about'],
  ['/about', 'en', '/about', '/el/about'],
  ['/electric', 'en', '/electric', '/el/electric'],
] as const)('EL-1 the path %s is in %s', (path, language, plain, greek) => {
  const parsed = [
    getPathLanguage(path),
    toPlainPath(path),
    getLocalizedPath('el', plain),
    getLocalizedPath('en', plain),
  ];
  expect(parsed).toEqual([language, plain, greek, plain]);
});

test('PB-10 limits a draft’s range of years like a published one', () => {
  const sample = readSampleContent();
  const [first] = sample.projects;
  const endless = { ...first!, content: { ...first!.content, year: '0000-9999' } };
  const content = { ...sample, projects: [endless] };
  expect(runInPreview(content, () => listFilterChoices({}, 'en').year)).toHaveLength(100);
});

test('PB-6 PB-7 keeps the links of a text to entries whose slugs have Greek letters, and to a PDF at its only path', () => {
  const sample = readSampleContent();
  const [insight, ...otherInsights] = sample.insights;
  const insights = [{ ...insight!, slug: 'το-ξύλο' }, ...otherInsights];
  const pdf = '/financial-data/2024/balance-sheet-2024.pdf';
  const text = `Read [this](/insights/το-ξύλο#top) and [the sheet](${pdf}), not [that](/insights/το-γυαλί) or [those](/insights/%ff).`;
  const block = {
    type: 'text',
    picture: null,
    title: { en: '', el: '' },
    text: { en: text, el: text },
  };

  runInPreview({ ...sample, insights }, () => {
    const [shown] = presentBlocks({ title: '', blocks: [block] } as never, 'el');
    const hrefs = JSON.stringify(shown).match(/(?<="href":")[^"]*/g);
    expect(hrefs?.map(decodeURI)).toEqual(['/el/insights/το-ξύλο#top', pdf]);
  });
});
