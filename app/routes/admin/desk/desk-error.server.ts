import { deskFaults } from '#app/content/words/enquiry.server.ts';
import type { Language } from '#app/content/language.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { logError } from '#app/log.server.ts';
import { isStoreError } from '#db/store-error.ts';

/**
 * What an admin reads when the desk could not do its work (D-5): a status and safe words. What
 * really happened goes to the log.
 */
export function faultOf(
  event: string,
  error: unknown,
  language: Language,
): { status: number; text: string } {
  const unavailable = isStoreError(error);
  countStoreError(error);
  logError(event, { reason: unavailable ? error.code : (error as Error).message });
  return unavailable
    ? { status: 503, text: deskFaults[language].busy }
    : { status: 500, text: deskFaults[language].broken };
}
