import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { listen } from './free-port.ts';
import { emptyDataFolder, newDataFolder } from './new-data.ts';

/** The PUBLIC_URL of the site under test; requests use its actual port. */
export const ORIGIN = 'http://localhost:4000';

/**
 * Starts the production build and its HTTP server in this process, with a migrated database of its own.
 * Call it once per test file, before anything else reads the configuration.
 */
export async function startSite(environment: Record<string, string> = {}): Promise<string> {
  const dataDir = newDataFolder();
  const defaults = { NODE_ENV: 'production', DATA_DIR: dataDir, PUBLIC_URL: ORIGIN };
  Object.assign(process.env, defaults, environment);
  const { refreshPublishedContent, startContentWatch } =
    await import('#app/domain/site/published.server.ts');
  const { closeDatabase } = await import('#db/database.server.ts');
  const { flushEventCounts } = await import('#app/domain/audit.server.ts');
  const { createRequestListener } = await import('#app/http/request-listener.server.ts');
  const { SiteServer } = await import('#app/http/site-server.server.ts');
  const { loadStaticFiles } = await import('#app/http/static-files.server.ts');
  await refreshPublishedContent();
  const stopContentWatch = startContentWatch();
  const build = await import(/* @vite-ignore */ pathToFileURL('build/server/index.js').href);
  const server = new SiteServer(
    createRequestListener(build, await loadStaticFiles('build/client')),
  );
  // A server may close an idle connection just as the client reuses it, and fetch does not retry. On a
  // busy machine that happens, so idle connections never time out.
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    stopContentWatch();
    await flushEventCounts();
    await closeDatabase();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${port}`;
}

/** Gives a unit test file a migrated database of its own; call it before the database is opened. */
export async function useScratchDatabase(environment: Record<string, string> = {}): Promise<void> {
  const dataDir = newDataFolder('empty.db');
  Object.assign(process.env, { DATA_DIR: dataDir, ...environment });
  const { flushEventCounts } = await import('#app/domain/audit.server.ts');
  const { closeDatabase } = await import('#db/database.server.ts');
  afterAll(async () => {
    await flushEventCounts();
    await closeDatabase();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

/** Empties the data folder of a unit test, so that its tests do not depend on their order. */
export async function resetScratchDatabase(): Promise<void> {
  const { closeDatabase } = await import('#db/database.server.ts');
  await closeDatabase();
  emptyDataFolder(process.env['DATA_DIR']!);
}
