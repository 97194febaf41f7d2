import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Gives a unit test's file a migrated database of its own; call it before the store is used. */
export async function useScratchDatabase(environment: Record<string, string> = {}): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'drys-unit-'));
  Object.assign(process.env, { DATA_DIR: dataDir, ...environment });
  const { migrate } = await import('#db/migrate.ts');
  const { flushCounts } = await import('#app/domain/audit.server.ts');
  const { closeDatabase } = await import('#db/database.server.ts');
  await migrate();
  afterAll(async () => {
    await flushCounts();
    await closeDatabase();
    rmSync(dataDir, { recursive: true, force: true });
  });
}
