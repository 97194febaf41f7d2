import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fillCopy } from './second-build.ts';

/**
 * A copy of this project, built, in which the content may be changed: its folder. What is given
 * replaces files of app/content. It goes when the test is over.
 */
export function copyProject(content: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'drys-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copied = ['app', 'build/server', 'db', 'scripts', 'package.json'];
  fillCopy(folder, copied, ['build/client', 'node_modules', 'public']);
  for (const [file, value] of Object.entries(content))
    writeFileSync(join(folder, 'app/content', file), JSON.stringify(value));
  return folder;
}
