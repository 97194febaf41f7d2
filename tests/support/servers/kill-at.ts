// Preloaded by a command under test: kills its process instead of step number KILL_AT (never for -1), and
// prints the number of steps at the end. A step is a file rename or a database statement, as KILL_ON says.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import SQLite from 'better-sqlite3';

const { KILL_ON, KILL_AT } = process.env;
let steps = 0;

/** Wraps a function so that each call counts as a step. */
const countCalls = <This, Args extends unknown[], Result>(
  call: (this: This, ...args: Args) => Result,
) =>
  function (this: This, ...args: Args): Result {
    if (steps++ === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
    return call.apply(this, args);
  };

if (KILL_ON === 'rename') {
  fs.renameSync = countCalls(fs.renameSync);
  syncBuiltinESMExports();
} else {
  const { prototype } = SQLite;
  prototype.exec = countCalls(prototype.exec);
  prototype.prepare = countCalls(prototype.prepare) as typeof prototype.prepare;
}
process.on('exit', () => console.log(`${steps} steps`));
