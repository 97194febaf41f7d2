import { expect, test } from 'vitest';
import {
  findProject,
  listProjects,
  listSpecifications,
} from '#app/content/catalogue/projects.server.ts';
import { listPublicPages } from '#app/content/pages.server.ts';
import { readSampleContent } from '#app/content/sample.server.ts';
import { runInPreview } from '#app/content/site-content.server.ts';
import {
  buildProjectNodes,
  dropEmptyValues,
  renderStructuredData,
} from '#app/content/structured-data.server.ts';
import { getCompanyTexts, getLegalIdentity } from '#app/content/texts/company.server.ts';
import { listEntries, parseGraph } from '../../support/reading/graph.ts';

const ORIGIN = 'https://drys.example';
const readGraph = (path: string) => parseGraph(renderStructuredData(path, ORIGIN) ?? '');
const findNodes = (path: string, type: string) =>
  readGraph(path).filter((node) => node['@type'] === type);

test('SE-3 builds the graph of a project from its entry only', () => {
  const { description, main, gallery } = findProject('terra-nord', 'en')!;
  const url = `${ORIGIN}/projects/terra-nord`;
  const getPictureUrl = (name: string) => `${ORIGIN}/${name}-960.jpg`;
  const pictureNames = [main, ...gallery].map(({ name }) => name);
  const graph = readGraph('/projects/terra-nord');
  const pictureTypes = pictureNames.map(() => 'ImageObject');
  const types = [
    'WebPage',
    'BreadcrumbList',
    'CreativeWork',
    ...pictureTypes,
    'Organization',
    'WebSite',
  ];
  expect(graph.map((node) => node['@type'])).toEqual(types);
  expect(graph[0]).toEqual({
    '@type': 'WebPage',
    '@id': `${url}#page`,
    url,
    name: 'Terra Nord',
    description: description[0],
    inLanguage: 'en',
    dateModified: '2026-11-22',
    isPartOf: { '@id': `${ORIGIN}/#website` },
    mainEntity: { '@id': `${url}#project` },
    breadcrumb: { '@id': `${url}#breadcrumb` },
  });
  expect(graph[2]).toEqual({
    '@type': 'CreativeWork',
    '@id': `${url}#project`,
    name: 'Terra Nord',
    url,
    description: description.join('\n\n'),
    genre: 'Golf Club',
    keywords: 'Clubhouse lounge, library wall and loose furniture',
    dateCreated: '2022',
    dateModified: '2026-11-22',
    contentLocation: { '@type': 'Place', name: 'Attica' },
    creator: { '@id': `${ORIGIN}/#business` },
    contributor: [
      {
        '@type': 'Role',
        roleName: 'Photographer',
        contributor: { '@type': 'Organization', name: 'Sample Photography' },
      },
    ],
    image: pictureNames.map((name) => ({ '@id': getPictureUrl(name) })),
  });
  const { width, height, alt } = main;
  expect(graph[3]).toEqual({
    '@type': 'ImageObject',
    '@id': getPictureUrl(pictureNames[0]!),
    contentUrl: getPictureUrl(pictureNames[0]!),
    width: 960,
    height: Math.round((height / width) * 960),
    caption: alt,
    creditText: 'Sample Photography',
  });
});

test('SE-3 credits exactly the people that a project’s specifications name', () => {
  for (const project of listProjects('en')) {
    const path = `/projects/${project.slug}`;
    const [work] = findNodes(path, 'CreativeWork');
    const roles = listEntries(work?.['contributor'] ?? []).filter(([key]) => key === 'roleName');
    const specifications = listSpecifications(project, 'en');
    const labels = specifications.map(({ label }) => label);
    const people = ['Architecture', 'Architect', 'Photographer'];
    expect(roles.map(([, role]) => role)).toEqual(people.filter((role) => labels.includes(role)));
    for (const { label, value } of specifications) {
      const expected = label === 'Construction' ? `${ORIGIN}/#business` : value;
      // Clients are invented while the company is a sample (VP-4).
      if (label !== 'Year' && label !== 'Client') {
        expect(JSON.stringify(work), label).toContain(JSON.stringify(expected));
      }
    }
    expect(work?.['dateCreated']).toBe(project.year.slice(-4));
    const range = project.year.includes('-') ? project.year.replace('-', '/') : undefined;
    expect(work?.['temporal']).toBe(range);
    const { photographer } = project.specifications;
    const credits = findNodes(path, 'ImageObject').map((picture) => picture['creditText']);
    const credit = photographer || undefined;
    expect(credits).toEqual(Array(1 + project.gallery.length).fill(credit));
  }
});

test('SE-3 describes an architect as a person, and another maker by name', () => {
  const project = listProjects('en')[0]!;
  const specifications = { ...project.specifications, architect: 'A. Sample', construction: 'B' };
  const [work] = buildProjectNodes(
    { origin: ORIGIN, language: 'en' },
    { ...project, specifications },
  );
  expect(dropEmptyValues(work)).toMatchObject({
    creator: { '@type': 'Organization', name: 'B' },
    contributor: [{ roleName: 'Architect', contributor: { '@type': 'Person', name: 'A. Sample' } }],
  });
});

test.each(['/', '/about', '/contact'])(
  'SE-3 describes the business and its locations on %s',
  (path) => {
    const [business] = findNodes(path, 'Organization');
    expect(business).toMatchObject({
      '@id': `${ORIGIN}/#business`,
      name: getCompanyTexts('en').name,
      legalName: getCompanyTexts('en').legal.name,
      telephone: getCompanyTexts('en').phone,
      email: getCompanyTexts('en').email,
    });
    expect(getLegalIdentity('en').map(({ value }) => value)).toContain(
      'DRYS Woodworking S.A. (sample)',
    );
    const locations = findNodes(path, 'Place');
    expect(locations.map((location) => ({ '@id': location['@id'] }))).toEqual(
      business?.['location'],
    );
    const factory = { streetAddress: 'Avlona Industrial Area', postalCode: '190 11' };
    const offices = { addressLocality: 'Metamorphosi', postalCode: '144 52' };
    expect(locations).toMatchObject([
      { name: 'DRYS Woodworking, Factory', address: { ...factory, addressCountry: 'GR' } },
      { name: 'DRYS Woodworking, Head Offices', address: { ...offices, addressRegion: 'Attica' } },
    ]);
    for (const location of locations) {
      expect(location['openingHoursSpecification']).toEqual([
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
          opens: '09:00',
          closes: '17:00',
        },
      ]);
    }
  },
);

test('SE-3 ends the hours of a day at 23:59, not at 24:00', () => {
  const content = readSampleContent();
  const [company] = content.company;
  const hours = ['0-24', '17-24', '', '', '', '', ''];
  const openCompany = [{ ...company!, content: { ...company!.content, hours } }];
  runInPreview({ ...content, company: openCompany }, () => {
    const [place] = findNodes('/contact', 'Place');
    expect(place?.['openingHoursSpecification']).toMatchObject([
      { dayOfWeek: ['Monday'], opens: '00:00', closes: '23:59' },
      { dayOfWeek: ['Tuesday'], opens: '17:00', closes: '23:59' },
    ]);
  });
});

test('SE-3 VP-4 names VAT, GEMI and clients only for a real company', () => {
  const realNames = /"vatID":|"propertyID":"GEMI"|"sponsor":/g;
  const buildAll = (origin: string) =>
    listPublicPages()
      .map(({ path }) => renderStructuredData(path, origin))
      .join('\n');
  expect(buildAll(ORIGIN)).not.toMatch(realNames);
  const content = readSampleContent();
  const [company] = content.company;
  const realCompany = [{ ...company!, content: { ...company!.content, sample: false } }];
  const realGraphs = runInPreview({ ...content, company: realCompany }, () =>
    buildAll('https://real.example'),
  );
  expect(new Set(realGraphs.match(realNames))).toEqual(
    new Set(['"vatID":', '"propertyID":"GEMI"', '"sponsor":']),
  );
});

test('SE-3 gives an article its dates at both of its paths', () => {
  const [article] = findNodes('/insights/sustainable-design', 'Article');
  expect(article).toMatchObject({ datePublished: '2022-08-22', dateModified: '2022-09-05' });
  expect(readGraph('/page/sustainable-design')).toEqual(readGraph('/insights/sustainable-design'));
});

test('SE-3 leaves empty values out at every depth', () => {
  const emptyPlace = { '@type': 'Place', name: '-' };
  const node = {
    '@type': 'Thing',
    name: ' Oak ',
    place: emptyPlace,
    list: ['', emptyPlace, '-', 'a'],
    emptyList: [],
  };
  expect(dropEmptyValues(node)).toEqual({ '@type': 'Thing', name: 'Oak', list: ['a'] });
});

test('SE-3 escapes every graph for its script element and dates its page', () => {
  for (const { path, dateModified, title: name } of listPublicPages()) {
    expect(renderStructuredData(path, ORIGIN)).not.toContain('<');
    expect(readGraph(path)[0]).toMatchObject({ dateModified, name });
  }
});
