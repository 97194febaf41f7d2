import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imports } from '../support/reading/imports.ts';
import { listLockedPackages, listRequiredRuntimePackages } from '../support/reading/lockfile.ts';

const locked = listLockedPackages();
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

test('pins every package by its contents, from the registry', () => {
  const unpinned = locked.filter(
    ({ integrity, resolved, inBundle }) =>
      (!integrity?.startsWith('sha512-') && !inBundle) ||
      (resolved !== undefined && !resolved.startsWith('http')),
  );
  expect(unpinned.map(({ name }) => name)).toEqual([]);
  expect(locked.length).toBeGreaterThan(100);
});

test('only the runtime itself runs a script when it is installed', () => {
  expect(manifest.allowScripts).toEqual({ node: true, 'better-sqlite3': false });
  const unexpected = locked.filter(
    ({ name, hasInstallScript, optional }) =>
      hasInstallScript && !optional && !(name in manifest.allowScripts),
  );
  expect(unexpected.map(({ name }) => name)).toEqual([]);
});

test('needs no compiler under npm 10, which runs all install scripts', () => {
  const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  expect(readJson('package.json').engines).toEqual({ node: '>=20', npm: '>=10' });
  const withInstallScript = locked.filter((one) => one.hasInstallScript && !one.optional);
  expect(withInstallScript.map(({ name }) => name)).toEqual(['node']);
  // npm reads the lockfile, not the package, to decide whether to build binding.gyp, which needs Python
  // and a compiler. npm does not write this field: put `"gypfile": false` back after an install.
  const compiled = Object.entries<{ gypfile?: boolean }>(readJson('package-lock.json').packages)
    .filter(([path]) => path !== '' && existsSync(join(path, 'binding.gyp')))
    .filter(([, { gypfile }]) => gypfile !== false);
  expect(compiled.map(([path]) => path)).toEqual([]);
});

// @react-router/dev reads `dependencies`: without its Node adapter the server build is resolved
// without the condition "node".
const READ_BY_THE_BUILD = ['@react-router/node'];

test('every package that the site runs on has an importer', () => {
  const unused = Object.keys(manifest.dependencies).filter(
    (name) => !imports.some(({ to }) => to === name || to.startsWith(`${name}/`)),
  );
  expect(unused).toEqual(READ_BY_THE_BUILD);
});

test('keeps the packages that the owner chose', () => {
  const chosen =
    'react-router @react-router/node @react-router/serve react react-dom better-sqlite3 kysely ' +
    'remix-auth bcryptjs zod framer-motion embla-carousel-react tailwindcss vitest playwright';
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(chosen.split(' ').filter((name) => !(name in installed))).toEqual([]);
});

test('every development dependency is imported or run', () => {
  const sources = listSourceFiles().map((file) => readFileSync(file, 'utf8'));
  const { dependencies: _, devDependencies, ...settings } = manifest;
  const text = [...sources, JSON.stringify(settings)].join('\n');
  const unused = Object.keys(devDependencies).filter((name) => {
    const specifiers = name.startsWith('@types/')
      ? [name.slice('@types/'.length)]
      : [name, ...listCommands(name)];
    return !specifiers.some((specifier) =>
      new RegExp(`(['"/ ]|^)${specifier}(['"/: ]|$)`, 'm').test(text),
    );
  });
  expect(unused).toEqual([]);
});

test('installs no production package twice', () => {
  const names = listRequiredRuntimePackages().map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

function listSourceFiles(): string[] {
  const files = ['app', 'db', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [...files, 'vite.config.ts', 'react-router.config.ts'];
}

/** Returns the names of the programs that a package installs. */
function listCommands(name: string): string[] {
  const { bin } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')) as {
    bin?: string | Record<string, string>;
  };
  return typeof bin === 'object' ? Object.keys(bin) : [];
}

test('all production packages have a permitted licence', () => {
  const allowed =
    /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense)( |\)|$)/;
  // LGPL: it is used unmodified and as a separate package, which that licence permits (HEIC photos).
  const violations = listRequiredRuntimePackages()
    .filter(({ name }) => name !== 'libheif-js')
    .filter(({ license }) => !allowed.test(license ?? ''));
  expect(violations.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});
