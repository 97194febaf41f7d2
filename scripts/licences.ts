import './command-line/closed-pipe.ts';
import { listRuntimePackages } from './command-line/lockfile.ts';

// Lists the packages that the site needs at run time with their licences, from the lockfile.
for (const { name, version, license } of listRuntimePackages()) {
  console.log(`${name} ${version}: ${license ?? 'not stated'}`);
}
