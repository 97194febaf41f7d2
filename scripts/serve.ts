import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { SiteServer } from '#app/http/site-server.server.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// Without the cache, compiling unchanged modules takes a third of a start.
enableCompileCache(join(root, 'build/compile-cache'));

// React renders 2.4 times faster in production mode; it must be set before the build is imported.
process.env['NODE_ENV'] ??= 'production';

const { ConfigError, EXIT_CONFIG, config } = await import('#app/config.server.ts');
const { requireOwnFolder } = await import('./command-line/data-folder.ts');
const { checkInBackground } = await import('#db/engine/integrity-check.ts');
const { withStartupLock } = await import('#db/engine/locks.ts');
const { closeDatabase, database, getDatabasePath } = await import('#db/database.server.ts');
const { migrate } = await import('#db/migrate.ts');
const { createRequestListener } = await import('#app/http/request-listener.server.ts');
const { createSiteServer } = await import('#app/http/site-server.server.ts');
const { AssetArchive } = await import('#app/http/asset-archive.server.ts');
const { loadStaticFiles } = await import('#app/http/static-files.server.ts');
const { log, logError } = await import('#app/log.server.ts');
const { endLiveEvents } = await import('#app/domain/desk/live.server.ts');
const { flushCounts } = await import('#app/domain/audit.server.ts');
const { startDailyWork } = await import('#app/domain/privacy.server.ts');
const { startDigestWorker } = await import('#app/domain/desk/digest.server.ts');
const { startMailWorker } = await import('#app/domain/mail/mail-delivery.server.ts');
const { startMailboxReader } = await import('#app/domain/mailbox/mailbox-reader.server.ts');
const { sweepAttachments } = await import('#app/domain/attachments/attachment-folder.server.ts');
const { showPublished, startContentWatch } = await import('#app/domain/site/published.server.ts');
const { importSampleContent } = await import('#app/domain/site/sample-content.server.ts');
const { startScanWorker } = await import('#app/domain/attachments/scanning.server.ts');
const { listAdmins } = await import('#db/accounts.ts');
const { getKey } = await import('#app/domain/keys.server.ts');

// An uncaught error does not end the server: transactions keep the database consistent.
const { getErrorReason } = await import('#app/http/responses.server.ts');
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error: unknown) => logError('uncaught', { reason: getErrorReason(error) }));
}
// Ignore a closed pipe: the end of the log's reader must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// Docker and others kill a process after ten seconds; the database must be closed before.
const STOP_LIMIT_MS = 8000;
// Archives regularly, so that the assets of a long-running build do not expire before the next start.
const ASSET_ARCHIVE_INTERVAL_MS = 24 * 3_600_000;
// A mail that takes longer to send is sent again after the next start.
const MAIL_LIMIT_MS = 6500;

try {
  await start();
} catch (error) {
  // Only the message: a stack trace would distract the operator from it.
  console.error((error as Error).message);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}

async function start(): Promise<void> {
  const { host, port, publicUrl } = config();
  requireOwnFolder();
  await withStartupLock(config().dataDir, async () => {
    getKey('visitor');
    const upgrade = await migrate();
    if (upgrade) log('database-upgraded', { ...upgrade });
    await importSampleContent();
    const swept = await sweepAttachments(database());
    if (swept > 0) log('attachments-swept', { files: swept });
  });
  await showPublished();
  const built = join(root, 'build/server/index.js');
  if (!existsSync(built)) throw new ConfigError('There is no build yet. Run: npm run build');
  const build = await import(pathToFileURL(built).href);
  const client = join(root, 'build/client');
  const assets = new AssetArchive(client, join(config().dataDir, 'assets'));
  // Only log an error, such as a full disk: the archive is needed by later builds, not by this one.
  const archiveAssets = () => {
    try {
      assets.archive();
    } catch (error) {
      logError('assets-not-kept', { reason: getErrorReason(error) });
    }
  };
  archiveAssets();
  const files = await loadStaticFiles(client);
  const server = createSiteServer(createRequestListener(build, files, assets));
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${port} on ${host} is in use: stop what uses it, or set PORT.`
        : `Cannot listen on ${host}:${port}: ${error.message}`,
    );
    process.exit(1);
  });
  // By default V8 lets the heap grow with the machine's memory: under load, more than half of it was
  // garbage. Set it only now, because during the start nearly all allocated memory is in use.
  setFlagsFromString('--heap-growing-percent=20');
  server.listen(port, host, () => {
    const address = server.address();
    const actual = typeof address === 'object' && address ? address.port : port;
    log('listening', { host, port: actual, url: publicUrl });
  });
  if ((await listAdmins(database())).length === 0) {
    console.log('There is no admin yet. Invite the first one: npm run admin -- invite EMAIL');
  }
  const stopWorkers = startWorkers();
  void checkInBackground(getDatabasePath()).then((reason) => {
    if (reason) logError('database-damaged', { reason });
  });
  setInterval(archiveAssets, ASSET_ARCHIVE_INTERVAL_MS).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop(server, stopWorkers));
}

/** Starts what runs beside the requests, and returns the functions that end it. */
function startWorkers() {
  startDailyWork();
  startScanWorker();
  return [startContentWatch(), startMailWorker(), startDigestWorker(), startMailboxReader()];
}

async function stop(server: SiteServer, workers: (() => void | Promise<void>)[]): Promise<void> {
  log('draining');
  setTimeout(() => {
    log('drain-limit');
    process.exit(0);
  }, STOP_LIMIT_MS).unref();
  const allWorkersEnded = Promise.all(workers.map((end) => end()));
  const workersEnded = Promise.race([allWorkersEnded, wait(MAIL_LIMIT_MS)]);
  // End the event streams late: a desk reconnects at once, and must reach another process or the next one.
  await Promise.all([server.drain(endLiveEvents), workersEnded]);
  await flushCounts();
  await closeDatabase();
  process.exit(0);
}
