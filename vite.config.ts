import { availableParallelism } from 'node:os';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vitest/config';
import { getChunkName } from './scripts/chunk-groups.ts';
import { devMedia } from './scripts/dev-media.ts';

// Server files run as plain TypeScript under node: the server script, the routes and the tests
// then share one instance of each (one database, one mail queue), and a worker finds its file.
const serverFiles = [/^#app\/.+\.server\.ts$/, /^#db\/.+\.ts$/];

// The costs of the tests instead of production's (see app/domain/costs.server.ts).
const testCosts = '--conditions=drys-test';

// What the scripts of pages import, beside React and the router. The development server bundles these
// at its start and looks for no others: for the style sheets of a page it follows the imports of its
// loader too, would bundle SQLite for the browser and load the page again for each package it met.
const browserPackages = [
  'altcha-lib',
  'altcha-lib/algorithms/web/pbkdf2',
  'embla-carousel-react',
  'framer-motion/dom',
];

export default defineConfig(({ mode }) => ({
  plugins: mode === 'test' ? [] : [tailwindcss(), reactRouter(), devMedia()],
  optimizeDeps: { include: browserPackages, noDiscovery: true },
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: (id, bundle) =>
                    getChunkName(id, (module) => bundle.getModuleInfo(module)) ?? null,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The server renders a few lines of what would be three hundred files to load at each start.
      resolve: { noExternal: ['framer-motion', 'motion-dom', 'motion-utils'] },
      build: { rolldownOptions: { external: serverFiles } },
    },
  },
  test: {
    include: ['tests/{unit,requests,system}/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/servers/new-data.ts',
    // Half of the time a request test waits: for an answer held back, a server started, a limit.
    maxWorkers: availableParallelism() * 3,
    execArgv: [testCosts],
    // For the servers and commands that a test starts.
    env: { NODE_OPTIONS: testCosts },
    // One instance of each server file here too, the one that the build imports.
    server: { deps: { external: [/\/build\//, /(\.server|\/costs)\.ts$/, /\/db\/.+\.ts$/] } },
    // A busy machine takes its time; nothing waits for the end of these when all is well.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}));
