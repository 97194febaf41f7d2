import { vi } from 'vitest';

/** Looks again until what is expected holds: as long as a busy machine may need, not a second. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 30_000, interval: 20 });
}
