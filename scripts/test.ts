import './command-line/closed-pipe.ts';
import { spawn, type StdioOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Runs the checks, quick ones first, and prints their total: each tool and each test counts as one. `fast`
// runs everything that needs no build, `system` the tests that need other programs, floods and kills. Tests
// with missing programs are skipped and listed; `--no-skips` (.ci/run) fails them.
const [suite] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const allowsSkips = !process.argv.includes('--no-skips');
const reports = mkdtempSync(join(tmpdir(), 'drys-reports-'));
// Hundreds of processes load the same files; with the cache each file is compiled once.
process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../node_modules/.cache/compiled');
let passedCount = 0;
let failedCount = 0;
const skippedNames: string[] = [];

if (suite === 'system') {
  await runCheck('build', 'npm', ['run', '-s', 'build']);
  // Floods and kills need the whole machine.
  await runVitest('system tests', 'tests/system', ['--maxWorkers=1', '--testTimeout=300000']);
  await runBrowserTests('--grep=@system');
} else {
  // These can run in parallel: the unit tests need neither a build nor the routes' types.
  await Promise.all([
    checkCode(),
    runVitest('unit tests', 'tests/unit'),
    suite === 'fast' ? null : runCheck('build', 'npm', ['run', '-s', 'build']),
  ]);
  if (suite !== 'fast') {
    await runVitest('request tests', 'tests/requests');
    await runBrowserTests('--grep-invert=@system');
  }
}
rmSync(reports, { recursive: true, force: true });
for (const name of skippedNames) console.log(`skipped: ${name}`);
if (!allowsSkips) failedCount += skippedNames.length;
const counts = [`${passedCount} passed`, `${failedCount} failed`];
if (allowsSkips && skippedNames.length > 0) counts.push(`${skippedNames.length} skipped`);
console.log(counts.join(', '));
process.exit(failedCount === 0 ? 0 : 1);

/** Prettier and TypeScript look again only at what has changed since their last run. `npm ci` empties their caches. */
async function checkCode(): Promise<void> {
  await runCheck('format', 'prettier', ['--check', '--cache', '--log-level=warn', '.']);
  await runCheck('lint', 'oxlint', ['--deny-warnings', 'app', 'db', 'scripts', 'tests']);
  await runCheck('route types', 'react-router', ['typegen']);
  const typeCache = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.json'];
  await runCheck('types', 'tsc', ['--noEmit', ...typeCache]);
  await runCheck('content', process.execPath, ['scripts/check-content.ts']);
}

async function runCheck(title: string, command: string, args: string[]): Promise<void> {
  const startedAtMs = performance.now();
  const isPassed = await runCommand(command, args, 'pipe');
  recordResult(title, isPassed ? 1 : 0, 1, { startedAtMs });
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

async function runVitest(title: string, folder: string, options: string[] = []): Promise<void> {
  const file = join(reports, `${folder.replaceAll('/', '-')}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const startedAtMs = performance.now();
  await runCommand('vitest', ['run', folder, ...options, ...reporters]);

  const report = readReport<VitestReport>(file);
  // A file that cannot be loaded has no failed tests, but makes `success` false.
  const failedTestCount = report?.success ? 0 : Math.max(1, report?.numFailedTests ?? 0);
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];

  // Vitest reports tests of a skipped group as pending; a test left out by .only has another status.
  const skippedTests = tests.filter(({ status }) => status === 'skipped' || status === 'pending');
  skippedNames.push(...skippedTests.map(({ fullName }) => fullName));
  recordResult(
    title,
    report?.numPassedTests ?? 0,
    (report?.numPassedTests ?? 0) + failedTestCount,
    { startedAtMs, skippedCount: skippedTests.length },
  );
}

async function runBrowserTests(testFilter: string): Promise<void> {
  const file = join(reports, 'browser.json');
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = file;
  const startedAtMs = performance.now();
  await runCommand('playwright', ['test', '-c', 'tests/e2e', testFilter, '--reporter=dot,json']);
  const report = readReport<{ stats: Record<'expected' | 'unexpected' | 'flaky', number> }>(file);
  const { expected = 0, unexpected = 1, flaky = 0 } = report?.stats ?? {};
  // Playwright itself lists the tests that passed only at a retry, which CI allows.
  recordResult('browser tests', expected + flaky, expected + flaky + unexpected, { startedAtMs });
}

function runCommand(
  command: string,
  args: string[],
  outputMode: 'lines' | 'pipe' = 'lines',
): Promise<boolean> {
  return new Promise((resolve) => {
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { stdio });

    const output: Buffer[] = [];
    for (const stream of [child.stdout!, child.stderr!]) {
      if (outputMode === 'pipe') stream.on('data', (chunk: Buffer) => output.push(chunk));
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

function recordResult(
  title: string,
  passedTestCount: number,
  testCount: number,
  { startedAtMs, skippedCount = 0 }: { startedAtMs: number; skippedCount?: number },
): void {
  passedCount += passedTestCount;
  failedCount += testCount - passedTestCount;

  const outcome = passedTestCount === testCount ? 'ok' : 'FAILED';
  const skips = skippedCount > 0 ? `, ${skippedCount} skipped` : '';
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  console.log(`${outcome}: ${title} (${passedTestCount} of ${testCount}${skips}) in ${seconds} s`);
}
