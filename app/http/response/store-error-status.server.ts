import { countStoreError } from '#app/domain/audit.server.ts';
import { isStoreError } from '#db/store-error.ts';
import { logError } from '#app/log.server.ts';

/**
 * The status for an action that answers a fault of the store itself, to keep its form; the fault
 * is logged as `event`, and the front door adds when to try again. Throws any other error again.
 */
export function storeErrorStatus(event: string, error: unknown): number {
  if (!isStoreError(error)) throw error;
  countStoreError(error);
  logError(event, { reason: error.code });
  return error.status;
}
