import { expect, test } from 'vitest';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { projects, specificationsOf } from '#app/content/catalogue/projects.server.ts';
import { attribute, elements, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const browser = new PlainBrowser(await startSite());

/** The addresses of the links of a page, in order. */
function links(html: string): string[] {
  return elements(html, 'a').map((link) => attribute(link, 'href') ?? '');
}

const projectLinks = (html: string) => links(html).filter((to) => to.startsWith('/projects/'));

function openViewer(html: string) {
  return elements(html, 'dialog').find((part) => attribute(part, 'open') !== undefined);
}

function canonical(html: string): string | undefined {
  const found = elements(html, 'link').find((link) => attribute(link, 'rel') === 'canonical');
  return found && attribute(found, 'href');
}

test('PR-1 the list shows all projects in list order, the first with its description', async () => {
  const { status, html } = await browser.get('/projects');
  expect(status).toBe(200);
  expect(projectLinks(html)).toEqual(projects.en.map(({ slug }) => `/projects/${slug}`));
  const cards = elements(html, 'article').map((card) => textOf(card));
  expect(cards).toHaveLength(22);
  expect(cards[0]).toContain(projects.en[0]?.description[0]);
  expect(cards[0]).toContain('View Project');
  expect(cards[21]).toContain('Pine Hills Club');
  expect(canonical(html)).toBe(`${ORIGIN}/projects`);
});

test('PR-1 the list is narrowed by category and year, in the address', async () => {
  const { html } = await browser.get('/projects?category=offices&year=2024');
  expect(projectLinks(html)).toEqual(['/projects/roche']);
  expect(links(html)).toContain('/projects?category=school&year=2024');
  expect(links(html)).toContain('/projects?year=2024');
  expect(canonical(html)).toBe(`${ORIGIN}/projects`);
  const none = await browser.get('/projects?category=castles');
  expect(none.status).toBe(200);
  expect(projectLinks(none.html)).toEqual([]);
  expect(textOf(none.html)).toContain('No project of this kind in this year.');
});

test.each(projects.en.map((project) => [project.slug, project] as const))(
  'PD-1 /projects/%s shows what the catalogue says, PD-4 and only specifications with a value',
  async (slug, project) => {
    const { status, html } = await browser.get(`/projects/${slug}`);
    expect(status).toBe(200);
    const text = textOf(html);
    expect(elements(html, 'h1').map((head) => textOf(head))).toEqual([project.title]);
    expect(text).toContain(project.category);
    for (const paragraph of project.description) expect(text).toContain(paragraph);
    const alts = elements(html, 'img').map((image) => attribute(image, 'alt'));
    for (const name of [project.image, ...project.images])
      expect(alts).toContain(picture(name, 'en').alt);
    const specifications = specificationsOf(project, 'en');
    const [block] = elements(html, 'dl');
    if (!block) throw new Error('the page has no list of specifications');
    expect(elements(block, 'dt').map((term) => textOf(term))).toEqual(
      specifications.map(({ label }) => label),
    );
    expect(elements(block, 'dd').map((value) => textOf(value))).toEqual(
      specifications.map(({ value }) => value),
    );
    expect(canonical(html)).toBe(`${ORIGIN}/projects/${slug}`);
    expect(links(html)).toContain(`/contact?about=${slug}`);
  },
);

test('PD-2 previous and next are real links; the first has no previous, the last no next', async () => {
  const neighbours = async (slug: string) => {
    const { html } = await browser.get(`/projects/${slug}`);
    return elements(html, 'a')
      .filter((link) => attribute(link, 'rel') || textOf(link) === 'All projects')
      .filter((link) => attribute(link, 'href')?.startsWith('/projects'))
      .map((link) => `${attribute(link, 'rel') ?? 'all'} ${attribute(link, 'href')}`);
  };
  expect(await neighbours('roche')).toEqual([
    'prev /projects/ellinogermaniki-agogi',
    'all /projects',
    'next /projects/nestle',
  ]);
  expect(await neighbours('ellinogermaniki-agogi')).toEqual([
    'all /projects',
    'next /projects/roche',
  ]);
  expect(await neighbours('pine-hills-club')).toEqual([
    'prev /projects/concept-retail',
    'all /projects',
  ]);
});

test('PD-3 the open picture is in the address; its neighbours wrap at both ends', async () => {
  const steps = async (photo: number) => {
    const { html } = await browser.get(`/projects/roche?photo=${photo}`);
    const dialog = openViewer(html);
    if (!dialog) throw new Error('no viewer is open');
    expect(textOf(dialog)).toContain(`${photo} / 3`);
    const labelled = (label: string) =>
      elements(dialog, 'a').find((link) => attribute(link, 'aria-label') === label);
    return ['Close', 'Previous picture', 'Next picture'].map((label) => {
      const link = labelled(label);
      return link && attribute(link, 'href');
    });
  };
  const at = (photo: number) => `/projects/roche?photo=${photo}`;
  expect(await steps(1)).toEqual(['/projects/roche', at(3), at(2)]);
  expect(await steps(2)).toEqual(['/projects/roche', at(1), at(3)]);
  expect(await steps(3)).toEqual(['/projects/roche', at(2), at(1)]);
});

test.each(['0', '4', '-1', '2.0', 'x', '', '9e9', '١'])(
  'PD-3 the page is shown without a viewer for photo=%s',
  async (photo) => {
    const { status, html } = await browser.get(
      `/projects/roche?photo=${encodeURIComponent(photo)}`,
    );
    expect(status).toBe(200);
    expect(openViewer(html)).toBeUndefined();
    expect(links(html)).toContain('/projects/roche?photo=1');
  },
);

test.each(['nope', 'roche-2', '13', '__proto__', 'roche%20'])(
  'R-6 /projects/%s is not found, with the way back to the projects',
  async (slug) => {
    const { status, html } = await browser.get(`/projects/${slug}`);
    expect(status).toBe(404);
    expect(elements(html, 'h1').map((head) => textOf(head))).toEqual(['Project not found']);
    const back = elements(html, 'a').find((link) => textOf(link) === 'Return to projects');
    expect(back && attribute(back, 'href')).toBe('/projects');
    expect(canonical(html)).toBeUndefined();
  },
);
