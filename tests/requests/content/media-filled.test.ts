import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import projects from '#app/content/projects.json' with { type: 'json' };
import fixture from '../../support/media-fixture.json' with { type: 'json' };
import { elements, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { copyProject } from '../../support/servers/project-copy.ts';
import { serveSite } from '../../support/servers/served-site.ts';

test('P-8 articles written into media.json fill the grid of the media page and have pages', async () => {
  // The copy is laid out like the image: without tests/, so without the lower costs of the tests.
  const copy = copyProject({ 'media.json': fixture });
  const site = await serveSite({ NODE_OPTIONS: '' }, copy);
  onTestFinished(() => site.stop());
  const browser = new PlainBrowser(site.url);
  const list = await browser.get('/media');
  const cards = elements(list.html, 'article').map((card) => textOf(card));
  expect(cards).toHaveLength(fixture.length);
  for (const [index, { title, category, excerpt }] of fixture.entries()) {
    for (const text of [title.en, category.en, excerpt.en, 'Read More'])
      expect(cards[index]).toContain(text);
  }
  expect(cards[0]).toContain('12 May 2025');
  expect(textOf(list.html)).not.toContain('Coming Soon');
  for (const { slug, title, excerpt } of fixture) {
    expect(list.html).toContain(`href="/media/${slug}"`);
    const page = await browser.get(`/media/${slug}`);
    expect(page.status).toBe(200);
    expect(elements(page.html, 'h1').map((head) => textOf(head))).toEqual([title.en]);
    expect(textOf(page.html)).toContain(excerpt.en);
  }
  const written = await browser.get('/media/open-factory-day');
  expect(textOf(written.html)).toContain('Doors open at ten.');
  expect((await browser.get('/media/nope')).status).toBe(404);
});

/** The catalogue, in which what one project says about itself has no Greek. */
const withoutGreek = projects.map((project, index) => {
  if (index !== 3) return project;
  return { ...project, description: { en: project.description.en } };
});

test.each([
  ['media.json', [{ ...fixture[0], publishedDate: 'May' }], '0.publishedDate: is no day'],
  ['media.json', [{ ...fixture[0], image: 'no-such-picture' }], '0.image: names no picture'],
  ['projects.json', [{ title: 'Only a title' }], '0.id: '],
  ['insights/our-philosophy.json', [], 'the whole file: '],
  ['projects.json', withoutGreek, '3.description: missing in el'],
])('P-9 the build stops at a mistake in %s with one line', (file, value, reason) => {
  const cwd = copyProject({ [file]: value });
  const check = spawnSync(process.execPath, ['scripts/check-content.ts'], {
    cwd,
    encoding: 'utf8',
  });
  expect(check.status).toBe(1);
  expect(check.stdout).toBe('');
  expect(check.stderr.startsWith(`app/content/${file}: ${reason}`)).toBe(true);
  expect(check.stderr.trimEnd()).not.toContain('\n');
});
