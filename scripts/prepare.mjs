// Runs on the host's Node (20 or newer), before the project's own is installed. Installs missing packages and,
// with the argument `build`, builds if the build is missing or older than its sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = ['app', 'public', 'package.json', 'vite.config.ts', 'react-router.config.ts'];

if (!isInstalled()) run('npm', ['ci', '--no-audit', '--no-fund'], 'install the packages');
if (process.argv[2] === 'build' && !isBuilt()) run('npm', ['run', 'build'], 'build the site');

/** Compares the lockfile with the list of installed packages that npm writes. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(installed);
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional || present[path]?.version === version,
  );
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

function isBuilt() {
  const built = join(root, 'build/server/index.js');
  if (!existsSync(built)) return false;
  return SOURCES.every((source) => newest(join(root, source)) <= statSync(built).mtimeMs);
}

function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function run(command, args, purpose) {
  const path = join(root, 'node_modules/.bin') + delimiter + process.env.PATH;
  const { status } = spawnSync(command, args, {
    cwd: root,
    // Progress goes to stderr, so that a command's own output stays clean.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: path, NODE_ENV: '' },
  });
  if (status === 0) return;
  console.error(`Could not ${purpose}: see the lines above.`);
  process.exit(status ?? 1);
}
