// Preloaded by a server under test: its clock starts at the time in the file CLOCK and runs on from there.
import { readFileSync } from 'node:fs';

const Clock = Date;
const offsetMs = Clock.parse(readFileSync(process.env['CLOCK']!, 'utf8')) - Clock.now();

globalThis.Date = new Proxy(Clock, {
  construct: (_, args) =>
    args.length === 0 ? new Clock(Clock.now() + offsetMs) : Reflect.construct(Clock, args),
  get: (_, name) => (name === 'now' ? () => Clock.now() + offsetMs : Reflect.get(Clock, name)),
});
