import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { SqliteFile } from '#db/engine/sqlite-file.ts';
import { staff } from '#db/seed/people.ts';
import { formatCommandError } from '../../../scripts/command-line/error-line.ts';
import { describeWithPrograms } from '../../support/front/program.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import { newDataFolder, newFolder } from '../../support/servers/new-data.ts';
import { runScript, serveSite } from '../../support/servers/served-site.ts';

const site = await serveSite();
afterAll(() => site.stop());
const runIn = (folder: string, args: string[]) => runScript(args, { DATA_DIR: folder });
const data = (...args: string[]) => site.run(['scripts/data.ts', ...args]);

const folder = newFolder();

/** The result of a command that refuses, and prints nothing but why. */
const refusal = (code: number, stderr: unknown) => ({ code, stdout: '', stderr });

async function doctor(environment: Record<string, string>) {
  const { code, stdout, stderr } = await runScript(['scripts/doctor.ts'], environment);
  return { code, text: stdout + stderr };
}

test('doctor reports a running site as healthy, and counts the refusals of a day', async () => {
  using file = site.openDatabase();
  const sql = `INSERT INTO audit_counts VALUES (?, 'enquiry.honeypot', 0, 'a', 12)`;
  file.prepare(sql).run(new Date().toISOString());
  const { code, text } = await doctor({ DATA_DIR: site.dataDir });
  expect(text).toMatch(/^ok {5}database: 0 enquiries, 0 admins; invite the first admin/m);
  expect(text).toContain('; events of the last day: 12 enquiry.honeypot');
  expect(text).toMatch(/^ok {5}pictures and documents: 1\d\d files, 3\d MB$/m);
  expect(text).not.toContain('FAILED');
  expect(code).toBe(0);
});

test('doctor takes a database file without tables for a new one', async () => {
  const folderWithoutTables = newFolder();
  const path = join(folderWithoutTables, 'drys.db');
  const file = new SqliteFile(path);
  file.exec('VACUUM');
  file.close();
  chmodSync(path, 0o600);
  const { code, text } = await doctor({ DATA_DIR: folderWithoutTables });
  expect(text).toMatch(/^ok {5}database: 0 enquiries, 0 admins/m);
  expect(code).toBe(0);
});

test('doctor reports a proxy that hides the IP addresses of visitors, who then share one limit', async () => {
  const folderBehindProxy = newDataFolder('empty.db');
  using file = new SqliteFile(join(folderBehindProxy, 'drys.db'));
  file
    .prepare(`INSERT INTO audit_counts VALUES (?, 'proxy.no-address', 0, 'a', 1)`)
    .run(new Date().toISOString());
  const { code, text } = await doctor({ DATA_DIR: folderBehindProxy, TRUST_PROXY: '1' });
  expect(text).toMatch(/^FAILED proxy: .*X-Forwarded-For.*make the proxy set the header$/m);
  expect(code).toBe(1);
});

test.each([
  ['ignore-scripts', { npm_config_ignore_scripts: 'true' }],
  ['omit=dev', { npm_config_omit: 'dev' }],
])('a command names %s of npm when it keeps Node away', (setting, environment) => {
  const checkout = newFolder();
  mkdirSync(join(checkout, 'scripts'));
  copyFileSync('scripts/prepare.mjs', join(checkout, 'scripts/prepare.mjs'));

  const env = { ...process.env, ...environment };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs', 'serve'], {
    cwd: checkout,
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    78,
    `The project's own Node is missing, because npm installed with ${setting} (or NODE_ENV=production). ` +
      'Run: npm ci --include=dev --ignore-scripts=false\n',
  ]);
});

test('doctor and list count an invited admin; list tells how to invite the first, and doctor how to make the first backup', async () => {
  const newSiteFolder = newDataFolder('empty.db');
  const admin = (...args: string[]) => runIn(newSiteFolder, ['scripts/admin.ts', ...args]);
  expect((await admin('list')).stdout).toBe(
    'There is no admin yet. Invite the first one: npm run admin -- invite EMAIL\n',
  );
  expect((await admin('invite', staff.anna.email)).code).toBe(0);
  expect((await admin('list')).stdout).toBe(`${staff.anna.email}\tinvited\n`);
  const { code, text } = await doctor({ DATA_DIR: newSiteFolder });
  expect(text).toMatch(/^ok {5}database: 0 enquiries, 0 admins, 1 invited$/m);
  expect(text).not.toContain('invite the first admin');

  expect(text).toMatch(
    /^- {6}backup: none has been made from here yet: npm run data -- backup FILE$/m,
  );
  expect(code).toBe(0);
});

test('doctor says when the last backup was made, and does not call an old one ok', async () => {
  const folder = newDataFolder('empty.db');
  const backUp = (name: string) => runIn(folder, ['scripts/data.ts', 'backup', join(folder, name)]);
  const examine = async () => (await doctor({ DATA_DIR: folder })).text;

  expect((await backUp('first.db')).code).toBe(0);
  const db = new SqliteFile(join(folder, 'drys.db'));
  db.exec(`UPDATE milestones SET reached_at = '2020-01-05T03:15:00.000Z'`);
  db.close();
  expect(await examine()).toMatch(
    /^- {6}backup: the last one was made on 2020-01-05: npm run data -- backup FILE$/m,
  );

  expect((await backUp('second.db')).code).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  expect(await examine()).toContain(`\nok     backup: the last one was made on ${today}\n`);
});

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

// The cache of compiled files belongs to root, so the other user gets one: it saves a third of their time.
const otherCache = newFolder();
chmodSync(otherCache, 0o777);

/** Runs a script as another user than root, because root may use every file. */
function runWithoutRights(args: string[], DATA_DIR: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: otherCache, DATA_DIR, PORT: '0' },
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  return { code: status, stdout, stderr };
}

/** Creates a data folder with empty tables for runWithoutRights. */
function createFolderWithoutRights(): string {
  const dataDir = newDataFolder('empty.db');
  for (const path of [dataDir, join(dataDir, 'drys.db')])
    if (isRoot) chownSync(path, NOBODY, NOBODY);
  return dataDir;
}

function forbid(path: string): void {
  chmodSync(path, 0);
  onTestFinished(() => chmodSync(path, 0o700));
}

test('a command that may not use a path says so in one line, and what to do', () => {
  const dataDir = createFolderWithoutRights();
  const backups = join(dataDir, 'backups');
  mkdirSync(backups);
  forbid(backups);
  const forbidden = (path: string) =>
    expect.stringMatching(`^The user \\S+ may not use ${path}: give it to this user .*\n$`);
  const backup = join(backups, 'new.db');
  const runData = (...args: string[]) => runWithoutRights(['scripts/data.ts', ...args], dataDir);
  expect(runData('backup', backup)).toEqual(refusal(1, forbidden(`${backup}.part`)));
  expect(runData('restore', dataDir, '--check').stderr).toBe(
    'The path is a folder, not a file: choose a file.\n',
  );
  expect(runData('restore', backup, '--check').stderr, 'in a folder of another user').toEqual(
    forbidden(backup),
  );
  expect(runData('content-import', join(backups, 'content')).stderr).toEqual(
    forbidden(join(backups, 'content')),
  );
  expect(runData('content-import', join(dataDir, 'mistyped')).stderr).toBe(
    `${join(dataDir, 'mistyped')} does not exist: create it, or correct the path.\n`,
  );
  const inFile = join(dataDir, 'drys.db', 'new', 'backup.db');
  expect(runData('backup', inFile).stderr).toMatch(
    /drys\.db\S* cannot be used, because it or a folder above it is a file: correct the path\.\n$/,
  );
  const key = join(dataDir, 'secret.key');
  const start = () => runWithoutRights(['scripts/serve.ts'], dataDir);
  chmodSync(dataDir, 0o500);
  expect(start(), 'creates no key').toEqual(refusal(78, forbidden(key)));
  chmodSync(dataDir, 0o700);
  writeFileSync(key, 'k'.repeat(32));
  forbid(key);
  expect(start()).toEqual(refusal(78, forbidden(key)));
  forbid(dataDir);
  const list = runWithoutRights(['scripts/admin.ts', 'list'], dataDir);
  expect(list).toEqual(refusal(1, forbidden(dataDir)));
  expect(runData('backup', join(folder, 'new.db')).stderr).toEqual(
    forbidden(join(dataDir, 'drys.db')),
  );
});

const doctorWithoutRights = (dataDir: string) =>
  runWithoutRights(['scripts/doctor.ts'], dataDir).stdout.split('\n');
const may = (verb: string, path: string) =>
  expect.stringMatching(`^FAILED .*: the user \\S+ may not ${verb} ${path}`);

test('doctor tells files that it may not read from missing files, and recommends no restore', () => {
  const dataDir = createFolderWithoutRights();
  const path = join(dataDir, 'drys.db');
  const name = '0f'.repeat(16);
  const file = new SqliteFile(path);
  file.pragma('foreign_keys = OFF');
  file.exec(
    `INSERT INTO attachments (enquiry_id, name, type, size, sha256, file, created_at)
     VALUES (1, 'plan.pdf', 'application/pdf', 4, '${'0'.repeat(64)}', '${name}', '2026-11-20T10:00:00.000Z')`,
  );
  file.close();
  const storedPath = join(dataDir, 'attachments', name);
  mkdirSync(join(dataDir, 'attachments'));
  writeFileSync(storedPath, 'plan');
  forbid(storedPath);
  const lines = doctorWithoutRights(dataDir);
  expect(lines).toContainEqual(may('read or write', `${storedPath}: chown -R`));
  expect(lines.join('\n')).not.toContain('npm run data -- restore');
  forbid(path);
  expect(doctorWithoutRights(dataDir)).toContainEqual(may('read or write', `${path}: chown -R`));
});

// Only root can give a file away.
test.skipIf(!isRoot)('doctor reports a database that it may only read', () => {
  const dataDir = createFolderWithoutRights();
  const path = join(dataDir, 'drys.db');
  chownSync(path, 0, 0);
  chmodSync(path, 0o644);
  const lines = doctorWithoutRights(dataDir);
  expect(lines).toContainEqual(may('read or write', `${path}: chown -R`));
  expect(lines.join('\n')).not.toContain('Run: npm run doctor');
});

test('doctor reports a data folder or key with which the site cannot start', () => {
  const dataDir = createFolderWithoutRights();
  const [key, outbox] = [join(dataDir, 'secret.key'), join(dataDir, 'outbox')];
  writeFileSync(key, 'too short', { mode: 0o600 });
  if (isRoot) chownSync(key, NOBODY, NOBODY);
  const folders = ['receiving', 'previews', 'assets'].map((name) => join(dataDir, name));
  for (const path of [outbox, ...folders]) {
    mkdirSync(path);
    forbid(path);
  }
  const lines = doctorWithoutRights(dataDir);
  expect(lines).toContainEqual(
    expect.stringContaining(`data folder: ${key} is too short: put back`),
  );
  for (const path of [outbox, ...folders]) expect(lines).toContainEqual(may('read or write', path));
  forbid(key);
  expect(doctorWithoutRights(dataDir)).toContainEqual(may('read or write', key));
  const missing = join(outbox, 'new');
  const closedLines = doctorWithoutRights(missing);
  expect(closedLines.join('\n')).not.toMatch(/install -d|chown/);
  expect(closedLines).toContainEqual(
    expect.stringMatching(
      `^FAILED data folder: the user \\S+ may not enter ${outbox}: set DATA_DIR`,
    ),
  );
  chmodSync(outbox, 0o555);
  expect(doctorWithoutRights(missing)).toContainEqual(may('create', `${missing} in ${outbox}`));
  const database = join(dataDir, 'drys.db');
  expect(doctorWithoutRights(database)).toContain(
    `FAILED data folder: ${database} is not a folder: set DATA_DIR`,
  );
});

test('the server does not start on a data folder that is a file, and says so in one line', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const stderr = `${file} cannot be used, because it or a folder above it is a file: correct the path.\n`;
  expect(await runIn(file, ['scripts/serve.ts'])).toEqual(refusal(78, stderr));
});

const unborn = { DATA_DIR: join(folder, 'new') };
const mailServer = await startMailServer();
afterAll(() => mailServer.stop());
writeFileSync(join(folder, 'drys.db'), 'no database at all, but long enough'.repeat(300), {
  mode: 0o600,
});
test.each<[string, Record<string, string>, number, RegExp[]]>([
  [
    'a folder before the first start, with an IP address and without a sender',
    {
      ...unborn,
      PUBLIC_URL: 'http://127.0.0.1:4000',
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    },
    0,
    [
      /^ok {5}files: none yet$[^]*All is well\./m,
      /^ok {5}passkeys: off, because PUBLIC_URL has an IP address instead of a host name$/m,
      /^ok {5}mail: from DRYS <no-reply@drys\.example>, which many servers refuse: set MAIL_FROM$/m,
    ],
  ],
  [
    'a bad value',
    { ...unborn, PORT: 'x' },
    1,
    [/^FAILED configuration: PORT must be a whole[^]*\n1 problem found\.\n$/m],
  ],
  [
    'an http origin, with which the site does not start',
    { ...unborn, PUBLIC_URL: 'http://drys.example' },
    1,
    [/^FAILED configuration: PUBLIC_URL must be https/m],
  ],
  [
    'https without a proxy',
    { ...unborn, PUBLIC_URL: 'https://drys.example' },
    1,
    [/TRUST_PROXY=1/],
  ],
  [
    'AT-9 no mail server and a scanner that does not respond',
    { ...unborn, SMTP_URL: 'smtp://127.0.0.1:1', CLAMD_URL: 'tcp://127.0.0.1:1' },
    1,
    [
      /^FAILED mail: the server of SMTP_URL cannot be used \(.*ECONNREFUSED.*\)$/m,
      /^FAILED virus scanner: clamd does not respond at CLAMD_URL \(.*ECONNREFUSED.*\): files are accepted unscanned/m,
    ],
  ],
  [
    'a damaged database',
    { DATA_DIR: folder },
    1,
    [
      /^FAILED database: file is not a database$[^]*^- {6}files: not checked, because of the problem with the database$/m,
    ],
  ],
])('doctor reports on %s, without a stack trace', async (_, environment, status, lines) => {
  const { code, text } = await doctor(environment);
  expect(code).toBe(status);
  for (const line of lines) expect(text).toMatch(line);
  expect(text).not.toMatch(/\n\s+at /);
});

test('a command and doctor name the version of a database that is newer than theirs', async () => {
  const newerFolder = newDataFolder('empty.db');
  const path = join(newerFolder, 'drys.db');
  const file = new SqliteFile(path);
  file.exec(`INSERT INTO kysely_migration VALUES ('999-future', '2026-12-01T00:00:00.000Z')`);
  file.close();
  const bytes = readFileSync(path);
  const stderr =
    `The database ${path} is from a newer version (999-future). Start that version, or restore the ` +
    'backup made before the upgrade: npm run data -- restore FILE\n';
  const list = await runIn(newerFolder, ['scripts/admin.ts', 'list']);
  expect(list).toEqual(refusal(78, stderr));
  expect((await doctor({ DATA_DIR: newerFolder })).text).toContain(
    'FAILED database: it is from a newer version (999-future): start that version, or restore ',
  );
  expect(readFileSync(path).equals(bytes), 'unchanged').toBe(true);
});

test('a command says that the database cannot be used while another program has locked it', async () => {
  using file = site.openDatabase();
  file.exec('BEGIN IMMEDIATE');
  const stderr = 'The database cannot be used: database is locked.\n';
  expect(await data('retention')).toEqual(refusal(1, stderr));
});

test.each([[['erase', 'nobody@mail.example']], [['export', 'nobody', join(folder, 'nobody.zip')]]])(
  'data %j fails with a message when nothing is stored about the person',
  async (args) => {
    const stderr = `No enquiry and no spam from ${args[1]} is stored.\n`;
    expect(await data(...args)).toEqual(refusal(1, stderr));
    expect(readdirSync(folder)).not.toContain('nobody.zip');
  },
);

test.each([
  [['data', 'erase', staff.anna.email, '--dry-run'], "Unknown option '--dry-run'"],
  [['data', 'retention', '--dry-run=no'], "Option '--dry-run' does not take an argument"],
  [['admin', 'disable', staff.anna.email, '--passkeys'], "Unknown option '--passkeys'"],
])('PK-3 %j does nothing, because the command does not have the option', async (args, reason) => {
  const [script, ...words] = args;
  const { code, stdout, stderr } = await site.run([`scripts/${script}.ts`, ...words]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(`${reason}. Nothing was done.\nusage: `);
});

test.each(['admin', 'data'])('%s prints its usage for the name of a method', async (script) => {
  for (const name of ['toString', 'constructor', '__proto__']) {
    const { code, stderr } = await runScript([`scripts/${script}.ts`, name, 'x'], {});
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^usage: .*\n$/)]);
  }
});

test('a command prints one line for an error that the operator can mend, and the stack of a bug', () => {
  expect(formatCommandError(new Error('There is no backup.'))).toBe('There is no backup.');
  const bug = formatCommandError(new TypeError('x is not a function'));
  expect(bug).toMatch(/^TypeError: x is not a function\n +at /);
});

test.each([[['scripts/admin.ts', 'list']], [['scripts/data.ts', 'retention', '--dry-run']]])(
  '%j creates no database in a folder without one, and says so',
  async (args) => {
    const folder = newFolder();
    const { code, stdout, stderr } = await runIn(folder, args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]*There is no[^\n]*\n$/);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('a restore names the restored data, and a second restore replaces nothing', async () => {
  const dataDir = newDataFolder('empty.db');
  const backup = join(dataDir, 'to-restore.db');
  expect((await runIn(dataDir, ['scripts/data.ts', 'backup', backup])).code).toBe(0);
  const folder = newFolder();
  const restore = () => runIn(folder, ['scripts/data.ts', 'restore', backup]);

  const stdout = `Restored ${backup}: no enquiries.\n`;
  expect(await restore()).toEqual({ code: 0, stdout, stderr: '' });
  const hasData = /^[^\n]* has data, which a restore never replaces: [^\n]*\n$/;
  expect(await restore()).toEqual(refusal(1, expect.stringMatching(hasData)));
});

// Only root can give a folder away, and only root is refused.
test
  .skipIf(!isRoot)
  .each([
    [['scripts/admin.ts', 'invite', staff.anna.email]],
    [['scripts/data.ts', 'restore', 'backup.db']],
    [['scripts/serve.ts']],
  ])('%j by root leaves the folder of another user alone', async (args) => {
  const folder = newFolder();
  chownSync(folder, 65534, 65534);
  const stderr = `${folder} belongs to user 65534: run the command as that user.\n`;
  expect(await runIn(folder, args)).toEqual(refusal(78, stderr));
  expect(readdirSync(folder)).toEqual([]);
});

test('a backup is readable by its owner only, from its first byte', async () => {
  const folder = join(site.dataDir, 'backups');
  const modes = new Set<number>();
  mkdirSync(folder);
  const watcher = watch(folder, (_, name) => {
    const stats = statSync(join(folder, name ?? ''), { throwIfNoEntry: false });
    if (stats?.isFile()) modes.add(stats.mode & 0o777);
  });
  expect((await data('backup', join(folder, 'new.db'))).code).toBe(0);
  watcher.close();
  expect([...modes]).toEqual([0o600]);
});

test('every command of package.json ends quietly when its output pipe is closed', async () => {
  const env = { ...process.env, DATA_DIR: site.dataDir };
  const child = spawn(process.execPath, ['scripts/admin.ts', 'list'], { env });
  child.stdout.destroy();
  expect((await child.stderr.toArray()).join('')).toBe('');
  expect(child.exitCode ?? (await once(child, 'close'))[0]).toBe(0);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.values(scripts).flatMap(
    (line) => line.match(/scripts\/[\w/-]+\.ts/g) ?? [],
  );
  expect(commands.length).toBeGreaterThan(8);
  const otherScripts = [...new Set(commands)].filter((file) => file !== 'scripts/serve.ts');
  for (const file of otherScripts)
    expect(readFileSync(file, 'utf8'), file).toContain('/closed-pipe.ts');
});

test('the site keeps running when the reader of its log exits', async () => {
  site.process().stdout!.destroy();
  site.process().stderr!.destroy();
  for (let i = 0; i < 3; i++) {
    expect((await fetch(`${site.url}/not-there-${i}`)).status).toBe(404);
  }
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);
});

describeWithPrograms(['sqlite3'], () => {
  test("PB-9 the distribution's sqlite3 finds the database whole, and reads all content back from its dump", () => {
    const file = join(site.dataDir, 'drys.db');
    const copy = join(folder, 'from-dump.db');
    const run = (script: string) =>
      spawnSync('sh', ['-c', script, 'sh', file, copy], { encoding: 'utf8' });
    const check = run('sqlite3 "$1" "PRAGMA integrity_check"');
    expect(check).toMatchObject({ stdout: 'ok\n', stderr: '' });
    expect(run('sqlite3 "$1" .dump | sqlite3 -bail "$2"')).toMatchObject({ status: 0, stderr: '' });
    const tables = run(
      'sqlite3 "$1" "SELECT name FROM sqlite_schema WHERE type = \'table\'"',
    ).stdout;
    expect(tables).toContain('site_entries');
    const counts = tables
      .trim()
      .split('\n')
      .filter((name) => !name.startsWith('sqlite_'))
      .map((name) => `SELECT '${name}', count(*) FROM ${name};`);
    const countRows = (path: string) => run(`sqlite3 "$${path}" "${counts.join(' ')}"`).stdout;
    expect(countRows('2')).toBe(countRows('1'));
    expect(countRows('1')).toMatch(/^site_entries\|\d{2,}$/m);
  });
});
