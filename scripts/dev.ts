// Starts the development server with a database of its own and a sample admin.
import './command-line/closed-pipe.ts';
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

// Not the data folder of the site: the sample admin must never get access to the real desk.
process.env['DATA_DIR'] ??= './data/dev';
process.env['NODE_ENV'] ??= 'development';

const { ConfigError, EXIT_CONFIG, config } = await import('#app/config.server.ts');
const { OPERATOR } = await import('#app/domain/audit.server.ts');
const { createRandomToken } = await import('#app/domain/keys.server.ts');
const { startMailWorker } = await import('#app/domain/mail/mail-delivery.server.ts');
const { startMailboxReader } = await import('#app/domain/mailbox/mailbox-reader.server.ts');
const { replacePasswordAndRevokeAccess } =
  await import('#app/domain/accounts/access-links.server.ts');
const { hashPassword } = await import('#app/domain/accounts/passwords.server.ts');
const { insertAdmin } = await import('#db/accounts.ts');
const { importMissingSampleContent } = await import('#app/domain/site/sample-content.server.ts');
const { closeDatabase, getDatabase, inTransaction } = await import('#db/database.server.ts');
const { migrate } = await import('#db/migrate.ts');
const { findRow, updateRows } = await import('#db/rows.ts');
const { staff } = await import('#db/seed/people.ts');
const { seedEnquiriesIfEmpty } = await import('#db/seed/seed.ts');

const SAMPLE_EMAIL = staff.anna.email;
const ANNOUNCE_AFTER_MS = 1500;
// A mail that takes longer to send is sent again after the next start.
const STOP_LIMIT_MS = 6500;

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(EXIT_CONFIG);
}

async function start(): Promise<void> {
  const { host, port, publicUrl } = config();
  await migrate();
  await importMissingSampleContent();
  await seedEnquiriesIfEmpty(getDatabase());
  const password = await setSamplePassword();

  const stopMail = startMailWorker();
  const stopMailbox = startMailboxReader();
  const server = spawn('react-router', ['dev', '--host', host, '--port', String(port)], {
    stdio: 'inherit',
  });

  server.on('exit', (code) => {
    const workersEnded = Promise.all([stopMail(), stopMailbox()]);
    void Promise.race([workersEnded, wait(STOP_LIMIT_MS)])
      .then(closeDatabase)
      .then(() => process.exit(code ?? 0));
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => server.kill(signal));
  }

  await wait(ANNOUNCE_AFTER_MS);
  console.log(`Admin login: ${publicUrl}/admin  ${SAMPLE_EMAIL}  ${password}`);
}

async function setSamplePassword(): Promise<string> {
  const password = createRandomToken(9);
  const admin =
    (await findRow(getDatabase(), 'admins', { email: SAMPLE_EMAIL })) ??
    (await insertAdmin(getDatabase(), SAMPLE_EMAIL, new Date().toISOString()));
  const passwordHash = await hashPassword(password);
  const change = { passwordHash, event: 'password.changed', exceptDeviceHash: null } as const;
  await inTransaction(async (tx) => {
    await updateRows(tx, 'admins', { id: admin.id }, { disabled: 0 });
    await replacePasswordAndRevokeAccess(tx, admin, change, OPERATOR);
  });
  return password;
}
