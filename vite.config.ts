import { availableParallelism } from 'node:os';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vitest/config';
import { getChunkName } from './scripts/chunk-groups.ts';
import { createDevMediaPlugin } from './scripts/dev-media.ts';

// Server files stay outside the bundle (decision 001): the server script, routes, workers and tests
// share one instance of each, and so one database connection and one mail queue.
const serverFiles = [/^#app\/.+\.server\.ts$/, /^#db\/.+\.ts$/];

// Selects the lower costs of the tests (app/domain/costs.server.ts).
const testCosts = '--conditions=drys-test';

// Packages that browser scripts import, beside React and the router. The development server bundles only
// these. Discovery would follow the imports of loaders too, bundle SQLite for the browser, and reload the
// page for each package it finds.
const browserPackages = [
  '@simplewebauthn/browser',
  'altcha-lib',
  'altcha-lib/algorithms/web/pbkdf2',
  'embla-carousel-react',
  'framer-motion/dom',
];

export default defineConfig(({ mode }) => ({
  plugins: mode === 'test' ? [] : [tailwindcss(), reactRouter(), createDevMediaPlugin()],
  optimizeDeps: { include: browserPackages, noDiscovery: true },
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    // What a script imports later shares most of its modules with the page, which has them by then. Their names
    // would cost each page more bytes than their preloads would save.
    modulePreload: { resolveDependencies: () => [] },
  },
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
      // Bundled, because the server uses a few lines of them; unbundled, each start would load 300 files.
      resolve: { noExternal: ['framer-motion', 'motion-dom', 'motion-utils'] },
      build: { rolldownOptions: { external: serverFiles } },
    },
  },
  test: {
    include: ['tests/{unit,requests,system}/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/servers/new-data.ts',
    // Request tests wait half of their time: for delayed responses, server starts and limits.
    maxWorkers: availableParallelism() * 3,
    execArgv: [testCosts],
    // For servers and commands that tests start.
    env: { NODE_OPTIONS: testCosts },
    // Tests use the same instance of each server file as the build.
    server: { deps: { external: [/\/build\//, /(\.server|\/costs)\.ts$/, /\/db\/.+\.ts$/] } },
    // Long enough for a busy machine; a passing test never reaches them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}));
