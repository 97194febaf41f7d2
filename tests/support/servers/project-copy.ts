import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { newFolder } from './new-data.ts';

const LARGE_FOLDERS = /^app\/content\/(?:pictures|film)\//;

/**
 * Copies the built project into a folder with these files of app/content replaced, and returns the folder.
 * It is deleted after the test.
 */
export function copyProject(content: Record<string, unknown>): string {
  const folder = newFolder();
  const copiedPaths = [
    'app',
    'build/server',
    'db',
    'scripts',
    'package.json',
    'tests/support/costs.ts',
  ];
  fillCopy(folder, copiedPaths, ['build/client', 'node_modules', 'public']);
  for (const [file, value] of Object.entries(content))
    writeFileSync(join(folder, 'app/content', file), JSON.stringify(value));
  return folder;
}

/** Copies some paths of this project into a folder and links read-only or large ones. */
function fillCopy(folder: string, copied: string[], linked: string[]): void {
  const projectFolder = process.cwd();
  const filter = (source: string) => !LARGE_FOLDERS.test(relative(projectFolder, source));
  for (const name of copied)
    cpSync(join(projectFolder, name), join(folder, name), { recursive: true, filter });
  for (const name of linked) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(projectFolder, name), join(folder, name));
  }
}
