import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
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
import { forms, PlainBrowser } from '../../support/reading/browser.ts';
import { copyProject } from '../../support/servers/project-copy.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const run = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
const here = process.cwd();

test('SE-5 former addresses of projects lead on for good', async () => {
  const formerSlugs = ['old-name', 'older-name'];
  const copy = copyProject({
    'projects.json': projects.map((entry, index) =>
      index === 1 ? { ...entry, formerSlugs } : entry,
    ),
  });
  // The copy is laid out like the image: without tests/, so without the lower costs of the tests.
  const site = await serveSite({ NODE_OPTIONS: '' }, copy);
  onTestFinished(() => site.stop());
  const browser = new PlainBrowser(site.url);
  const moved = await browser.get('/projects/older-name?photo=2&utm_source=mail');
  expect(moved.outcome).toBe('301 /projects/roche?photo=2&utm_source=mail');
  const data = await browser.get('/projects/old-name.data?photo=2&utm_source=mail');
  expect(data.status).toBe(202);
  expect(data.html).toContain('"/projects/roche?photo=2&utm_source=mail"');
  const contact = await browser.get('/contact?about=old-name');
  expect(contact.text).toContain("You're asking about the project Roche");
  expect(forms(contact.html)[0]!.fields).toMatchObject({ about: 'roche' });
}, 60_000);

const { '02-roche.jpg': roche, ...others } = pictures;
const withNoPicture = {
  ...insight,
  content: {
    ...insight.content,
    pictures: [{ ...insight.content.pictures[0], name: 'no-such-picture' }],
  },
};
const withoutGreekTitle = {
  ...page,
  content: { ...page.content, title: { en: 'Materials', el: ' ' } },
};
const badAlt = { ...others, '02-roche.jpg': { ...roche, alt: { en: ' ', el: ' ' } } };

test('P-9 EL-3 SE-2 a mistake stops the build and npm run images with one line that names file and place', () => {
  const cwd = copyProject({});
  for (const [file, text, reason, script = 'check-content'] of [
    [
      'insights/our-philosophy.json',
      JSON.stringify(withNoPicture),
      'content.pictures.0.name: names no picture',
    ],
    ['pages/materials.json', JSON.stringify(withoutGreekTitle), 'title_el: Missing: title_el.'],
    ['pictures.json', JSON.stringify(badAlt), '02-roche.jpg.alt.en: is empty'],
    ['pictures.json', JSON.stringify(others), 'lacks 02-roche.jpg: run npm run images'],
    ['pictures.json', '{"02-roche.jpg": ', '', 'images'],
  ] as const) {
    const path = join(cwd, 'app/content', file);
    const good = readFileSync(path);
    writeFileSync(path, text);
    const { status, stdout, stderr } = run(cwd, `scripts/${script}.ts`);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr.startsWith(`app/content/${file}: ${reason}`), stderr).toBe(true);
    writeFileSync(path, good);
  }
}, 60_000);

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

test('SE-2 P-11 draws new and changed previews in the build, and reports wrong files in npm run content', async () => {
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
  const drawn = await sharp(file('projects/ena-neo-grafeio-bar')).metadata();
  expect(drawn).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(statSync(file('projects/roche')).mtimeMs).toBeGreaterThan(before[0]!);
  expect(statSync(file('projects/nestle')).mtimeMs).toBe(before[1]);
  expect(run(cwd, 'scripts/previews.ts').stdout).toBe('');
  expect(manifest.scripts.build).toContain('previews.ts && react-router build');
  expect(manifest.scripts.images).toContain('previews.ts');

  const preview = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
  writeFileSync(file('about'), await preview.jpeg().toBuffer());
  truncateSync(join(cwd, 'app/content/documents/balance-sheet-2019.pdf'), 900);
  const whole = run(cwd, 'scripts/check-content.ts', 'whole');
  expect(whole.status).toBe(1);
  expect(whole.stdout).toMatch(
    /^ok: pictures \(\d+\)\nWRONG: documents .*\nok: .*\nWRONG: previews .*\nok: words/,
  );
  expect(whole.stderr).toContain('public/og/about.jpg: is not of {"width":1200,"height":630}');
  expect(whole.stderr).toContain('balance-sheet-2019.pdf: is no PDF');
}, 120_000);
