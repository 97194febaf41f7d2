const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

/** How long a cache in front answers for the site before it asks whether a page is still the same. */
export const SHARED_PAGE_SECONDS = MINUTE_SECONDS;
/** And while it asks, so that no visitor waits for that. */
const ASKING_SECONDS = 10 * MINUTE_SECONDS;
/** And when nobody answers: the site may be stopped for a day. */
const OUTAGE_SECONDS = DAY_SECONDS;
/** A page that is not there may be there soon. */
const SHARED_NOT_FOUND_SECONDS = 10;

/** For one visitor alone: kept by no cache, the browser's own included. */
export const NO_STORE = 'no-store, no-cache, must-revalidate, private';

// Browsers ask each time (max-age=0): a 304 costs nothing, and an upgrade is seen at once.
const SHARED_PAGE = [
  'public',
  'max-age=0',
  `s-maxage=${SHARED_PAGE_SECONDS}`,
  `stale-while-revalidate=${ASKING_SECONDS}`,
  `stale-if-error=${OUTAGE_SECONDS}`,
].join(', ');
const SHARED_NOT_FOUND = `public, max-age=0, s-maxage=${SHARED_NOT_FOUND_SECONDS}`;

/** What shared caches may do with an answer that everybody gets alike (ledger HC-1). */
export function sharedCaching(status: number): string {
  if (status === 200) return SHARED_PAGE;
  return status === 404 ? SHARED_NOT_FOUND : NO_STORE;
}
