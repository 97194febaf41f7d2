// Preloaded by a command under test: ends its process, as a power cut would, instead of its step of
// the number KILL_AT (none for -1), and says at the end how many there were. A step is a renaming
// of a file or a statement of the database, as KILL_ON says.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import SQLite from 'better-sqlite3';

const { KILL_ON, KILL_AT } = process.env;
let steps = 0;

/** The same function, each call of which is a step. */
const counting = <This, Given extends unknown[], Result>(
  call: (this: This, ...given: Given) => Result,
) =>
  function (this: This, ...given: Given): Result {
    if (steps++ === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
    return call.apply(this, given);
  };

if (KILL_ON === 'rename') {
  fs.renameSync = counting(fs.renameSync);
  syncBuiltinESMExports();
} else {
  const { prototype } = SQLite;
  prototype.exec = counting(prototype.exec);
  prototype.prepare = counting(prototype.prepare) as typeof prototype.prepare;
}
process.on('exit', () => console.log(`${steps} steps`));
