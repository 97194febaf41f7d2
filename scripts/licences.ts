import { readFileSync } from 'node:fs';

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
}

// Lists what the site runs on, with the licence of each package, as the lockfile records it.
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};

for (const [path, { version, license, dev, optional }] of Object.entries(packages)) {
  if (path === '' || dev || optional) continue;
  console.log(`${path.replace(/^.*node_modules\//, '')} ${version}: ${license ?? 'not stated'}`);
}
