import './command-line/closed-pipe.ts';
import { spawn, type StdioOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Runs the checks, the quick ones first, and ends with one line that counts them all: each tool is
// one check, each test of a suite is one more. `fast`: what needs no build. `system`: what needs
// other programs, floods and kills. What this machine lacks is skipped by name;
// `--no-skips` (.ci/run) lets none pass.
const [suite] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const allowsSkips = !process.argv.includes('--no-skips');
const reports = mkdtempSync(join(tmpdir(), 'drys-reports-'));
// Hundreds of processes load the same files: each is stripped of its types and compiled once.
process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../node_modules/.cache/compiled');
let passed = 0;
let failed = 0;
const skipped: string[] = [];

if (suite === 'system') {
  await check('build', 'npm', ['run', '-s', 'build']);
  // Floods and kills want the machine for themselves.
  await vitest('system tests', 'tests/system', ['--maxWorkers=1', '--testTimeout=300000']);
  await browserTests('--grep=@system');
} else {
  // Beside each other: the unit tests need neither a build nor the routes' types.
  await Promise.all([
    readTheCode(),
    vitest('unit tests', 'tests/unit'),
    suite === 'fast' || check('build', 'npm', ['run', '-s', 'build']),
  ]);
  if (suite !== 'fast') {
    await vitest('request tests', 'tests/requests');
    await browserTests('--grep-invert=@system');
  }
}
rmSync(reports, { recursive: true, force: true });
for (const name of skipped) console.log(`skipped: ${name}`);
if (!allowsSkips) failed += skipped.length;
const counts = [`${passed} passed`, `${failed} failed`];
if (allowsSkips && skipped.length > 0) counts.push(`${skipped.length} skipped`);
console.log(counts.join(', '));
process.exit(failed === 0 ? 0 : 1);

async function readTheCode(): Promise<void> {
  await check('format', 'prettier', ['--check', '--log-level=warn', '.']);
  await check('lint', 'oxlint', ['--deny-warnings', 'app', 'db', 'scripts', 'tests']);
  await check('route types', 'react-router', ['typegen']);
  await check('types', 'tsc', ['--noEmit']);
  await check('content', process.execPath, ['scripts/check-content.ts', 'whole']);
}

async function check(title: string, command: string, args: string[]): Promise<void> {
  count(title, (await run(command, args, 'pipe')) ? 1 : 0, 1);
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

async function vitest(title: string, folder: string, options: string[] = []): Promise<void> {
  const file = join(reports, `${folder.replaceAll('/', '-')}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  await run('vitest', ['run', folder, ...options, ...reporters]);
  const report = readReport<VitestReport>(file);
  // A file that does not load has no tests to fail: success tells.
  const bad = report?.success ? 0 : Math.max(1, report?.numFailedTests ?? 0);
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  // Pending: its whole group is skipped. What .only or a broken run left out is no skip.
  const left = tests.filter(({ status }) => status === 'skipped' || status === 'pending');
  skipped.push(...left.map(({ fullName }) => fullName));
  count(title, report?.numPassedTests ?? 0, (report?.numPassedTests ?? 0) + bad, left.length);
}

async function browserTests(which: string): Promise<void> {
  const file = join(reports, 'browser.json');
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = file;
  await run('playwright', ['test', '-c', 'tests/e2e', which, '--reporter=dot,json']);
  const report = readReport<{ stats: Record<'expected' | 'unexpected' | 'flaky', number> }>(file);
  const { expected = 0, unexpected = 1, flaky = 0 } = report?.stats ?? {};
  // Where a second try is allowed (CI), the runner names what needed one.
  count('browser tests', expected + flaky, expected + flaky + unexpected);
}

function run(command: string, args: string[], out: 'lines' | 'pipe' = 'lines'): Promise<boolean> {
  return new Promise((resolve) => {
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { stdio });
    const output: Buffer[] = [];
    for (const stream of [child.stdout!, child.stderr!]) {
      if (out === 'pipe') stream.on('data', (chunk: Buffer) => output.push(chunk));
      else createInterface({ input: stream }).on('line', showLine);
    }
    child.once('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

function showLine(text: string): void {
  const log = text.indexOf('{"time":"');
  if (log < 0) console.log(text);
  else process.stdout.write(text.slice(0, log));
}

function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

function count(title: string, good: number, total: number, left = 0): void {
  passed += good;
  failed += total - good;
  const skips = left > 0 ? `, ${left} skipped` : '';
  console.log(`${good === total ? 'ok' : 'FAILED'}: ${title} (${good} of ${total}${skips})`);
}
