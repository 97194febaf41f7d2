import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import pictures from '#app/content/pictures.json' with { type: 'json' };
import { copyProject } from '../../support/servers/project-copy.ts';

function run(script: string, cwd: string) {
  return spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' });
}

const roche = '02-roche.jpg' as const;
const { [roche]: described, ...others } = pictures;

const mistakes = [
  [{ ...pictures, [roche]: { focal: [0, 0] } }, 'pictures.json: 02-roche.jpg.alt: '],
  [
    { ...pictures, [roche]: { ...described, alt: { en: ' ', el: ' ' } } },
    'pictures.json: 02-roche.jpg.alt.en: is empty',
  ],
  [
    { ...pictures, [roche]: { ...described, focal: [0, 2] } },
    'pictures.json: 02-roche.jpg.focal.1: ',
  ],
  [{ ...pictures, roche: described }, 'pictures.json: roche: '],
  [others, 'pictures.json: lacks 02-roche.jpg: run npm run images\n'],
  ['{"02-roche.jpg": ', 'pictures.json: '],
  [
    { ...pictures, '99-new.jpg': described },
    'pictures-manifest.json: lacks 99-new: run npm run images\n',
  ],
] as const;

test('SE-2 build and npm run images stop at a bad entry of pictures.json with one line', () => {
  const cwd = copyProject({});
  for (const [value, line] of mistakes) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    writeFileSync(join(cwd, 'app/content/pictures.json'), text);
    const { status, stdout, stderr } = run('scripts/check-content.ts', cwd);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr.startsWith(`app/content/${line}`), stderr).toBe(true);
  }
  writeFileSync(join(cwd, 'app/content/pictures.json'), '{"02-roche.jpg": ');
  const images = run('scripts/images.ts', cwd);
  expect([images.status, images.stdout]).toEqual([1, '']);
  expect(images.stderr).toMatch(/^app\/content\/pictures\.json: [^\n]+\n$/);
}, 90_000);
