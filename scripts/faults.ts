import './command-line/closed-pipe.ts';
import { floodOfExports } from '../tests/faults/export-run.ts';
import { failingDisk } from '../tests/faults/failing-disk.ts';
import { heldDatabase } from '../tests/faults/held-database.ts';
import { fuzz } from '../tests/faults/fuzz-run.ts';
import { killRounds } from '../tests/faults/kill-rounds.ts';
import { FLOODERS, lostNobody, loginFlood } from '../tests/faults/login-flood.ts';
import { MEMORY_LIMIT_MEGABYTES, floodFromOne, overload } from '../tests/faults/overload-run.ts';
import {
  TRICKLING_FORMS,
  patienceWith,
  slowBody,
  slowHeaders,
  tricklingForms,
  tricklingUploads,
} from '../tests/faults/slow-clients.ts';
import { serveSite } from '../tests/support/servers/served-site.ts';

// The long form of the fault tests: the same runs with more rounds, and their numbers printed.
const ROUNDS = 20;
const OVERLOAD_SECONDS = 20;
const REQUESTS = 20_000;
const EXPORTED_ROWS = 20_000;
const EXPORTS_BROKEN_OFF = 200;
const SEED = Number(process.argv[2] ?? 20261120);
const failures: string[] = [];

const kills = await killRounds(ROUNDS);
print('killed with SIGKILL under concurrent enquiries', kills);
demand(kills.lost === 0 && kills.twice === 0 && kills.integrity === 'ok', 'an enquiry was lost');

const uploads = await killRounds(ROUNDS, true);
print('killed with SIGKILL while files arrive', uploads);
demand(
  uploads.lost + uploads.twice + uploads.withoutFile + uploads.nobodys === 0,
  'an enquiry lost a file, or a file its enquiry',
);

const disk = await failingDisk();
print('writes that fail, and succeed again', disk);
demand(Object.values(disk).join() === '303,503,503,303,200', 'a failing disk was not borne');

const held = await heldDatabase();
print('another process holds the database for six seconds', held);
demand(held.lost === 0 && held.after === 303, 'a lock of another process cost an enquiry');
demand(held.heldMs < 2 * held.idleMs + 500, 'pages stood still while the database was held');

const site = await serveSite({ TRUST_PROXY: '1' });
const patience = await Promise.all([
  patienceWith(site.url, slowHeaders),
  patienceWith(site.url, slowBody),
]);
print('slow headers, slow body', { headers: patience[0], body: patience[1] });
demand(patience[0].seconds < 15 && patience[1].seconds < 25, 'a slow client was borne too long');

const meanwhile = await tricklingForms(site.url);
print(`visitors while ${TRICKLING_FORMS} small forms trickle`, meanwhile);
demand(meanwhile[200] === 40, 'forms that trickle kept visitors out');

const waited = await tricklingUploads(site.url);
print('a file while eight uploads trickle', waited);
demand(waited.tries.at(-1) === 303, 'uploads that trickle kept a file out');

const load = await overload(site, OVERLOAD_SECONDS);
print('more load than the server can do', load);
demand(load.otherwise === 0 && load.served > 0, 'overload was answered otherwise than agreed');
demand(load.peakMegabytes <= MEMORY_LIMIT_MEGABYTES, 'a crowd took more memory than 400 MB');
const others = await floodFromOne(site);
print('visitors while one address floods', { answered: others.filter((s) => s === 200).length });
demand(
  others.every((status) => status === 200),
  'a flood from one address kept others out',
);

for (const addresses of [1, FLOODERS]) {
  const logins = await loginFlood(site, addresses);
  print('visitors while connections flood the login', logins);
  demand(lostNobody(logins), 'logins that wait kept visitors out');
}

const exports = await floodOfExports(site, EXPORTED_ROWS, EXPORTS_BROKEN_OFF);
print('exports at once, and broken off', exports);
demand(
  exports.openFilesLeft + exports.threadsLeft + exports.contactOtherwise === 0 &&
    exports.atOnce['200'] === 1 &&
    exports.afterwards === 200,
  'exports were not bounded',
);

const { wrong, faults, ...fuzzed } = await fuzz(site, REQUESTS, SEED);
print(`hostile requests, seed ${SEED}`, { ...fuzzed, wrong: wrong.length, faults: faults.length });
demand(wrong.length === 0 && faults.length === 0, JSON.stringify([wrong[0], faults[0]]));
await site.stop();

for (const failure of failures) console.error(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

function print(title: string, numbers: object): void {
  console.log(`${title}: ${JSON.stringify(numbers)}`);
}

function demand(holds: boolean, failure: string): void {
  if (!holds) failures.push(failure);
}
