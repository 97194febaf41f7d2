import { countStoreFault } from '#app/domain/audit-counts.server.ts';
import { isStoreFault } from '#db/store-fault.ts';
import { logFault } from '#app/log.server.ts';

/**
 * The status for an action that answers a fault of the store itself, to keep its form; the fault
 * is logged as `event`, and the front door adds when to try again. Throws any other error again.
 */
export function outageStatus(event: string, error: unknown): number {
  if (!isStoreFault(error)) throw error;
  countStoreFault(error);
  logFault(event, { reason: error.code });
  return error.status;
}
