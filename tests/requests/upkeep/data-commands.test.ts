import { spawn } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  watch,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { serveSite } from '../../support/servers/served-site.ts';

const site = await serveSite();
afterAll(() => site.stop());
const data = (...args: string[]) => site.run(['scripts/data.ts', ...args]);

test('erase of somebody of whom nothing is kept says so and fails', async () => {
  const answer = await data('erase', 'nobody@mail.example');
  expect(answer).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Nothing is kept about nobody@mail.example.\n',
  });
});

test.each([
  [['scripts/admin.ts', 'list']],
  [['scripts/data.ts', 'export', staff.anna.email]],
  [['scripts/data.ts', 'erase', staff.anna.email]],
  [['scripts/data.ts', 'retention', '--dry-run']],
])('%j in a folder without a database makes none and says so', async (args) => {
  const folder = mkdtempSync(join(tmpdir(), 'drys-empty-'));
  try {
    const { code, stdout, stderr } = await runIn(folder, args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('there is no');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a restore into an empty folder does not speak of what was there before', async () => {
  const backup = join(site.dataDir, 'to-restore.db');
  expect((await data('backup', backup)).code).toBe(0);
  const folder = mkdtempSync(join(tmpdir(), 'drys-empty-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const restored = () => runIn(folder, ['scripts/data.ts', 'restore', backup]);
  const first = `Restored ${backup}: no enquiries.`;
  expect(await restored()).toEqual({ code: 0, stdout: `${first}\n`, stderr: '' });
  const before = join(folder, 'drys.db.before-restore');
  expect((await restored()).stdout).toBe(`${first} What was there before is in ${before}.\n`);
});

// Only root can give a folder away, and only root is refused.
test
  .skipIf(process.getuid?.() !== 0)
  .each([
    [['scripts/admin.ts', 'invite', staff.anna.email]],
    [['scripts/data.ts', 'restore', 'backup.db']],
    [['scripts/serve.ts']],
  ])('%j by root leaves the folder of another user alone', async (args) => {
  const folder = mkdtempSync(join(tmpdir(), 'drys-theirs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chownSync(folder, 65534, 65534);
  expect(await runIn(folder, args)).toEqual({
    code: 78,
    stdout: '',
    stderr: `${folder} belongs to the user with the id 65534: run this as that user\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a backup is for its owner alone from its first byte', async () => {
  const folder = join(site.dataDir, 'backups');
  const modes = new Set<number>();
  mkdirSync(folder);
  const watcher = watch(folder, (_, name) => {
    const found = statSync(join(folder, name ?? ''), { throwIfNoEntry: false });
    if (found?.isFile()) modes.add(found.mode & 0o777);
  });
  expect((await data('backup', join(folder, 'new.db'))).code).toBe(0);
  watcher.close();
  expect([...modes]).toEqual([0o600]);
}, 60_000);

test.each([
  [['scripts/admin.ts', 'list']],
  [['scripts/data.ts', 'export', staff.anna.email]],
  [['scripts/doctor.ts']],
  [['scripts/licences.ts']],
])('%j ends in silence when nobody reads on', async (args) => {
  expect(await runUnread(args)).toEqual({ code: 0, stderr: '' });
});

test('every command of package.json ends so', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.values(scripts).flatMap(
    (line) => line.match(/scripts\/[\w/-]+\.ts/g) ?? [],
  );
  expect(commands.length).toBeGreaterThan(8);
  const others = [...new Set(commands)].filter((file) => file !== 'scripts/serve.ts');
  for (const file of others) expect(readFileSync(file, 'utf8'), file).toContain('/closed-pipe.ts');
});

test('the site goes on when whoever read its log has gone', async () => {
  site.process().stdout!.destroy();
  site.process().stderr!.destroy();
  for (let i = 0; i < 3; i++) {
    expect((await fetch(`${site.url}/not-there-${i}`)).status).toBe(404);
  }
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);
});

function runIn(folder: string, args: string[]) {
  const env = { ...process.env, DATA_DIR: folder };
  const child = spawn(process.execPath, args, { env });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (out.stdout += text));
  child.stderr.on('data', (text) => (out.stderr += text));
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, ...out })),
  );
}

/** Runs a command whose output is closed before it writes. */
function runUnread(args: string[]): Promise<{ code: number | null; stderr: string }> {
  const env = { ...process.env, DATA_DIR: site.dataDir };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })));
}
