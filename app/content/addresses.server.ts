import { z } from 'zod';
import { ContentError } from './read-content.server.ts';
import { slugOf } from './slug.ts';

/** The slugs an entry had before it was renamed: their addresses lead on to it (ledger SE-5). */
export const formerSlugs = z
  .array(z.string().refine((slug) => slug !== '' && slug === slugOf(slug), 'is no slug'))
  .default([]);

/** What is found at an address. */
export interface Addressed {
  slug: string;
  formerSlugs: readonly string[];
}

/** The entry that has this slug, else the one that had it, else undefined. */
export function findBySlug<Entry extends Addressed>(
  entries: readonly Entry[],
  slug: string,
): Entry | undefined {
  return (
    entries.find((entry) => entry.slug === slug) ??
    entries.find((entry) => entry.formerSlugs.includes(slug))
  );
}

/** Refuses a list in which two entries have, or had, the same address. */
export function refuseTwins(
  entries: readonly Addressed[],
  context: z.RefinementCtx<unknown>,
): void {
  for (const { slug, path, earlier } of sharedAddresses(entries)) {
    const message = `has the address "${slug}", which entry [${earlier}] has already`;
    context.addIssue({ code: 'custom', path, message });
  }
}

/** The same for entries that are a file each. `files` names them; throws a ContentError. */
export function refuseTwinFiles(entries: readonly Addressed[], files: readonly string[]): void {
  for (const { slug, path, earlier } of sharedAddresses(entries)) {
    const [index, ...place] = path as [number, ...PropertyKey[]];
    const where = place.length > 0 ? `formerSlugs[${String(place[1])}]` : 'slug';
    throw new ContentError(
      `${files[index]}: ${where}: has the address "${slug}", which ${files[earlier]} has already`,
    );
  }
}

function* sharedAddresses(entries: readonly Addressed[]) {
  const owners = new Map<string, number>();
  const claims = [
    ...entries.map(({ slug }, index) => ({ slug, index, path: [index] as PropertyKey[] })),
    ...entries.flatMap((entry, index) =>
      entry.formerSlugs.map((slug, at) => ({ slug, index, path: [index, 'formerSlugs', at] })),
    ),
  ];
  for (const { slug, index, path } of claims) {
    const earlier = owners.get(slug);
    if (earlier === undefined) owners.set(slug, index);
    else yield { slug, path, earlier };
  }
}
