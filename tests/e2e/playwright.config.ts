import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser, listInstalledBrowsers } from '../../scripts/command-line/browser.ts';

// The costs of the tests instead of production's, for the servers and commands that a test starts
// (see app/domain/costs.server.ts).
process.env['NODE_OPTIONS'] = '--conditions=drys-test';

const browser = findBrowser();
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** What depends on how a browser draws: another one that is installed is asked it too. */
const DRAWN = /site\/drawn\.spec/;
const others = listInstalledBrowsers().filter((path) => path !== browser);

export default defineConfig({
  testDir: '.',
  globalSetup: '../support/servers/new-data.ts',
  outputDir: '../../test-results',
  // Half of the time a test waits: for an answer, a frame, a motion.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // A machine that others use too may draw late once; what fails twice is a fault. Named as flaky.
  retries: process.env['CI'] ? 1 : 0,
  // A busy machine takes its time; nothing here waits for the end of these when all is well.
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
    ...others.map((executablePath) => ({
      name: executablePath,
      testMatch: DRAWN,
      use: { launchOptions: { executablePath, args } },
    })),
  ],
});
