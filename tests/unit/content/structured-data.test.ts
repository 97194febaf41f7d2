import { publicPages } from '#app/content/pages.server.ts';
import { describe, expect, test } from 'vitest';
import { companyWords, legalIdentity } from '#app/content/words/company.server.ts';
import { projects, specificationsOf } from '#app/content/catalogue/projects.server.ts';
import { projectNodes, stated, structuredData } from '#app/content/structured-data.server.ts';
import { entriesOf, nodesOf } from '../../support/reading/graph.ts';

const ORIGIN = 'https://drys.example';
const graphOf = (path: string) => nodesOf(structuredData(path, ORIGIN) ?? '');
const find = (path: string, type: string) => graphOf(path).filter((node) => node['@type'] === type);

test('SE-3 the graph of a project is what its entry says, and nothing else', () => {
  const url = `${ORIGIN}/projects/terra-nord`;
  const image = (name: string) => `${ORIGIN}/pictures/${name}-960.jpg`;
  const photograph = (name: string, height: number, caption: string) => ({
    '@type': 'ImageObject',
    '@id': image(name),
    contentUrl: image(name),
    width: 960,
    height,
    caption,
    creditText: 'Sample Photography',
  });
  const description = [
    'A clubhouse lounge that looks out over the course. We made the beams, the bookcase by the fireplace, the armchairs and the low round table. All of it is walnut, from logs of one felling.',
    'Bookcase shelves are 32 mm and let into the uprights with a stopped housing, so no fixing can be seen from the chair in which you will sit with the book. The arms of that chair are shaped on the five-axis machine and finished by hand with a scraper.',
  ];
  expect(graphOf('/projects/terra-nord')).toEqual([
    {
      '@type': 'WebPage',
      '@id': `${url}#page`,
      url,
      name: 'Terra Nord',
      description: description[0],
      inLanguage: 'en',
      dateModified: '2026-11-20',
      isPartOf: { '@id': `${ORIGIN}/#website` },
      mainEntity: { '@id': `${url}#project` },
      breadcrumb: { '@id': `${url}#breadcrumb` },
    },
    {
      '@type': 'BreadcrumbList',
      '@id': `${url}#breadcrumb`,
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${ORIGIN}/` },
        { '@type': 'ListItem', position: 2, name: 'Projects', item: `${ORIGIN}/projects` },
        { '@type': 'ListItem', position: 3, name: 'Terra Nord', item: url },
      ],
    },
    {
      '@type': 'CreativeWork',
      '@id': `${url}#project`,
      name: 'Terra Nord',
      url,
      description: description.join('\n\n'),
      genre: 'Golf Club',
      keywords: 'Clubhouse lounge, library wall and loose furniture',
      dateCreated: '2022',
      dateModified: '2026-11-20',
      contentLocation: { '@type': 'Place', name: 'Attica' },
      creator: { '@id': `${ORIGIN}/#business` },
      contributor: [
        {
          '@type': 'Role',
          roleName: 'Photographer',
          contributor: { '@type': 'Organization', name: 'Sample Photography' },
        },
      ],
      image: ['', '-2', '-3', '-4'].map((end) => ({ '@id': image(`05-terra-nord${end}`) })),
    },
    photograph(
      '05-terra-nord',
      640,
      'Golf club lounge with walnut beams, a built-in walnut bookcase and a wide window onto the course.',
    ),
    photograph(
      '05-terra-nord-2',
      640,
      'Two leather armchairs in front of a stone fireplace and a walnut bookcase.',
    ),
    photograph(
      '05-terra-nord-3',
      1200,
      'Round walnut table on a pale rug in front of a window onto trees and grass.',
    ),
    photograph(
      '05-terra-nord-4',
      640,
      'Arm and seat of a walnut and leather lounge chair in the sun, bookcase behind.',
    ),
    {
      '@type': 'Organization',
      '@id': `${ORIGIN}/#business`,
      name: 'DRYS Woodworking',
      url: `${ORIGIN}/`,
    },
    {
      '@type': 'WebSite',
      '@id': `${ORIGIN}/#website`,
      url: `${ORIGIN}/`,
      name: 'DRYS Woodworking',
      inLanguage: 'en',
      publisher: { '@id': `${ORIGIN}/#business` },
    },
  ]);
});

describe.each(projects.en.map((project) => [project.slug, project] as const))(
  '%s',
  (slug, project) => {
    const path = `/projects/${slug}`;
    const [work] = find(path, 'CreativeWork');

    test('SE-3 credits whom its specifications name, and nobody else', () => {
      const roles = entriesOf(work?.['contributor'] ?? []).filter(([key]) => key === 'roleName');
      const named = specificationsOf(project, 'en').map(({ label }) => label);
      const asked = ['Architecture', 'Architect', 'Photographer'];
      expect(roles.map(([, role]) => role)).toEqual(asked.filter((role) => named.includes(role)));
      for (const { label, value } of specificationsOf(project, 'en')) {
        const said = label === 'Construction' ? `${ORIGIN}/#business` : value;
        if (label !== 'Year') expect(JSON.stringify(work), label).toContain(JSON.stringify(said));
      }
      expect(work?.['dateCreated']).toBe(project.year.slice(-4));
      expect(work?.['temporal']).toBe(
        project.year.includes('-') ? project.year.replace('-', '/') : undefined,
      );
    });

    test('SE-3 shows all its pictures, each with its photographer if one is named', () => {
      const pictures = find(path, 'ImageObject');
      expect(pictures).toHaveLength(1 + project.images.length);
      const { photographer } = project.specifications;
      const credit = photographer === '-' ? undefined : photographer;
      for (const picture of pictures) expect(picture['creditText']).toBe(credit);
    });
  },
);

test('SE-3 three of the projects name their photographer, their architects or their client', () => {
  const texts = projects.en.map(({ slug }) => structuredData(`/projects/${slug}`, ORIGIN) ?? '');
  const count = (text: string) => texts.filter((json) => json.includes(text)).length;
  expect([count('"creditText"'), count('"Architecture"'), count('"sponsor"')]).toEqual([2, 3, 1]);
});

test('SE-3 an architect is a person, and a maker who is not the company has a name', () => {
  const project = projects.en[0]!;
  const specifications = { ...project.specifications, architect: 'A. Sample', construction: 'B' };
  const [work] = projectNodes({ origin: ORIGIN, language: 'en' }, { ...project, specifications });
  expect(stated(work)).toMatchObject({
    creator: { '@type': 'Organization', name: 'B' },
    contributor: [{ roleName: 'Architect', contributor: { '@type': 'Person', name: 'A. Sample' } }],
  });
});

test.each(['/', '/about', '/contact'])('SE-3 %s says who and where the business is', (path) => {
  const [business] = find(path, 'Organization');
  expect(business).toMatchObject({
    '@id': `${ORIGIN}/#business`,
    name: companyWords.en.name,
    legalName: companyWords.en.legal.name,
    vatID: companyWords.en.legal.vat,
    identifier: { propertyID: 'GEMI', value: companyWords.en.legal.gemi },
    telephone: companyWords.en.phone,
    email: companyWords.en.email,
  });
  expect(legalIdentity.en.map(({ value }) => value)).toContain('DRYS Woodworking S.A. (sample)');
  const places = find(path, 'Place');
  expect(places.map((place) => ({ '@id': place['@id'] }))).toEqual(business?.['location']);
  expect(places).toMatchObject([
    {
      name: 'DRYS Woodworking, Factory',
      address: {
        streetAddress: 'Avlona Industrial Area',
        postalCode: '190 11',
        addressCountry: 'GR',
      },
    },
    {
      name: 'DRYS Woodworking, Head Offices',
      address: { addressLocality: 'Metamorphosi', postalCode: '144 52', addressRegion: 'Attica' },
    },
  ]);
  for (const place of places) {
    expect(place['openingHoursSpecification']).toEqual({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '09:00',
      closes: '17:00',
    });
  }
});

test('SE-3 an article has its dates, on both of its addresses', () => {
  const [article] = find('/insights/sustainable-design', 'Article');
  expect(article).toMatchObject({ datePublished: '2022-08-22', dateModified: '2022-09-05' });
  expect(graphOf('/page/sustainable-design')).toEqual(graphOf('/insights/sustainable-design'));
});

test.each(['/nowhere', '/projects/nowhere', '/admin', '/reset-password', '/page/nowhere'])(
  'SE-3 %s has nothing to say',
  (path) => expect(structuredData(path, ORIGIN)).toBeNull(),
);

test('SE-3 what nobody stated is left out, however deep', () => {
  const place = { '@type': 'Place', name: '-' };
  const node = { '@type': 'Thing', name: ' Oak ', place, list: ['', place, '-', 'a'], none: [] };
  expect(stated(node)).toEqual({ '@type': 'Thing', name: 'Oak', list: ['a'] });
});

test.each(publicPages)('SE-3 $path cannot end its script, and dates itself', ({ path }) => {
  expect(structuredData(path, ORIGIN)).not.toContain('<');
  const page = publicPages.find((entry) => entry.path === path);
  expect(graphOf(path)[0]).toMatchObject({ dateModified: page?.dateModified, name: page?.title });
});
