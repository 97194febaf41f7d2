import { readFileSync } from 'node:fs';

interface LockedPackage {
  name: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  /** Comes inside the archive of the package above it, which is pinned. */
  inBundle?: boolean;
  dev?: boolean;
  optional?: boolean;
}

/** Returns all packages of package-lock.json: a package once for each place where it is installed. */
export function listLockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Omit<LockedPackage, 'name'>>;
  };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({ ...locked, name: path.replace(/^.*node_modules\//, '') }));
}

/** Returns the packages that a running site needs, without optional ones. */
export function listRequiredRuntimePackages(): LockedPackage[] {
  return listLockedPackages().filter(({ dev, optional }) => !dev && !optional);
}
