import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLE_FOLDER } from '#app/content/sample.server.ts';
import page from '#app/content/sample/pages/0002-materials.json' with { type: 'json' };
import pictures from '#app/content/sample/pictures.json' with { type: 'json' };
import roche from '#app/content/sample/projects/0002-roche.json' with { type: 'json' };
import { forms, PlainBrowser } from '../../support/reading/browser.ts';
import { newFolder } from '../../support/servers/new-data.ts';
import { copyProject } from '../../support/servers/project-copy.ts';
import { serveSite } from '../../support/servers/served-site.ts';

test('SE-5 redirects the former URLs of projects permanently', async () => {
  const formerAddresses = ['old-name', 'older-name'];
  const copy = copyProject({ 'sample/projects/0002-roche.json': { ...roche, formerAddresses } });
  // The copy is laid out like the image: without tests/, so without the lower costs of the tests.
  await using site = await serveSite({ NODE_OPTIONS: '' }, copy);
  const browser = new PlainBrowser(site.url);
  const redirect = await browser.get('/projects/older-name?photo=2&utm_source=mail');
  expect(redirect.outcome).toBe('301 /projects/roche?photo=2&utm_source=mail');
  const data = await browser.get('/projects/old-name.data?photo=2&utm_source=mail');
  expect(data.status).toBe(202);
  expect(data.html).toContain('"/projects/roche?photo=2&utm_source=mail"');
  const contact = await browser.get('/contact?about=old-name');
  expect(contact.text).toContain('You’re asking about the project Roche');
  expect(forms(contact.html)[0]!.fields).toMatchObject({ about: 'roche' });
});

const [PICTURE = '', picture] = Object.entries(pictures)[0]!;
const withMainPicture = (name: string) => {
  const [main, ...otherPictures] = roche.published.pictures;
  return { ...roche.published, pictures: [{ ...main, name }, ...otherPictures] };
};

/** Checks a copy of the project with these files of the sample, as the build does. */
function checkContent(sample: Record<string, unknown>) {
  const files = Object.entries(sample).map(([file, value]) => [`sample/${file}`, value]);
  const cwd = copyProject(Object.fromEntries(files) as Record<string, unknown>);
  const options = { cwd, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['scripts/check-content.ts'], options);
}

test('P-9 EL-3 PB-9 the build stops with one line at each mistake in the entries of the sample', () => {
  const project = { ...roche, published: withMainPicture('no-such-picture') };
  const titles = { en: 'Materials', el: ' ' };
  const { status, stdout, stderr } = checkContent({
    'projects/0002-roche.json': project,
    'pages/0002-materials.json': { ...page, published: { ...page.published, title: titles } },
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trimEnd().split('\n').toSorted()).toEqual([
    'pages/0002-materials.json: published.title.el: please fill this in',
    'projects/0002-roche.json: published.pictures.0.name: names a picture that is not in pictures.json',
  ]);
});

test('P-9 PB-9 the build stops at a picture of the sample without a width', () => {
  const { status, stderr } = checkContent({
    'pictures.json': { ...pictures, [PICTURE]: { ...picture, widths: [] } },
  });
  expect(status).toBe(1);
  expect(stderr.split('\n')[0]).toBe(`pictures.json: ${PICTURE}.widths: is empty`);
});

test('PB-1 PB-9 fills a new data folder with the sample, which content-export writes as it is stored', async () => {
  await using site = await serveSite();
  const parent = newFolder();
  const folder = join(parent, 'export');
  expect(await site.run(['scripts/data.ts', 'content-export', folder])).toMatchObject({ code: 0 });
  const list = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\/[^.]|^pictures/.test(path))
      .toSorted();
  expect(list(folder)).toEqual(list(SAMPLE_FOLDER));
  const read = (root: string) =>
    list(root).map((path) => [path, readFileSync(join(root, path)).toString('base64')]);
  expect(read(folder)).toEqual(read(SAMPLE_FOLDER));
});
