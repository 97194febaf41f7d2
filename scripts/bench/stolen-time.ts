import { readFileSync } from 'node:fs';

/** /proc/stat counts in hundredths of a second. */
const TICK_MS = 10;
const STEAL = 8;

/**
 * Milliseconds, over all processors, in which a virtual machine had work and its host ran others'
 * instead. Always 0 where the system does not count them.
 */
export function stolenMs(): number {
  if (process.platform !== 'linux') return 0;
  const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  return Number(total.split(/\s+/)[STEAL] ?? 0) * TICK_MS;
}
