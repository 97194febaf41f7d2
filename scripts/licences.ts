import './command-line/closed-pipe.ts';
import { listRequiredRuntimePackages } from './command-line/lockfile.ts';

// Lists the packages that the site needs at run time with their licences, from the lockfile.
for (const { name, version, license } of listRequiredRuntimePackages()) {
  console.log(`${name} ${version}: ${license ?? 'not stated'}`);
}
