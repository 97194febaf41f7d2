import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

// The headless shell renders the same in half the time.
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of a Chromium, which is installed if there is none. Throws if that fails. */
export function findOrInstallBrowser(): string {
  const attempts = [
    () => undefined,
    () => tryCommand('playwright', ['install', 'chromium']),
    () => tryCommand('apt-get', ['update', '-qq']),
    () => tryCommand('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']),
    () => tryCommand('apt-get', ['install', '-y', '-qq', 'chromium']),
  ];
  for (const attempt of attempts) {
    attempt();
    const [browser] = findBrowsers();
    if (browser) return browser;
  }
  throw new Error('No Chromium found or installable: install one and run npm test again.');
}

/** Returns the headless shell and the first full Chromium, without the missing ones. */
export function findBrowsers(): string[] {
  const [shell, ...browsers] = [...INSTALLED, chromium.executablePath()].map((path) =>
    existsSync(path) ? path : undefined,
  );
  return [shell, browsers.find((path) => path !== undefined)].filter((path) => path !== undefined);
}

function tryCommand(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 2, 2], timeout: 300_000 });
  } catch {
    // findOrInstallBrowser tries the next command, and reports an error after the last one.
  }
}
