import { beforeAll, expect, test } from 'vitest';
import { clients } from '#app/content/catalogue/clients.server.ts';
import { claims, companyWords } from '#app/content/words/company.server.ts';
import { projects } from '#app/content/catalogue/projects.server.ts';
import { SITE } from '#app/components/site-limits.ts';
import { attribute, elements, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

let browser: PlainBrowser;
let html: string;
let text: string;
beforeAll(async () => {
  browser = new PlainBrowser(await startSite());
  ({ html } = await browser.get('/'));
  text = textOf(elements(html, 'main')[0]!);
});

const link = (name: string) => {
  const found = elements(html, 'a').find((a) => textOf(a) === name);
  return found && attribute(found, 'href');
};

test('P-1 the tagline is said', () => {
  expect(companyWords.en.tagline).toBe(
    'A state-of-the-art woodworking factory making custom furniture for commercial and private spaces.',
  );
  expect(text).toContain(companyWords.en.tagline);
});

test('P-2 the claims are shown', () => {
  for (const { value, unit, label } of claims.en) {
    expect(text).toContain(label);
    expect(text).toContain(value + unit);
  }
  expect(text).toContain('residential, commercial and cultural');
});

test('H-1 a looping muted inline film with a poster and the button to the projects', () => {
  const film = elements(html, 'video')[0]!;
  for (const name of ['loop', 'muted', 'playsinline', 'poster', 'width', 'height']) {
    expect(attribute(film, name), name).toBeDefined();
  }
  expect(link('View our projects')).toBe('/projects');
});

test('H-1 nothing moves by itself in the served page, and nothing of the film is loaded', async () => {
  const film = elements(html, 'video')[0]!;
  expect(attribute(film, 'autoplay')).toBeUndefined();
  expect(attribute(film, 'preload')).toBe('none');
  const sources = elements(html, 'source').filter((s) =>
    attribute(s, 'type')?.startsWith('video/'),
  );
  expect(sources).toHaveLength(4);
  for (const source of sources) {
    expect((await browser.get(attribute(source, 'src')!)).status).toBe(200);
  }
  expect((await browser.get(attribute(film, 'poster')!)).status).toBe(200);
});

test('H-2 Who We Are / About Us leads to the about page', () => {
  expect(text).toContain('Who We Are / About Us');
  expect(link('Learn More about our factory and people')).toBe('/about');
});

test('H-3 P-3 Our Approach has its three points', () => {
  expect(text).toContain('Our Approach');
  for (const point of [
    'Minimise environmental impact',
    'Bring your design to life',
    'Top quality, certified',
  ]) {
    expect(elements(html, 'h3').map(textOf)).toContain(point);
  }
  for (const step of ['Develop', 'Produce', 'Deliver', 'Install']) expect(text).toContain(step);
  expect(text).toContain('international standards');
});

test('H-4 the first three projects of the catalogue, each with its link', () => {
  expect(text).toContain('Indicative Projects');
  expect(text).toContain('/ Featured Work');
  const cards = elements(html, 'article').map((card) => ({ card, text: textOf(card) }));
  expect(cards).toHaveLength(SITE.featuredProjects);
  projects.en.slice(0, SITE.featuredProjects).forEach((project, index) => {
    const shown = cards[index]!.text;
    for (const part of [project.title, project.category, project.description[0]!, 'View Project']) {
      expect(shown).toContain(part);
    }
    expect(html).toContain(`href="/projects/${project.slug}"`);
  });
  expect(link('View All Projects')).toBe('/projects');
});

test('H-5 P-12 the 17 clients stand in a row that can be scrolled', async () => {
  expect(text).toContain('Trusted by');
  expect(text).toContain('/ Our Clients');
  expect(clients).toHaveLength(SITE.clientLogos);
  for (const { name, slug } of clients) {
    const src = `/clients/${slug}.svg`;
    const logo = elements(html, 'img').find((image) => attribute(image, 'src') === src)!;
    expect(attribute(logo, 'alt')).toBe(name);
    expect((await browser.get(src)).status).toBe(200);
  }
});

test('H-6 the last section leads to the contact page', () => {
  expect(text).toContain('/ Start a Project');
  expect(text).toContain("Let's bring your vision to life");
  expect(link('Contact Us')).toBe('/contact');
});

test('H-7 nothing is hidden in the served page', () => {
  expect(html).not.toContain('data-reveal="wait"');
  expect(html).not.toMatch(/opacity:\s*0/);
});
