import { expect, onTestFinished, test } from 'vitest';
import insight from '#app/content/insights/our-philosophy.json' with { type: 'json' };
import page from '#app/content/pages/materials.json' with { type: 'json' };
import projects from '#app/content/projects.json' with { type: 'json' };
import fixture from '../../support/media-fixture.json' with { type: 'json' };
import { forms, PlainBrowser, textOf } from '../../support/reading/browser.ts';
import { copyProject } from '../../support/servers/project-copy.ts';
import { serveSite } from '../../support/servers/served-site.ts';

/** A site on which one entry of each kind has been renamed, twice. */
async function serveRenamed() {
  const formerSlugs = ['old-name', 'older-name'];
  const rename = <Entry>(entry: Entry, index: number) =>
    index === 1 ? { ...entry, formerSlugs } : entry;
  const site = await serveSite(
    // The copy has no tests/, so not their lower costs either.
    { NODE_OPTIONS: '' },
    copyProject({
      'projects.json': projects.map(rename),
      'media.json': fixture.map(rename),
      'insights/our-philosophy.json': { ...insight, formerSlugs: ['our-thinking'] },
      'pages/materials.json': { ...page, formerSlugs },
    }),
  );
  onTestFinished(() => site.stop());
  return new PlainBrowser(site.url);
}

test('SE-5 a former address leads on for good, whatever was asked of it, and is still asked about', async () => {
  const browser = await serveRenamed();
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
    expect([path, moved.status, moved.headers.get('location')]).toEqual([path, 301, location]);
  }
  const data = await browser.get('/projects/old-name.data?photo=2&utm_source=mail');
  expect(data.status).toBe(202);
  expect(data.html).toContain('"/projects/roche?photo=2&utm_source=mail"');
  expect(data.html).toContain('301');
  const contact = await browser.get('/contact?about=old-name');
  expect(textOf(contact.html)).toContain("You're asking about the project Roche");
  expect(forms(contact.html)[0]!.fields).toMatchObject({ about: 'roche' });
}, 60_000);
