import { isNothing } from '#app/content/catalogue/specifications.server.ts';

/** A value of JSON-LD; what nobody stated is left out of it before it is shown. */
export type GraphValue =
  | string
  | number
  | boolean
  | undefined
  | { [property: string]: GraphValue }
  | readonly GraphValue[];

/** A thing of the graph; others point to it by its `@id`. */
export type GraphNode = { '@type': string; '@id'?: string } & { [property: string]: GraphValue };

/** The pointer to a thing that stands elsewhere in the graph. */
export function pointer(id: string): GraphValue {
  return { '@id': id };
}

/** The value without what says nothing: '', '-', undefined, and lists and things left empty. */
export function stated(value: GraphValue): GraphValue {
  if (typeof value === 'string') return isNothing(value) ? undefined : value.trim();
  if (typeof value !== 'object') return value;
  if (isList(value)) {
    const kept = value.map(stated).filter((entry) => entry !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  const kept = Object.entries(value)
    .map(([property, entry]) => [property, stated(entry)] as const)
    .filter(([, entry]) => entry !== undefined);
  // A thing with nothing but its type is none.
  return kept.some(([property]) => property !== '@type') ? Object.fromEntries(kept) : undefined;
}

function isList(value: object): value is readonly GraphValue[] {
  return Array.isArray(value);
}
