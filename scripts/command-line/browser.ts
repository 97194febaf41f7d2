import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

// The headless shell renders the same in half the time.
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const FULL_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const INSTALLATION_COMMANDS = [
  ['playwright', 'install', 'chromium'],
  ['apt-get', 'update', '-qq'],
  ['apt-get', 'install', '-y', '-qq', 'chromium-headless-shell'],
  ['apt-get', 'install', '-y', '-qq', 'chromium'],
] as const;

/** Returns the path of Chromium. Installs it if it is missing; throws if that fails. */
export function findOrInstallBrowser(): string {
  const installedBrowser = findAnyBrowser();
  if (installedBrowser) return installedBrowser;
  for (const [command, ...args] of INSTALLATION_COMMANDS) {
    tryCommand(command, args);
    const browser = findAnyBrowser();
    if (browser) return browser;
  }
  throw new Error(
    'Chromium was not found and could not be installed: install it, then run npm test again.',
  );
}

function findAnyBrowser(): string | undefined {
  const { shell, fullBrowser } = findBrowsers();
  return shell ?? fullBrowser;
}

/** Returns the paths of Debian's headless shell and of the first full browser, as far as they are installed. */
export function findBrowsers(): { shell: string | undefined; fullBrowser: string | undefined } {
  return {
    shell: existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined,
    fullBrowser: [...FULL_BROWSERS, chromium.executablePath()].find((path) => existsSync(path)),
  };
}

function tryCommand(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 2, 2], timeout: 300_000 });
  } catch {
    // findOrInstallBrowser tries the next command, and reports an error after the last one.
  }
}
