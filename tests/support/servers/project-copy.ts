import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

const copied = ['app', 'build/server', 'db', 'scripts', 'package.json'];
/** What is read only, and large. */
const linked = ['build/client', 'node_modules', 'public'];
const heavy = /^app\/content\/(?:pictures|film)\//;

/**
 * A copy of this project, built, in which the content may be changed: its folder. What is given
 * replaces files of app/content. It goes when the test is over.
 */
export function copyProject(content: Record<string, unknown>): string {
  const here = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'drys-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of copied) {
    const filter = (source: string) => !heavy.test(relative(here, source));
    cpSync(join(here, name), join(folder, name), { recursive: true, filter });
  }
  for (const name of linked) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(here, name), join(folder, name));
  }
  for (const [file, value] of Object.entries(content)) {
    writeFileSync(join(folder, 'app/content', file), JSON.stringify(value));
  }
  return folder;
}
