import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

const heavy = /^app\/content\/(?:pictures|film)\//;

/**
 * A copy of this project, built, in which the content may be changed: its folder. What is given
 * replaces files of app/content. It goes when the test is over.
 */
export function copyProject(content: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'drys-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copied = ['app', 'build/server', 'db', 'scripts', 'package.json', 'tests/support/costs.ts'];
  fillCopy(folder, copied, ['build/client', 'node_modules', 'public']);
  for (const [file, value] of Object.entries(content))
    writeFileSync(join(folder, 'app/content', file), JSON.stringify(value));
  return folder;
}

/** Copies some of this project into a folder, and links what is read only, or large. */
function fillCopy(folder: string, copied: string[], linked: string[]): void {
  const here = process.cwd();
  const filter = (source: string) => !heavy.test(relative(here, source));
  for (const name of copied)
    cpSync(join(here, name), join(folder, name), { recursive: true, filter });
  for (const name of linked) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(here, name), join(folder, name));
  }
}
