import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FIRST_START = `
  const { copyFileSync } = await import('node:fs');
  const { migrate } = await import('#db/migrate.ts');
  const { importMissingSampleContent } = await import('#app/domain/site/sample-content.server.ts');
  const { closeDatabase, getDatabasePath } = await import('#db/database.server.ts');
  await migrate();
  await closeDatabase();
  copyFileSync(getDatabasePath(), getDatabasePath().replace('drys.db', 'empty.db'));
  await importMissingSampleContent();
  await closeDatabase();`;

/** Creates the data folder that a first start leaves, once for all tests. Returns the function that deletes all folders. */
export default function makeFirstStart(): () => void {
  const parent = mkdtempSync(join(tmpdir(), 'drys-tests-'));
  // Programs of other users go through it.
  chmodSync(parent, 0o755);
  process.env['TEST_FOLDERS'] = parent;

  const folder = newFolder();
  const env = { ...process.env, DATA_DIR: folder };
  execFileSync(process.execPath, ['--input-type=module', '--eval', FIRST_START], { env });
  process.env['FIRST_START'] = folder;
  return () => rmSync(parent, { recursive: true, force: true });
}

/** Creates an empty folder, which is deleted at the end of the run. */
export const newFolder = () => mkdtempSync(join(process.env['TEST_FOLDERS']!, 'test-'));

/** Creates a data folder as a first start leaves it, or one with empty tables. */
export function newDataFolder(database: 'drys.db' | 'empty.db' = 'drys.db'): string {
  const folder = newFolder();
  copyFileSync(join(process.env['FIRST_START']!, database), join(folder, 'drys.db'));
  if (database === 'drys.db') copyMedia(folder);
  return folder;
}

/** Empties a data folder and its database, but keeps the key, which the process under test holds in memory. */
export function emptyDataFolder(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== 'secret.key') rmSync(join(folder, name), { recursive: true });
  copyFileSync(join(process.env['FIRST_START']!, 'empty.db'), join(folder, 'drys.db'));
}

/**
 * Gives a data folder the media of the sample and no others. Links the files instead of copying them: the
 * site replaces and deletes media, and never writes into one.
 */
export function copyMedia(folder: string): void {
  const [source, target] = [join(process.env['FIRST_START']!, 'media'), join(folder, 'media')];
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const sampleFiles = new Set(readdirSync(source));
  const files = new Set(readdirSync(target));
  for (const file of files) if (!sampleFiles.has(file)) rmSync(join(target, file));
  for (const file of sampleFiles)
    if (!files.has(file)) linkSync(join(source, file), join(target, file));
}
