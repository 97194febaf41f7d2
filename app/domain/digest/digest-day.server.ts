import { athensClock } from '#app/domain/athens-time.server.ts';
import { isWorkingDay } from '#app/domain/desk/working-days.server.ts';
import { DIGEST } from '#app/domain/limits.ts';

/**
 * The ISO day whose digest is to be sent at an instant: a working day in Greece between DIGEST.from
 * and DIGEST.until on a clock in Athens. Null at any other time: what was missed is left out.
 */
export function digestDayAt(now: Date): string | null {
  const [day = '', time = ''] = athensClock(now).split('T');
  const isTime = time >= DIGEST.from && time < DIGEST.until;
  return isTime && isWorkingDay(day) ? day : null;
}
