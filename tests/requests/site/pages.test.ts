import { describe, expect, test } from 'vitest';
import { SITE } from '#app/components/site-limits.ts';
import {
  listInsights,
  listPublishedContentPages,
  presentBlocks,
} from '#app/content/articles/articles.server.ts';
import { listClients } from '#app/content/catalogue/documents.server.ts';
import {
  listFilterChoices,
  listProjects,
  listSpecifications,
} from '#app/content/catalogue/projects.server.ts';
import { getLocalizedPath, LANGUAGES } from '#app/content/language.ts';
import { listPublicPages } from '#app/content/pages.server.ts';
import { getAboutTexts } from '#app/content/texts/about.server.ts';
import { getClaims, getCompanyTexts } from '#app/content/texts/company.server.ts';
import {
  attribute,
  elements,
  headOf,
  PlainBrowser,
  textOf,
  texts,
  values,
} from '../../support/reading/browser.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const RETENTION = '7';
const browser = new PlainBrowser(await startSite({ RETENTION_MONTHS: RETENTION }));

/** A page that is there: its HTML, the text of its main part, and where a link of it leads. */
async function open(path: string) {
  const { status, html } = await browser.get(path);
  expect(status, path).toBe(200);
  const main = elements(html, 'main')[0]!;
  const link = (name: string) => {
    const namedLink = elements(main, 'a').find((a) => textOf(a) === name);
    return namedLink && attribute(namedLink, 'href');
  };
  return { html, main, text: textOf(main), link, hrefs: values(main, 'a', 'href') };
}

/** The number of a picture viewer and where it leads; undefined when none is open. */
async function viewer(path: string) {
  const { html } = await open(path);
  const dialog = elements(html, 'dialog[open]')[0];
  if (!dialog) return undefined;
  const to = (name: string) => values(dialog, `a[aria-label="${name}"]`, 'href')[0];
  const [number] = /\d+ \/ \d+/.exec(textOf(dialog))!;
  return [number, to('Previous picture'), to('Next picture'), to('Close')];
}

const home = [
  getCompanyTexts('en').tagline,
  ...getClaims('en').flatMap(({ value, unit, label }) => [label, `${value} ${unit}`.trim()]),
  'Minimise environmental impact|Bring your design to life|Develop|Produce|Deliver|Install',
  "Checked at every station|/ Start a Project|Let's bring your vision to life",
];
const sections = 'Intellectual Property|Limitation of Liability|Governing Law';
test.each<[string, string, string, Record<string, string>]>([
  [
    'P-1 P-2 H-2 H-3 P-3 H-6',
    '/',
    `Who We Are / About Us|Our Approach|${home.join('|')}`,
    { 'Learn More about our factory and people': '/about', 'Contact Us': '/contact' },
  ],
  [
    'L-1',
    '/privacy',
    // The two last texts depend on the settings of this installation.
    `Data we collect|How we use it|Sharing|Your rights|kept for ${RETENTION} months|proof of work`,
    { 'Back to Home': '/' },
  ],
  ['L-1 P-14', '/terms', `Use of Site|${sections}|GEMI No.`, { 'Back to Home': '/' }],
  [
    'L-4 VP-3 VP-8',
    '/page/materials',
    'Materials|Thirteen layers to 18 millimetres|Finishes|Formats|Samples',
    { 'Ask for a sample': '/contact?about=sample' },
  ],
  ['F-1', '/financial-data', 'Balance sheets and financial statements, as published each year', {}],
  ['M-1', '/media', 'Media|Coming Soon|The media section is under development.', {}],
])('%s the page %s has its expected texts and links', async (_, path, parts, links) => {
  const { text, link } = await open(path);
  for (const part of parts.split('|')) expect(text).toContain(part);
  for (const [name, to] of Object.entries(links)) expect(link(name)).toBe(to);
  expect(text).not.toContain('Turnstile');
});

test('H-1 H-4 H-5 P-12 shows a film that does not start by itself, the first three projects and the 17 clients on the home page', async () => {
  const { html, main, text, link } = await open('/');
  const [film] = elements(html, 'video');
  for (const name of ['loop', 'muted', 'playsinline', 'poster', 'width', 'height'])
    expect(attribute(film!, name), name).toBeDefined();
  // The film does not play or load by itself.
  expect([attribute(film!, 'autoplay'), attribute(film!, 'preload')]).toEqual([undefined, 'none']);
  expect(values(film!, 'source', 'type')).toHaveLength(4);
  for (const part of ['Indicative Projects', '/ Featured Work', 'Trusted by', '/ Our Clients'])
    expect(text).toContain(part);
  const cards = texts(main, 'article');
  expect(cards).toHaveLength(SITE.featuredProjects);
  for (const [index, card] of cards.entries()) {
    const { title, category, description, slug } = listProjects('en')[index]!;
    for (const part of [title, category, description[0]!, 'View Project'])
      expect(card).toContain(part);
    expect(html).toContain(`href="/projects/${slug}"`);
  }
  expect(link('View our projects')).toBe('/projects');
  expect(link('View All Projects')).toBe('/projects');
  const marks = elements(html, 'img').filter((image) =>
    attribute(image, 'src')!.startsWith('/clients/'),
  );
  expect(marks.map((image) => [attribute(image, 'src'), attribute(image, 'alt')])).toEqual(
    listClients('en').map(({ name, mark }) => [mark, name]),
  );
  expect(marks).toHaveLength(17);
});

test.each(['', '/el'])('VP-8 links a client to its newest project (%s/)', async (prefix) => {
  const { main } = await open(prefix || '/');
  const linked = elements(main, 'a').flatMap((link) =>
    values(link, 'img', 'src').map((mark) => [mark, attribute(link, 'href')]),
  );
  expect(linked).toHaveLength(17);
  expect(linked).toContainEqual(['/clients/roche.svg', `${prefix}/projects/roche`]);
  expect(linked).toContainEqual(['/clients/loriot.svg', `${prefix}/projects/shop-loriot`]);
});

test('A-1 A-2 A-4 A-5 A-6 A-7 A-8 R-4 VP-4 shows the sections of the about page in reading order, its certificates marked as samples', async () => {
  const { html, main, text, hrefs } = await open('/about');
  expect(texts(html, 'h1')).toEqual(['About DRYS Woodworking']);
  const { philosophy, whyUs } = getAboutTexts('en');
  expect([philosophy.items.length, whyUs.items.length]).toEqual([3, 3]);
  const expectedTexts = [
    'state-of-the-art wood factory|5,000 square metres in avlona|fsc accreditation|coming soon',
    'design team|cnc cutting|painting chamber|assembly|quality control|logistics',
    'uncompromising quality|customization|innovation|collaboration|sustainability',
    'inclusion & equality|a few words about us|/ why us',
    ...[...philosophy.items, ...whyUs.items].map(({ title }) => title.toLowerCase()),
  ];
  for (const part of expectedTexts.join('|').split('|')) expect(text.toLowerCase()).toContain(part);
  const steps = elements(main, 'ol').find((ol) => attribute(ol, 'class')?.startsWith('steps '))!;
  expect(texts(steps, 'h3').join()).toBe(
    'Industrial Design,Project Assessment,Project Management,Production Line,Quality Control,Transportation & Installation',
  );
  for (const name of ['TUV EN ISO 9001:2015', 'TUV EN ISO 14001:2015'])
    expect(
      texts(main, 'a').filter((label) => label.startsWith(`${name} PDF (sample)`)),
    ).toHaveLength(1);
  expect(hrefs.filter((href) => href.endsWith('.pdf'))).toHaveLength(2);
  for (const slug of ['our-philosophy', 'sustainable-design'])
    expect(hrefs).toContain(`/insights/${slug}`);
  // An area that scrolls sideways can have the focus, and its index links to each part.
  const scroller = elements(main, 'div[role=region]')[0]!;
  expect(attribute(scroller, 'tabindex')).toBe('0');
  const order = ['Mission', 'Philosophy', 'Values', 'Procedures', 'Certificates'];
  expect(texts(scroller, 'h2')).toEqual(order.map((name) => `Our ${name}`));
  for (const name of order) expect(hrefs).toContain(`#${name.toLowerCase()}`);
});

test.each([
  ['A-3', '/about', 6],
  ['PD-3', '/projects/roche', 4],
])('%s opens each picture of %s in a viewer that wraps at both ends', async (_, path, count) => {
  const toPhotoPath = (photo: number) => `${path}?photo=${photo}`;
  const { hrefs } = await open(path);
  expect(hrefs.filter((href) => href.startsWith(`${path}?photo=`))).toEqual(
    expect.arrayContaining([toPhotoPath(1), toPhotoPath(count)]),
  );
  for (const [photo, previous, next] of [
    [1, count, 2],
    [2, 1, 3],
    [count, count - 1, 1],
  ] as const) {
    const links = [toPhotoPath(previous), toPhotoPath(next), path];
    expect(await viewer(toPhotoPath(photo))).toEqual([`${photo} / ${count}`, ...links]);
  }
  for (const photo of ['0', `${count + 1}`, '1.5', 'x', '', '١'])
    expect(await viewer(`${path}?photo=${encodeURIComponent(photo)}`), photo).toBeUndefined();
});

test('L-2 VP-4 lists everything public on the sitemap page, the named projects first', async () => {
  const { main, hrefs } = await open('/sitemap');
  const lists = elements(main, 'ul').map((ul) => texts(ul, 'li').join());
  expect([lists[0], lists[3]]).toEqual(['Home,About Us,Projects,Contact', 'Privacy,Terms,Sitemap']);
  // L-2 names them.
  const twelve =
    'ellinogermaniki-agogi roche nestle technogym terra-nord pinakothiki s-catherine navarino shop-loriot shop-vilebrequin-gh medwood-expo lapin';
  const projectPaths = twelve.split(' ').map((slug) => `/projects/${slug}`);
  const first = ['/', '/about', '/projects', '/contact'];
  expect(hrefs.slice(0, 16)).toEqual([...first, ...projectPaths]);
  const publicPaths = listPublicPages()
    .filter(({ language }) => language === 'en')
    .map(({ path }) => path);
  // The list of projects has a link of its own below them.
  expect(hrefs.toSorted()).toEqual([...publicPaths, '/projects'].toSorted());
});

test.each([
  ['/financial-data', 'balance-sheet', 'Balance sheets'],
  ['/financial-data?tab=statements', 'financial-statements', 'Financial statements'],
  ['/financial-data?tab=other', 'balance-sheet', 'Balance sheets'],
])('F-1 P-11 R-8 %s lists a PDF of each year, latest first', async (path, name, current) => {
  const { html, main } = await open(path);
  const years = [2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016];
  const documents = elements(main, 'a').filter((a) => attribute(a, 'href')?.endsWith('.pdf'));
  expect(documents.map((a) => ['href', 'target', 'rel'].map((key) => attribute(a, key)))).toEqual(
    years.map((year) => [`/financial-data/${year}/${name}-${year}.pdf`, '_blank', 'noopener']),
  );
  const openTabs = elements(main, 'a').filter(
    (a) => attribute(a, 'class')?.startsWith('tab ') && attribute(a, 'aria-current'),
  );
  expect(openTabs.map((a) => textOf(a))).toEqual([current]);
  expect(texts(html, 'h1')[0]).toMatch(/Financial Data.*2016-2024/);
  expect(html).toMatch(/<span lang="el">Οικονομικά στοιχεία<\/span>/);
  const pdf = await browser.get(attribute(documents[0]!, 'href')!);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.html.slice(0, 5)).toBe('%PDF-');
  expect((await browser.get('/financial-data/2024')).status, 'no listing').toBe(404);
});

const projectLinks = (hrefs: string[]) => hrefs.filter((to) => /^(\/el)?\/projects\//.test(to));

test('P-4 PR-1 shows all projects in list order, the first with its description, and every used category', async () => {
  const { main, hrefs, html } = await open('/projects');
  const kinds = listFilterChoices({}, 'en').category.map(({ value }) => value);
  expect(kinds.toSorted()).toEqual(
    [...new Set(listProjects('en').map(({ categorySlug }) => categorySlug))].toSorted(),
  );
  expect(projectLinks(hrefs)).toEqual(listProjects('en').map(({ slug }) => `/projects/${slug}`));
  const cards = texts(main, 'article');
  expect(cards).toHaveLength(22);
  expect(cards[0]).toContain(listProjects('en')[0]?.description[0]);
  expect(cards[0]).toContain('View Project');
  expect(cards[21]).toContain('Pine Hills Club');
  expect(headOf(html).get('canonical')).toBe(`${ORIGIN}/projects`);
});

test('PR-1 filters the list by category and year in the URL', async () => {
  const { hrefs, html } = await open('/projects?category=offices&year=2024');
  expect(projectLinks(hrefs)).toEqual(['/projects/roche']);
  for (const query of ['category=school&year=2024', 'year=2024'])
    expect(hrefs).toContain(`/projects?${query}`);
  expect(headOf(html).get('canonical')).toBe(`${ORIGIN}/projects`);
  const emptyList = await open('/projects?category=castles');
  expect(projectLinks(emptyList.hrefs)).toEqual([]);
  expect(emptyList.text).toContain('No projects match these filters.');
});

test.each([
  [
    '',
    'Staircases',
    'No projects match these filters.',
    'There are no projects under this name.',
    'All projects',
  ],
  [
    '/el',
    'Σκάλες',
    'Κανένα έργο δεν ταιριάζει με τα φίλτρα.',
    'Δεν υπάρχουν έργα με αυτό το όνομα.',
    'Όλα τα έργα',
  ],
])(
  'VP-6 filters by works and categories (%s)',
  async (prefix, staircases, noMatches, noSuchWork, wayBack) => {
    const list = `${prefix}/projects`;
    const all = await open(list);
    expect(elements(all.main, 'details')).toEqual([]);
    for (const filter of ['made', 'category'])
      expect(all.hrefs.filter((href) => href.startsWith(`${list}?${filter}=`))).toHaveLength(10);
    const [filters] = elements(all.main, 'nav');
    const labels = elements(filters!, 'ul').map((choices) => attribute(choices, 'aria-label'));
    expect(labels).toEqual(texts(filters!, 'p').slice(0, 3));
    const link = elements(all.main, `a[href="${list}?made=staircases"]`)[0];
    expect(textOf(link!)).toBe(`${staircases} 2`);

    const stairs = await open(`${list}?made=staircases`);
    const both = ['/projects/saronic-school-library', '/projects/kifissia-store'];
    expect(projectLinks(stairs.hrefs)).toEqual(both.map((path) => prefix + path));
    for (const query of ['made=staircases&category=store', 'made=staircases&year=2018'])
      expect(stairs.hrefs).toContain(`${list}?${query}`);
    const [, store] = projectLinks(stairs.hrefs);
    const combined = await open(`${list}?made=staircases&category=store&year=2018`);
    expect(projectLinks(combined.hrefs)).toEqual([store]);
    expect(headOf(combined.html).get('canonical')).toBe(ORIGIN + list);

    for (const [query, text] of [
      ['made=staircases&category=hospital', noMatches],
      ['made=boats', noSuchWork],
    ] as const) {
      const none = await open(`${list}?${query}`);
      expect(projectLinks(none.hrefs)).toEqual([]);
      expect(none.text).toContain(text);
      expect(none.link(wayBack)).toBe(list);
    }
  },
);

test.each([
  ['', 'Who answers', 'E/K | Eleni Kosta | Drawings | Ελληνικά, English'],
  ['/el', 'Ποιος απαντά', 'Ε/Κ | Ελένη Κώστα | Σχέδια | Ελληνικά, English'],
])('VP-7 says in %s/contact and how-we-work who answers', async (prefix, heading, person) => {
  for (const path of ['/contact', '/page/how-we-work']) {
    const page = await open(prefix + path);
    expect(texts(page.main, 'h2')).toContain(heading);
    for (const part of person.split(' | ')) expect(page.text).toContain(part);
    for (const digit of ['1', '2', '3']) expect(page.hrefs).toContain(`tel:+30229500001${digit}`);
  }
  expect((await open(`${prefix}/page/materials`)).text).not.toContain('Eleni');
});

test('PD-1 PD-2 PD-4 shows each project with its catalogue data and its neighbours', async () => {
  const projects = listProjects('en');
  for (const [index, project] of projects.entries()) {
    // The first, the last, and some between them.
    if (index % 7 !== 0) continue;
    const { slug, title, category, description, main: first, gallery } = project;
    const { html, main, text, hrefs } = await open(`/projects/${slug}`);
    expect(texts(html, 'h1')).toEqual([title]);
    for (const part of [category, ...description]) expect(text).toContain(part);
    expect(values(main, 'img', 'alt')).toEqual(
      expect.arrayContaining([first, ...gallery].map(({ alt }) => alt)),
    );
    const [block] = elements(main, 'dl');
    const specifications = listSpecifications(project, 'en');
    expect(texts(block!, 'dt')).toEqual(specifications.map(({ label }) => label));
    expect(texts(block!, 'dd')).toEqual(specifications.map(({ value }) => value));
    expect(hrefs).toContain(`/contact?about=${slug}`);
    const neighbourLinks = elements(main, 'a').filter(
      (a) => attribute(a, 'rel') || textOf(a) === 'All projects',
    );
    const [previous, next] = [projects[index - 1], projects[index + 1]];
    expect(
      neighbourLinks.map((a) => `${attribute(a, 'rel') ?? 'all'} ${attribute(a, 'href')}`),
    ).toEqual([
      ...(previous ? [`prev /projects/${previous.slug}`] : []),
      'all /projects',
      ...(next ? [`next /projects/${next.slug}`] : []),
    ]);
  }
});

test.each(['', '/el'])('VP-8 links to category and related projects (%s/)', async (prefix) => {
  const { html, hrefs } = await open(`${prefix}/projects/terra-nord`);
  expect(hrefs).toContain(`${prefix}/projects?category=golf-club`);
  const cards = elements(html, 'article').flatMap((card) => values(card, 'a', 'href'));
  // The first has two works in common, the others one.
  expect(cards).toEqual(
    ['ellinogermaniki-agogi', 'navarino', 'pine-hills-club'].map(
      (slug) => `${prefix}/projects/${slug}`,
    ),
  );
});

test('R-4 R-5 P-7 links the list to each insight with its text, quote and picture; serves them under /page too', async () => {
  const { main, text } = await open('/insights');
  expect(elements(main, 'article').flatMap((card) => values(card, 'a', 'href'))).toEqual(
    listInsights('en').map(({ slug }) => `/insights/${slug}`),
  );
  // Two articles have no dates in the list.
  expect(text).not.toContain('2022');
  for (const { slug, title, subtitle, blocks } of listInsights('en')) {
    const page = await open(`/insights/${slug}`);
    expect(texts(page.html, 'h1')).toEqual([title]);
    expect(page.text).toContain(subtitle);
    expect(texts(page.main, 'h2').length).toBeGreaterThan(1);
    const pageWithSameSlug = await open(`/page/${slug}`);
    const prose = texts(pageWithSameSlug.main, 'p').filter((paragraph) => paragraph.length > 90);
    expect(prose.length).toBeGreaterThan(3);
    expect(texts(page.main, 'p')).toEqual(expect.arrayContaining(prose));
    expect(headOf(pageWithSameSlug.html).get('canonical')).toBe(`${ORIGIN}/insights/${slug}`);
    for (const { type, text, title: caption, picture } of blocks) {
      if (type === 'quote') expect(texts(page.main, 'blockquote')).toContain(`“${text.en}”`);
      if (type !== 'picture') continue;
      expect(values(page.main, 'img', 'alt')).toContain(picture!.alt.en);
      expect(texts(page.main, 'figcaption')).toContain(caption.en);
    }
  }
});

test.each(['', '/el'])('VP-8 links a sample of each wood and finish (%s/)', async (prefix) => {
  const { main } = await open(`${prefix}/page/materials`);
  const samples = elements(main, 'figure').filter((figure) =>
    values(figure, 'a', 'href').includes(`${prefix}/contact?about=sample`),
  );
  const names =
    prefix === ''
      ? 'oak ash walnut birch oil lacquer soap smoked painted'
      : 'δρυός φράξου καρυδιάς σημύδας λάδι βερνίκι σαπούνι καπνισμένη βαμμένη';
  expect(samples.map((figure) => values(figure, 'img', 'alt')[0])).toEqual(
    names.split(' ').map((name) => expect.stringContaining(name)),
  );
  for (const figure of samples) {
    // Drawn as wide as the board is, at any width of the window.
    const [width] = values(figure, 'img', 'width');
    expect(values(figure, 'source', 'sizes')).toEqual([`${width}px`]);
  }
});

test.each([
  ['/page/roche', '/not-found'],
  ['/page/constructor', '/not-found'],
  ['/el/page/nope', '/el/not-found'],
])('R-3 EL-1 %s redirects to the 404 page', async (path, location) => {
  const answer = await browser.get(path);
  expect([answer.status, answer.location]).toEqual([302, location]);
  expect((await browser.follow(answer)).status).toBe(404);
});

test('EL-3 formats dates, numbers and quotation marks as in Greek', async () => {
  expect((await open('/el/terms')).text).toContain('26 Νοεμβρίου 2026');
  const insight = await open('/el/insights/our-philosophy');
  expect(insight.text).toContain('Ιούνιος 2022');
  expect(texts(insight.main, 'blockquote')[0]).toMatch(/^«[^»]+»$/);
  expect((await open('/el')).text).toContain('5.000 τ.μ.');
  expect((await open('/el/projects')).text).toContain('2024–2025');
  const project = await open('/el/projects/ellinogermaniki-agogi');
  expect(project.text).not.toContain('2024-2025');
});

test.each(['', '/el'])('SE-5 EL-1 serves each insight in %s/insights/feed.xml', async (at) => {
  const { headers, html: text } = await browser.get(`${at}/insights/feed.xml`);
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<feed /);
  expect(text).toContain(`xml:lang="${at ? 'el' : 'en'}"`);
  expect(text).toContain(`<id>${ORIGIN}${at}/insights/feed.xml</id>`);
  if (at) expect(text).toContain('<title>Άρθρα της DRYS Woodworking</title>');
  const entries = text.split('<entry>').slice(1);
  expect(entries).toHaveLength(listInsights('en').length);
  for (const [index, entry] of entries.entries()) {
    const { uid, slug, createdAt, modifiedAt } = listInsights('en')[index]!;
    for (const part of [
      `insights/${uid.split('/')[1]}</id>`,
      `<published>${createdAt}T00:00:00Z</published>`,
      `<updated>${modifiedAt}</updated>`,
      `href="${ORIGIN}${at}/insights/${slug}"/>`,
    ])
      expect(entry).toContain(part);
  }
  if (!at)
    expect(text).toContain(`<id>tag:localhost,${listInsights('en').at(-1)!.createdAt}:insights/`);
  expect(text).toContain('<updated>2022-09-05T09:00:00.000Z</updated>\n  <author>');
});

describe.each(LANGUAGES)('in %s', (language) => {
  const openIn = (path: string) => open(getLocalizedPath(language, path));

  test('VP-2 shows phone and hours in the menu and above the form', async () => {
    const { html, main } = await openIn('/contact');
    const { phone, hours } = getCompanyTexts(language);
    const menu = elements(html, 'div[popover]')[0]!;
    const textAboveForm = /<main[\s\S]*?<form/.exec(html)![0].replace(/<[^>]*>/g, '');
    for (const text of [phone, hours.text]) {
      expect(textOf(menu)).toContain(text);
      expect(textAboveForm).toContain(text);
    }
    for (const part of [menu, main])
      expect(values(part, 'a', 'href')).toContain('tel:+302295000000');
  });

  test('VP-3 shows the steps of how we work with their times, and questions that open without JavaScript', async () => {
    const { html, main } = await openIn('/page/how-we-work');
    const shownPage = listPublishedContentPages(language).find(
      ({ slug }) => slug === 'how-we-work',
    )!;
    const lists = (type: 'steps' | 'questions') =>
      presentBlocks(shownPage, language).flatMap((block) =>
        'items' in block && block.type === type ? [block.items] : [],
      );
    const [steps] = elements(main, 'ol');
    const [items = []] = lists('steps');
    expect(items).toHaveLength(7);
    for (const { title, time } of items) expect(textOf(steps!)).toContain(time + title);
    expect(texts(html, 'summary').map((said) => said.replace(/^[+−\s]+/, ''))).toEqual(
      lists('questions').flatMap((questions) => questions.map(({ title }) => title)),
    );
    expect(textOf(html)).toContain(language === 'en' ? 'are sample values' : '(δείγμα)');
  });

  test('VP-3 says who approves drawings, samples and mock-ups, and what price, payment, delivery and guarantee are', async () => {
    const { text } = await openIn('/page/how-we-work');
    const parts = {
      en: [
        'You, or your architect, approve each sheet',
        'Samples and mock-ups',
        'Tolerances',
        'What the price includes',
        'Payment',
        'Islands and abroad',
        'Guarantee and aftercare',
        'Confidentiality',
      ],
      el: [
        'Εσείς ή ο αρχιτέκτονάς σας εγκρίνετε κάθε φύλλο',
        'Δείγματα και δοκιμαστική κατασκευή',
        'Ανοχές',
        'Τι περιλαμβάνει η τιμή',
        'Πληρωμή',
        'Νησιά και εξωτερικό',
        'Εγγύηση και φροντίδα',
        'Εμπιστευτικότητα',
      ],
    };
    for (const part of parts[language]) expect(text).toContain(part);
  });

  test('VP-10 gives the prices of three examples, the reasons for a price and the smallest order, as sample values', async () => {
    const { main, text } = await openIn('/page/how-we-work');
    const expected = {
      en: {
        price: /^€[\d,]+–[\d,]+[A-Z]/,
        parts: ['What things cost', 'What moves a price', 'The smallest order€1,500'],
        marks: ['These prices are sample values', '€1,500 without VAT (sample value)'],
      },
      el: {
        price: /^[\d.]+–[\d.]+ €\p{Lu}/u,
        parts: ['Τι κοστίζει', 'Τι ανεβάζει ή κατεβάζει μια τιμή', 'Η μικρότερη παραγγελία1.500 €'],
        marks: ['Οι τιμές αυτές είναι ενδεικτικές (δείγμα)', '1.500 € χωρίς ΦΠΑ (δείγμα)'],
      },
    }[language];
    const [, examples] = elements(main, 'ol');
    const prices = texts(examples!, 'li');
    expect(prices).toHaveLength(3);
    for (const price of prices) expect(price).toMatch(expected.price);
    for (const part of [...expected.parts, ...expected.marks]) expect(text).toContain(part);
  });

  test('VP-10 links to how we work and to materials from the menu below the three links, from the footer and from home', async () => {
    const links = ['/page/how-we-work', '/page/materials'].map((path) =>
      getLocalizedPath(language, path),
    );
    const { html, main } = await openIn('/');
    const menu = elements(html, 'div[popover]')[0]!;
    const [navigation] = elements(menu, 'nav');
    expect(values(navigation!, 'a', 'href').slice(3)).toEqual(links);
    for (const part of [elements(html, 'footer')[0]!, main])
      expect(values(part, 'a', 'href')).toEqual(expect.arrayContaining(links));
  });
});

test.each(LANGUAGES)('L-1 starts the privacy page (%s) with a short summary', async (language) => {
  const { main } = await open(getLocalizedPath(language, '/privacy'));
  const [summary, introduction] = elements(main, 'article').flatMap((article) =>
    texts(article, 'section'),
  );
  expect(summary!.split(/\s+/).length).toBeLessThanOrEqual(150);
  for (const part of [getCompanyTexts(language).email, `${RETENTION} `, 'cookie'])
    expect(summary).toContain(part);
  expect(texts(main, 'dt')).toHaveLength(5);
  expect(introduction).toMatch(/^(Introduction|Εισαγωγή)/);
});

test('VP-2 links to the map coordinates of the two places', async () => {
  const maps = (await open('/contact')).hrefs.filter((href) => /^https:.*map/.test(href));
  expect(maps).toEqual([
    expect.stringMatching(/\bmlat=38\.25\d+&mlon=23\.69\d+\b/),
    expect.stringMatching(/\bmlat=38\.06\d+&mlon=23\.76\d+\b/),
  ]);
});
