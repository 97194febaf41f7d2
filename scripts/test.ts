import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';

// Runs every check, the quick ones first, and ends with one line that counts them all:
// each tool is one check, each test of a suite is one more.
const reports = mkdtempSync(join(tmpdir(), 'drys-reports-'));
const fast = process.argv[2] === 'fast';
let passed = 0;
let failed = 0;

check('format', 'prettier', ['--check', '--log-level=warn', '.']);
check('lint', 'oxlint', ['--deny-warnings', 'app', 'db', 'scripts', 'tests']);
check('route types', 'react-router', ['typegen']);
check('types', 'tsc', ['--noEmit']);
vitest('unit tests', 'tests/unit');
if (!fast) {
  check('build', 'npm', ['run', '-s', 'build']);
  vitest('request tests', 'tests/requests');
  browserTests();
}
rmSync(reports, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function check(title: string, command: string, args: string[]): void {
  count(title, run(command, args) ? 1 : 0, 1);
}

function vitest(title: string, folder: string): void {
  const file = join(reports, 'vitest.json');
  run('vitest', ['run', folder, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]);
  const report = readReport<{ numPassedTests: number; numTotalTests: number; success: boolean }>(
    file,
  );
  // A file that does not load has no tests to fail: success tells.
  const total = report ? report.numTotalTests + (report.success ? 0 : 1) : 1;
  const good = report?.numPassedTests ?? 0;
  const counted = report && good === report.numTotalTests && report.success ? good : total;
  count(title, good, counted);
}

function browserTests(): void {
  const file = join(reports, 'browser.json');
  process.env['CHROMIUM'] = findBrowser();
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = file;
  run('playwright', ['test', '-c', 'tests/e2e', '--reporter=dot,json']);
  const stats = readReport<{ stats: Record<'expected' | 'unexpected' | 'flaky', number> }>(file);
  const { expected = 0, unexpected = 1, flaky = 0 } = stats?.stats ?? {};
  count('browser tests', expected, expected + unexpected + flaky);
}

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  return status === 0;
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
