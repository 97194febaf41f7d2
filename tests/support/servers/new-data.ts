import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FIRST_START = `
  const { copyFileSync } = await import('node:fs');
  const { migrate } = await import('#db/migrate.ts');
  const { fillSiteContent } = await import('#app/domain/site/published.server.ts');
  const { closeDatabase, getDatabasePath } = await import('#db/database.server.ts');
  await migrate();
  await closeDatabase();
  copyFileSync(getDatabasePath(), getDatabasePath().replace('drys.db', 'empty.db'));
  await fillSiteContent();
  await closeDatabase();`;

/** Once for all tests, whichever runs them: the database as a first start leaves it. */
export default function makeFirstStart(): () => void {
  const folder = emptyFolder();
  const env = { ...process.env, DATA_DIR: folder };
  execFileSync(process.execPath, ['--input-type=module', '--eval', FIRST_START], { env });
  process.env['FIRST_START'] = folder;
  return () => rmSync(folder, { recursive: true });
}

export const emptyFolder = () => mkdtempSync(join(tmpdir(), 'drys-test-'));

/** A data folder of its own, as a first start leaves it, or with empty tables: the caller removes it. */
export function newDataFolder(database: 'drys.db' | 'empty.db' = 'drys.db'): string {
  const folder = emptyFolder();
  copyFileSync(join(process.env['FIRST_START']!, database), join(folder, 'drys.db'));
  return folder;
}
