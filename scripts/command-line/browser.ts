import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

// The shell without a window, which Playwright downloads too, draws the same in half the time.
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function findBrowser(): string {
  const attempts = [
    () => undefined,
    () => run('playwright', ['install', 'chromium']),
    () => run('apt-get', ['update', '-qq']),
    () => run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']),
    () => run('apt-get', ['install', '-y', '-qq', 'chromium']),
  ];
  for (const attempt of attempts) {
    attempt();
    const [found] = installedBrowsers();
    if (found) return found;
  }
  throw new Error('No Chromium found or installable: install one and run npm test again.');
}

export function installedBrowsers(): string[] {
  const [shell, ...whole] = [...INSTALLED, chromium.executablePath()].map((path) =>
    existsSync(path) ? path : undefined,
  );
  return [shell, whole.find((path) => path !== undefined)].filter((path) => path !== undefined);
}

function run(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 2, 2], timeout: 300_000 });
  } catch {
    // The next way is tried; the last one's absence is the error that is reported.
  }
}
