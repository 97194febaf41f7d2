import './command-line/closed-pipe.ts';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Runs every check, the quick ones first, and ends with one line that counts them all:
// each tool is one check, each test of a suite is one more.
const reports = mkdtempSync(join(tmpdir(), 'drys-reports-'));
const fast = process.argv[2] === 'fast';
// Hundreds of processes load the same files: each is stripped of its types and compiled once.
process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../node_modules/.cache/compiled');
let passed = 0;
let failed = 0;

// Beside each other: the unit tests need neither a build nor the routes' types.
await Promise.all([
  readTheCode(),
  vitest('unit tests', 'tests/unit'),
  fast || check('build', 'npm', ['run', '-s', 'build']),
]);
if (!fast) {
  await vitest('request tests', 'tests/requests', ['--exclude=**/load/**']);
  // Floods and kills want the machine for themselves.
  await vitest('tests under load', 'tests/requests/load', ['--maxWorkers=1']);
  await browserTests();
}
rmSync(reports, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function readTheCode(): Promise<void> {
  await check('format', 'prettier', ['--check', '--log-level=warn', '.']);
  await check('lint', 'oxlint', ['--deny-warnings', 'app', 'db', 'scripts', 'tests']);
  await check('route types', 'react-router', ['typegen']);
  await check('types', 'tsc', ['--noEmit']);
}

async function check(title: string, command: string, args: string[]): Promise<void> {
  count(title, (await run(command, args, 'pipe')) ? 1 : 0, 1);
}

async function vitest(title: string, folder: string, options: string[] = []): Promise<void> {
  const file = join(reports, `${folder.replaceAll('/', '-')}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  await run('vitest', ['run', folder, ...options, ...reporters]);
  const report = readReport<{ numPassedTests: number; numTotalTests: number; success: boolean }>(
    file,
  );
  // A file that does not load has no tests to fail: success tells.
  const total = report ? report.numTotalTests + (report.success ? 0 : 1) : 1;
  const good = report?.numPassedTests ?? 0;
  const counted = report && good === report.numTotalTests && report.success ? good : total;
  count(title, good, counted);
}

async function browserTests(): Promise<void> {
  const file = join(reports, 'browser.json');
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = file;
  await run('playwright', ['test', '-c', 'tests/e2e', '--reporter=dot,json']);
  const stats = readReport<{ stats: Record<'expected' | 'unexpected' | 'flaky', number> }>(file);
  const { expected = 0, unexpected = 1, flaky = 0 } = stats?.stats ?? {};
  count('browser tests', expected, expected + unexpected + flaky);
}

/** Runs a program; what it says is shown as it comes, or ('pipe') in one piece once it has ended. */
function run(command: string, args: string[], out: 'inherit' | 'pipe' = 'inherit') {
  return new Promise<boolean>((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', out, out] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => said.push(chunk));
    }
    child.once('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}

function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

function count(title: string, good: number, total: number): void {
  passed += good;
  failed += total - good;
  console.log(`${good === total ? 'ok' : 'FAILED'}: ${title} (${good} of ${total})`);
}
