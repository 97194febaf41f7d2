import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowsers, findOrInstallBrowser } from '../../scripts/command-line/browser.ts';

// The costs of the tests instead of production's, for the servers and commands that a test starts
// (see app/domain/costs.server.ts).
process.env['NODE_OPTIONS'] = '--conditions=drys-test';

const browser = findOrInstallBrowser();
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Tests that depend on rendering also run in other installed browsers: npm run test:system. */
const DRAWING_TESTS = /site\/drawn\.spec/;
const otherBrowsers = Object.values(findBrowsers()).flatMap((path) =>
  path && path !== browser ? [path] : [],
);

export default defineConfig({
  testDir: '.',
  globalSetup: '../support/servers/new-data.ts',
  outputDir: '../../test-results',
  // A test spends half of its time waiting for responses, frames and motion.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // A shared machine may be slow once. A test that passes at the second try is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  // Long timeouts for a busy machine; a passing test never waits for their end.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // A trace costs a quarter of the time: `playwright test -c tests/e2e --trace=on` writes one.
    trace: 'off',
  },
  projects: [
    { name: 'browser', use: { launchOptions: { executablePath: browser, args } } },
    ...otherBrowsers.map((executablePath) => ({
      name: `@system ${executablePath}`,
      testMatch: DRAWING_TESTS,
      use: { launchOptions: { executablePath, args } },
    })),
  ],
});
