export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Milliseconds since 1970 that only move forward while the process lives: setting the machine's
 * clock neither opens a lock early nor keeps it shut.
 */
export function steadyNow(): number {
  return Math.round(performance.timeOrigin + performance.now());
}
