/** A thing of a page's JSON-LD. */
export type GraphNode = { '@type': string; '@id': string } & Record<string, unknown>;

/** The things of a graph, in order; of the JSON that stands in a page. */
export function nodesOf(json: string): GraphNode[] {
  const read = JSON.parse(json) as { '@context': string; '@graph': GraphNode[] };
  if (read['@context'] !== 'https://schema.org') throw new Error('no graph of schema.org');
  return read['@graph'];
}

/** The things of the graph that stands in a page. */
export const graphOf = (html: string) =>
  nodesOf(/<script type="application\/ld\+json"[^>]*>([^<]*)/.exec(html)![1]!);

/** Every property and value inside, however deep: texts and numbers with the name they stand under. */
export function entriesOf(value: unknown, name = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((entry) => entriesOf(entry, name));
  if (typeof value !== 'object' || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, entry]) => entriesOf(entry, key));
}

/** The `@id`s at which something is said, and those that are only pointed to. */
export function idsIn(value: unknown): { defined: string[]; pointed: string[] } {
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
