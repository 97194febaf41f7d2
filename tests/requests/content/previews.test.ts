import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import projects from '#app/content/projects.json' with { type: 'json' };
import { copyProject } from '../../support/servers/project-copy.ts';

function run(script: string, cwd: string) {
  return spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' });
}

/** A copy in which previews may be drawn: it has the originals, and a folder public/og of its own. */
function copyWithPreviews(content: Record<string, unknown>): string {
  const here = process.cwd();
  const cwd = copyProject(content);
  rmSync(join(cwd, 'public'));
  cpSync(join(here, 'public/og'), join(cwd, 'public/og'), {
    recursive: true,
    preserveTimestamps: true,
  });
  for (const name of readdirSync('public').filter((entry) => entry !== 'og')) {
    symlinkSync(join(here, 'public', name), join(cwd, 'public', name));
  }
  rmSync(join(cwd, 'app/content/pictures'), { recursive: true, force: true });
  symlinkSync(join(here, 'app/content/pictures'), join(cwd, 'app/content/pictures'));
  return cwd;
}

test('SE-2 the build draws the preview of a new project, and anew where the words changed', async () => {
  const [first, second, ...rest] = projects;
  const added = { ...second, title: 'Ένα νέο γραφείο & "bar"' };
  const changed = { ...second, category: 'School' };
  const cwd = copyWithPreviews({ 'projects.json': [first, changed, ...rest, added] });
  const file = (name: string) => join(cwd, `public/og/${name}.jpg`);
  const before = ['projects/roche', 'projects/nestle'].map((name) => statSync(file(name)).mtimeMs);
  const { status, stdout, stderr } = run('scripts/previews.ts', cwd);
  expect([status, stderr]).toEqual([0, '']);
  // In each language: the new one, Roche, and the list, which says how many projects there are.
  expect(stdout).toBe('6 previews written to public/og\n');
  expect(await sharp(file('projects/ένα-νέο-γραφείο-bar')).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  });
  expect(statSync(file('projects/roche')).mtimeMs).toBeGreaterThan(before[0]!);
  expect(statSync(file('projects/nestle')).mtimeMs).toBe(before[1]);
  expect(run('scripts/previews.ts', cwd).stdout).toBe('');
}, 90_000);

test('SE-2 build and npm run images both see to the previews', async () => {
  const { scripts } = (await import('../../../package.json', { with: { type: 'json' } })).default;
  expect(scripts.build).toMatch(
    /check-content\.ts && node scripts\/previews\.ts && react-router build/,
  );
  expect(scripts.images).toContain('node scripts/previews.ts');
});
