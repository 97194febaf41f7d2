// Preloaded by a server under test: its clock starts at the instant that the file CLOCK holds, and
// goes on from there.
import { readFileSync } from 'node:fs';

const Clock = Date;
const ahead = Clock.parse(readFileSync(process.env['CLOCK']!, 'utf8')) - Clock.now();

globalThis.Date = new Proxy(Clock, {
  construct: (_, given) =>
    given.length === 0 ? new Clock(Clock.now() + ahead) : Reflect.construct(Clock, given),
  get: (_, name) => (name === 'now' ? () => Clock.now() + ahead : Reflect.get(Clock, name)),
});
