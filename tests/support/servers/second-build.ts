import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const heavy = /^app\/content\/(?:pictures|film)\//;

/** Copies some of this project into a folder, and links what is read only, or large. */
export function fillCopy(folder: string, copied: string[], linked: string[]): void {
  const here = process.cwd();
  const filter = (source: string) => !heavy.test(relative(here, source));
  for (const name of copied)
    cpSync(join(here, name), join(folder, name), { recursive: true, filter });
  for (const name of linked) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(here, name), join(folder, name));
  }
}

/**
 * The next version of this project, really built: its folder and how to remove it. What every page
 * loads has changed, styles and scripts, and so has the look of one page.
 */
export async function buildNextVersion(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'drys-next-'));
  fillCopy(
    folder,
    ['app', 'db', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts'],
    ['node_modules', 'public', 'tests', 'react-router.config.ts'],
  );
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(join(folder, file), text.replace(from, to));
  };
  edit(
    'app/entry.client.tsx',
    'hydrateRoot(',
    "document.body.dataset['version'] = 'next';\n  hydrateRoot(",
  );
  edit(
    'app/routes/site/about/about.tsx',
    'return (',
    "if (globalThis.name === 'next') return null;\n  return (",
  );
  appendFileSync(
    join(folder, 'app/styles/tokens.css'),
    '\nbody[data-version] { --version: next; }\n',
  );
  const run = promisify(execFile);
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(join(folder, 'node_modules/.bin/react-router'), ['build'], { cwd: folder, env });
  await run(process.execPath, ['scripts/compress.ts'], { cwd: folder, env });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
