import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Sharp } from 'sharp';

/** Writes `target` unless it is newer than its source; returns the number of files written. */
export async function render(
  source: string,
  target: string,
  make: () => Sharp | Promise<Sharp>,
): Promise<number> {
  if (isNewer(target, source)) return 0;
  mkdirSync(dirname(target), { recursive: true });
  const picture = await make();
  await picture.toFile(target);
  return 1;
}

function isNewer(target: string, source: string): boolean {
  const made = statSync(target, { throwIfNoEntry: false });
  return made !== undefined && made.mtimeMs >= statSync(source).mtimeMs;
}
