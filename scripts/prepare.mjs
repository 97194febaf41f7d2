// Runs on the host's Node (20 or newer), before the project's own is installed. Installs missing packages and,
// with the argument `build`, builds if the build is missing or older than its sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = ['app', 'public', 'package.json', 'vite.config.ts', 'react-router.config.ts'];

const [purpose] = process.argv.slice(2);

// `serve` runs the existing build, and installs nothing.
if (purpose !== 'serve' && !isInstalled())
  run('npm', ['ci', '--no-audit', '--no-fund'], 'install the packages');
if (!existsSync(join(root, 'node_modules/node/bin/node'))) explainMissingNode();
if (purpose === 'build' && !isBuilt()) run('npm', ['run', 'build'], 'build the site');

/** Compares the lockfile with the list of installed packages that npm writes. */
function isInstalled() {
  const installedList = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedList)) return false;
  const lockedPackages = readPackages(join(root, 'package-lock.json'));
  const installedPackages = readPackages(installedList);
  return Object.entries(lockedPackages).every(
    ([path, { version, optional }]) =>
      path === '' || optional || installedPackages[path]?.version === version,
  );
}

function readPackages(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

function isBuilt() {
  const built = join(root, 'build/server/index.js');
  if (!existsSync(built)) return false;
  return SOURCES.every((source) => getNewestMtimeMs(join(root, source)) <= statSync(built).mtimeMs);
}

/** The project runs on a Node that is one of its development packages, which an install script brings. */
function explainMissingNode() {
  const readSetting = (name) =>
    spawnSync('npm', ['config', 'get', name], { cwd: root, encoding: 'utf8' }).stdout.trim();
  const setting = readSetting('ignore-scripts') === 'true' ? 'ignore-scripts' : 'omit=dev';
  console.error(
    `The project's own Node is missing, because npm installed with ${setting} (or NODE_ENV=production). ` +
      'Run: npm ci --include=dev --ignore-scripts=false',
  );
  process.exit(78);
}

function getNewestMtimeMs(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => getNewestMtimeMs(join(path, name))));
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
