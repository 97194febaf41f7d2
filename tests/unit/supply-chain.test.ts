import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  /** Comes inside the archive of the package above it, which is pinned. */
  inBundle?: boolean;
  dev?: boolean;
  optional?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([path]) => path !== '');

test('every package is pinned by its contents and comes from the registry', () => {
  const loose = locked.filter(
    ([, { integrity, resolved, inBundle }]) =>
      (!integrity?.startsWith('sha512-') && !inBundle) ||
      (resolved !== undefined && !resolved.startsWith('http')),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
  expect(locked.length).toBeGreaterThan(100);
});

test('only the runtime itself runs a script when it is installed', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  expect(manifest.allowScripts).toEqual({ node: true, 'better-sqlite3': false });
  const scripted = locked.filter(
    ([, { hasInstallScript, optional }]) => hasInstallScript && !optional,
  );
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
});

test('what the site runs on is under licences that allow it', () => {
  const allowed =
    /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense)( |\)|$)/;
  const strays = locked
    .filter(([, { dev, optional, license }]) => !dev && !optional && !allowed.test(license ?? ''))
    .map(([path, { license }]) => `${path}: ${license}`);
  expect(strays).toEqual([]);
});
