/** A node of a page's JSON-LD. */
export type GraphNode = { '@type': string; '@id': string } & Record<string, unknown>;

/** Returns the nodes of a JSON-LD graph in order. */
export function parseGraph(json: string): GraphNode[] {
  const read = JSON.parse(json) as { '@context': string; '@graph': GraphNode[] };
  if (read['@context'] !== 'https://schema.org') throw new Error('no graph of schema.org');
  return read['@graph'];
}

/** Returns the nodes of a page's JSON-LD graph. */
export const readGraph = (html: string) =>
  parseGraph(/<script type="application\/ld\+json"[^>]*>([^<]*)/.exec(html)![1]!);

/** Returns all texts and numbers at any depth, each with its property name. */
export function listEntries(value: unknown, name = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((entry) => listEntries(entry, name));
  if (typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, entry]) => listEntries(entry, key));
}

/** Returns the `@id`s of nodes with properties, and those of mere references. */
export function collectIds(value: unknown): { defined: string[]; pointed: string[] } {
  const ids = { defined: [] as string[], pointed: [] as string[] };
  const walk = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return;
    if ('@id' in part) {
      ids[Object.keys(part).length > 1 ? 'defined' : 'pointed'].push(String(part['@id']));
    }
    Object.values(part).forEach(walk);
  };
  walk(value);
  return ids;
}
