import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// Without the cache, compiling unchanged modules takes a third of a start.
enableCompileCache(join(root, 'build/compile-cache'));

// React renders 2.4 times faster in production mode; it must be set before the build is imported.
process.env['NODE_ENV'] ??= 'production';

const { ConfigError, EXIT_CONFIG, config, formatCommand } = await import('#app/config.server.ts');
const { requireOwnDataFolder } = await import('./command-line/data-folder.ts');
const { formatCommandError, isFileError } = await import('./command-line/error-line.ts');
const { checkDatabaseIfLarge, getKnownDamage } = await import('#db/engine/integrity-check.ts');
const { withStartupLock } = await import('#db/engine/locks.ts');
const { closeDatabase, getDatabase, getDatabasePath } = await import('#db/database.server.ts');
const { migrate } = await import('#db/migrate.ts');
const { createRequestListener } = await import('#app/http/request-listener.server.ts');
const { SiteServer } = await import('#app/http/site-server.server.ts');
const { AssetArchive } = await import('#app/http/asset-archive.server.ts');
const { loadStaticFiles } = await import('#app/http/static-files.server.ts');
const { log, logError } = await import('#app/log.server.ts');
const { flushEventCounts } = await import('#app/domain/audit.server.ts');
const { DAY, SECOND, startPeriodicTask } = await import('#app/domain/clock.server.ts');
const { startDailyCleanup } = await import('#app/domain/privacy.server.ts');
const { startDigestWorker } = await import('#app/domain/desk/digest.server.ts');
const { startMailWorker } = await import('#app/domain/mail/mail-delivery.server.ts');
const { startMailboxReader } = await import('#app/domain/mailbox/mailbox-reader.server.ts');
const { deleteOrphanedAttachmentFiles } =
  await import('#app/domain/attachments/attachment-folder.server.ts');
const { refreshPublishedContent, startContentWatch } =
  await import('#app/domain/site/published.server.ts');
const { importMissingSampleContent } = await import('#app/domain/site/sample-content.server.ts');
const { startScanWorker } = await import('#app/domain/attachments/scanning.server.ts');
const { findLostSecretProblem } = await import('#app/domain/lost-secret.server.ts');
const { listAdmins } = await import('#db/accounts.ts');
const { getNewestKey } = await import('#app/domain/keys.server.ts');

// An uncaught error does not end the server: transactions keep the database consistent.
const { getErrorMessage } = await import('#app/http/responses.server.ts');
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error: unknown) => logError('uncaught', { reason: getErrorMessage(error) }));
}
// Ignore a closed pipe: the end of the log's reader must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// Docker and others kill a process after ten seconds; the database must be closed before.
const STOP_LIMIT_MS = 8000;
// A mail that takes longer to send is sent again after the next start.
const MAIL_LIMIT_MS = 6500;

try {
  await start();
} catch (error) {
  console.error(formatCommandError(error));
  process.exit(error instanceof ConfigError || isDataFolderError(error) ? EXIT_CONFIG : 1);
}

/** A restart would not help: the operator must correct the data folder, or DATA_DIR. */
function isDataFolderError(error: unknown): boolean {
  if (!isFileError(error)) return false;
  const { dataDir } = config();
  return error.path === dataDir || error.path?.startsWith(dataDir + sep) === true;
}

async function start(): Promise<void> {
  const { host, port, publicUrl } = config();

  requireOwnDataFolder();
  await withStartupLock(config().dataDir, prepareData);
  await refreshPublishedContent();

  const built = join(root, 'build/server/index.js');
  if (!existsSync(built)) throw new ConfigError('There is no build yet. Run: npm run build');
  const build = await import(pathToFileURL(built).href);

  const client = join(root, 'build/client');
  const assets = new AssetArchive(client, join(config().dataDir, 'assets'));
  // Every day, so that the assets of a long-running build do not expire before the next start. Only later builds need
  // the archive: if it cannot be written, this one runs all the same.
  startPeriodicTask('assets-not-kept', DAY / SECOND, async () => assets.archiveAndPrune());
  const files = await loadStaticFiles(client);

  const server = new SiteServer(createRequestListener(build, files, assets));
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${port} on ${host} is in use: stop the program that uses it, or set PORT.`
        : `Cannot listen on port ${port} of ${host} (${error.message}): correct HOST or PORT.`,
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

  if ((await listAdmins(getDatabase())).length === 0) {
    const invite = formatCommand('admin', 'invite EMAIL');
    console.log(`There is no admin yet. Invite the first one: ${invite}`);
  }

  const stopWorkers = startWorkers();
  void checkDatabaseIfLarge(getDatabasePath()).then((reason) => {
    if (reason) logError(getKnownDamage() ? 'database-damaged' : 'database-unchecked', { reason });
  });

  let isStopping = false;
  // A closed terminal sends SIGHUP.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // npm and the shell send the signal to the whole group: a second signal must not end the draining server.
      if (isStopping) return;
      isStopping = true;
      void stop(server, stopWorkers);
    });
  }
}

/** Upgrades the database and tidies the data folder. Runs in one process at a time. */
async function prepareData(): Promise<void> {
  getNewestKey('visitor');
  const upgrade = await migrate();
  if (upgrade) log('database-upgraded', { ...upgrade });

  const secretProblem = await findLostSecretProblem();
  if (secretProblem) logError('secret-lost', { reason: secretProblem });
  await importMissingSampleContent();

  const swept = await deleteOrphanedAttachmentFiles(getDatabase());
  if (swept > 0) log('attachments-swept', { files: swept });
}

/** Starts what runs beside the requests, and returns the functions that end it. */
function startWorkers() {
  return [
    startDailyCleanup(),
    startScanWorker(),
    startContentWatch(),
    startMailWorker(),
    startDigestWorker(),
    startMailboxReader(),
  ];
}

async function stop(
  server: InstanceType<typeof SiteServer>,
  workers: (() => void | Promise<void>)[],
): Promise<void> {
  log('draining');
  setTimeout(() => {
    log('drain-limit');
    process.exit(0);
  }, STOP_LIMIT_MS).unref();

  const allWorkersEnded = Promise.all(workers.map((end) => end()));
  const workersEnded = Promise.race([allWorkersEnded, wait(MAIL_LIMIT_MS)]);
  await Promise.all([server.drain(), workersEnded]);

  await flushEventCounts();
  await closeDatabase();
  process.exit(0);
}
