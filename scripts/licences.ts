import './command-line/closed-pipe.ts';
import { runtimePackages } from './command-line/lockfile.ts';

// Lists what the site runs on, with the licence of each package, as the lockfile records it.
for (const { name, version, license } of runtimePackages()) {
  console.log(`${name} ${version}: ${license ?? 'not stated'}`);
}
