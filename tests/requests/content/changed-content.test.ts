import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import insight from '#app/content/insights/our-philosophy.json' with { type: 'json' };
import page from '#app/content/pages/materials.json' with { type: 'json' };
import pictures from '#app/content/pictures.json' with { type: 'json' };
import projects from '#app/content/projects.json' with { type: 'json' };
import manifest from '../../../package.json' with { type: 'json' };
import fixture from '../../support/media-fixture.json' with { type: 'json' };
import { PlainBrowser, forms, textOf, texts } from '../../support/reading/browser.ts';
import { copyProject } from '../../support/servers/project-copy.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const run = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
const here = process.cwd();

test('P-8 SE-5 articles written into media.json have pages; former addresses lead on for good', async () => {
  const formerSlugs = ['old-name', 'older-name'];
  const rename = <Entry>(entry: Entry, index: number) =>
    index === 1 ? { ...entry, formerSlugs } : entry;
  const copy = copyProject({
    'projects.json': projects.map(rename),
    'media.json': fixture.map(rename),
    'insights/our-philosophy.json': { ...insight, formerSlugs: ['our-thinking'] },
    'pages/materials.json': { ...page, formerSlugs },
  });
  // The copy is laid out like the image: without tests/, so without the lower costs of the tests.
  const site = await serveSite({ NODE_OPTIONS: '' }, copy);
  onTestFinished(() => site.stop());
  const browser = new PlainBrowser(site.url);
  const list = await browser.get('/media');
  const cards = list.texts('article');
  expect(cards).toHaveLength(fixture.length);
  expect(cards[0]).toContain('12 May 2025');
  expect(list.text).not.toContain('Coming Soon');
  for (const [index, { slug, title, category, excerpt }] of fixture.entries()) {
    for (const text of [title.en, category.en, excerpt.en, 'Read More'])
      expect(cards[index]).toContain(text);
    const { status, html } = await browser.get(`/media/${slug}`);
    expect([status, texts(html, 'h1')]).toEqual([200, [title.en]]);
    expect(textOf(html)).toContain(excerpt.en);
  }
  expect((await browser.get('/media/open-factory-day')).html).toContain('Doors open at ten.');
  expect((await browser.get('/media/nope')).status).toBe(404);

  for (const [path, location] of [
    ['/projects/old-name', '/projects/roche'],
    ['/projects/older-name?photo=2&utm_source=mail', '/projects/roche?photo=2&utm_source=mail'],
    ['/projects/old-name/?photo=2', '/projects/old-name?photo=2'],
    ['/media/old-name?a=1', `/media/${fixture[1]!.slug}?a=1`],
    ['/insights/our-thinking?b=%CE%B1', '/insights/our-philosophy?b=%CE%B1'],
    ['/page/older-name', '/page/materials'],
    ['/page/our-thinking', '/page/our-philosophy'],
  ] as const) {
    const moved = await browser.get(path);
    expect([path, moved.status, moved.location]).toEqual([path, 301, location]);
  }
  const data = await browser.get('/projects/old-name.data?photo=2&utm_source=mail');
  expect(data.status).toBe(202);
  expect(data.html).toContain('"/projects/roche?photo=2&utm_source=mail"');
  const contact = await browser.get('/contact?about=old-name');
  expect(contact.text).toContain("You're asking about the project Roche");
  expect(forms(contact.html)[0]!.fields).toMatchObject({ about: 'roche' });
}, 60_000);

const { '02-roche.jpg': roche, ...others } = pictures;
const withoutGreek = projects.map((project, index) =>
  index === 3 ? { ...project, description: { en: project.description.en } } : project,
);
const badAlt = { ...others, '02-roche.jpg': { ...roche, alt: { en: ' ', el: ' ' } } };

test.each([
  ['P-9', 'media.json', [{ ...fixture[0], image: 'no-such-picture' }], '0.image: names no picture'],
  ['P-9', 'insights/our-philosophy.json', [], 'the whole file: '],
  ['EL-3', 'projects.json', withoutGreek, '3.description: missing in el'],
  ['SE-2', 'pictures.json', badAlt, '02-roche.jpg.alt.en: is empty'],
  ['SE-2', 'pictures.json', { ...pictures, roche }, 'roche: '],
  ['SE-2', 'pictures.json', others, 'lacks 02-roche.jpg: run npm run images'],
])('%s the build stops at a mistake in %s with one line (%#)', (_, file, value, reason) => {
  const cwd = copyProject({ [file]: value });
  const { status, stdout, stderr } = run(cwd, 'scripts/check-content.ts');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr.startsWith(`app/content/${file}: ${reason}`), stderr).toBe(true);
});

test('SE-2 npm run images stops at a pictures.json that is none, with one line', () => {
  const cwd = copyProject({});
  writeFileSync(join(cwd, 'app/content/pictures.json'), '{"02-roche.jpg": ');
  const { status, stderr } = run(cwd, 'scripts/images.ts');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^app\/content\/pictures\.json: [^\n]+\n$/),
  ]);
});

/** A copy whose files are its own where they are to be changed: public/og and the documents. */
function copyWithFiles(content: Record<string, unknown>): string {
  const cwd = copyProject(content);
  rmSync(join(cwd, 'public'));
  mkdirSync(join(cwd, 'public'));
  for (const name of readdirSync('public')) {
    if (name !== 'og') symlinkSync(join(here, 'public', name), join(cwd, 'public', name));
    else {
      const options = { recursive: true, preserveTimestamps: true };
      cpSync(join(here, 'public', name), join(cwd, 'public', name), options);
    }
  }
  rmSync(join(cwd, 'app/content/pictures'), { recursive: true, force: true });
  symlinkSync(join(here, 'app/content/pictures'), join(cwd, 'app/content/pictures'));
  return cwd;
}

test('SE-2 the build draws the preview of a new project, and anew where the words changed', async () => {
  const [first, second, ...rest] = projects;
  const added = { ...second, title: 'Ένα νέο γραφείο & "bar"' };
  const changed = { ...second, category: 'School' };
  const cwd = copyWithFiles({ 'projects.json': [first, changed, ...rest, added] });
  const file = (name: string) => join(cwd, `public/og/${name}.jpg`);
  const before = ['projects/roche', 'projects/nestle'].map((name) => statSync(file(name)).mtimeMs);
  const { status, stdout, stderr } = run(cwd, 'scripts/previews.ts');
  expect([status, stderr]).toEqual([0, '']);
  // In each language: the new one and Roche.
  expect(stdout).toBe('4 previews written to public/og\n');
  const drawn = await sharp(file('projects/ένα-νέο-γραφείο-bar')).metadata();
  expect(drawn).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(statSync(file('projects/roche')).mtimeMs).toBeGreaterThan(before[0]!);
  expect(statSync(file('projects/nestle')).mtimeMs).toBe(before[1]);
  expect(run(cwd, 'scripts/previews.ts').stdout).toBe('');
  expect(manifest.scripts.build).toContain('previews.ts && react-router build');
  expect(manifest.scripts.images).toContain('previews.ts');
}, 90_000);

test('SE-2 P-11 npm run content tells of a preview and a document that are not what they should be', async () => {
  const cwd = copyWithFiles({});
  const preview = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
  writeFileSync(join(cwd, 'public/og/about.jpg'), await preview.jpeg().toBuffer());
  truncateSync(join(cwd, 'app/content/documents/balance-sheet-2019.pdf'), 900);
  const { status, stdout, stderr } = run(cwd, 'scripts/check-content.ts', 'whole');
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^ok: pictures \(\d+\)\nWRONG: documents .*\nok: .*\nWRONG: previews .*\nok: words/,
  );
  expect(stderr).toContain('public/og/about.jpg: is not of {"width":1200,"height":630}');
  expect(stderr).toContain('balance-sheet-2019.pdf: is no PDF');
}, 60_000);
