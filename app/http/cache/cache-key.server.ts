import { plainPath } from '#app/content/language.ts';

/** Pages and resources that differ from visitor to visitor: each request is answered on its own. */
const PER_VISITOR = /^\/(contact|admin|reset-password)(\/|$)/;
/** Answered at once however many wait: the same for all who ask at one time, and never kept. */
const HEALTH = '/healthz';

const UNRESERVED = /^[a-z0-9._~-]$/i;

/** How a path is written that is worth keeping; its other spellings are rendered each time. */
const CANONICAL_PATH = /^\/[a-z0-9/._-]*$/;

/**
 * The query parameters a public page may read, and the values worth keeping. A page is rendered
 * without all others (utm_source and the like), so that they cannot fill the memory.
 */
const PARAMETERS: Record<string, RegExp> = {
  category: /^[a-z-]{1,40}$/,
  year: /^\d{4}$/,
  tab: /^[a-z-]{1,40}$/,
  photo: /^\d{1,2}$/,
  // The router's own: which parts of a page's data the browser lacks.
  _routes: /^[\w/.,-]{1,200}$/,
};

/**
 * The address under which a public page, or the data of one, is rendered and kept for everybody;
 * undefined for what must be answered to this visitor alone (architecture, "Page cache").
 */
export function publicAddress(url: URL): string | undefined {
  const page = url.pathname.replace(/(\/_)?\.data$/, '') || '/';
  if (PER_VISITOR.test(plainPath(page)) || !CANONICAL_PATH.test(url.pathname)) return undefined;
  const query = new URLSearchParams();
  for (const [name, value] of url.searchParams) {
    const worthKeeping = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (!worthKeeping) continue;
    if (!worthKeeping.test(value) || query.has(name)) return undefined;
    query.set(name, value);
  }
  return url.pathname + (query.size > 0 ? `?${query}` : '');
}

/** Whether an address asks if the site lives: it is answered whatever else waits. */
export function isHealth(address: string): boolean {
  return address === HEALTH;
}

/**
 * The one spelling of a path: no slash at its end, none doubled, nothing escaped that need not be
 * (ledger R-7; RFC 3986, 6.2.2).
 */
export function canonicalPath(path: string): string {
  return path
    .replace(/%[2-7][0-9a-f]/gi, (escape) => {
      const character = decodeURIComponent(escape);
      return UNRESERVED.test(character) ? character : escape;
    })
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
}

/** The spelling of our pages: they have no capitals. Escapes stay as they are. */
export function lowerCasePath(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[A-Z]/gi, (part) =>
    part.length === 1 ? part.toLowerCase() : part,
  );
}
