/**
 * The first value of a header as it came over the wire. Cheaper than `request.headers`, which
 * parses all of them: for the way that most requests take. `name` in lower case.
 */
export function rawHeader(rawHeaders: readonly string[], name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (isNamed(rawHeaders[i]!, name)) return rawHeaders[i + 1];
  }
  return undefined;
}

/** How many headers have this name. */
export function countRawHeaders(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isNamed(rawHeaders[i]!, name)) count++;
  return count;
}

function isNamed(found: string, name: string): boolean {
  return found.length === name.length && (found === name || found.toLowerCase() === name);
}
