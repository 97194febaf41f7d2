import { vi } from 'vitest';

/** Retries until `look` does not throw. The long timeout allows for a busy machine. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 30_000, interval: 20 });
}
