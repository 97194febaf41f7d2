import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { forEachLanguage, LANGUAGES } from '#app/content/language.ts';
import { SLUG } from './slugs.server.ts';

const folder = import.meta.dirname;
const projectRoot = resolve(folder, '../..');

export class ContentError extends Error {
  override name = 'ContentError';
}

/** Reads a JSON file of the sample. Throws a ContentError when it cannot be read or breaks the schema. */
export function readContent<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> {
  const path = resolve(folder, file);
  const name = relative(projectRoot, path);
  return checkContent(name, parseJson(name, path), schema);
}

export function listContentFiles(subfolder: string): string[] {
  return readdirSync(resolve(folder, subfolder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

export function checkContent<Schema extends z.ZodType>(
  name: string,
  value: unknown,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first, ...otherIssues] = result.error.issues;
  const suffix = otherIssues.length > 0 ? ` (and ${otherIssues.length} more)` : '';
  throw new ContentError(`${name}: ${formatPath(first?.path ?? [])}: ${first?.message}${suffix}`);
}

function parseJson(name: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ') : 'cannot be read';
    throw new ContentError(`${name}: ${reason}`);
  }
}

function formatPath(path: PropertyKey[]): string {
  if (path.length === 0) return 'the whole file';
  return path.map(String).join('.');
}

export const messages = z.string().trim().min(1, 'is empty');

export const day = z.iso.date('is no day (YYYY-MM-DD)');

/** Returns a schema for a value in each language. Refuses a missing language and lists of unequal length. */
export function translatedSchema<Schema extends z.ZodType>(schema: Schema) {
  const anything = forEachLanguage(() => z.unknown().optional());
  return z
    .strictObject(anything, { error: describeTranslationError })
    .superRefine((value, context) => {
      const missing = LANGUAGES.filter((language) => isBlank(value[language]));
      if (missing.length === LANGUAGES.length) return;
      for (const language of missing) {
        context.addIssue({ code: 'custom', message: `missing in ${language}` });
      }
    })
    .pipe(z.strictObject(forEachLanguage(() => schema)))
    .refine((value) => {
      const lengths = Object.values(value).map((one) => (Array.isArray(one) ? one.length : 0));
      return new Set(lengths).size === 1;
    }, 'is longer in one language');
}

/** Returns a schema like translatedSchema, which also accepts one string for all languages. */
export function name() {
  const repeatInAllLanguages = (value: unknown) =>
    typeof value === 'string' ? forEachLanguage(() => value) : value;
  return z.preprocess(repeatInAllLanguages, translatedSchema(z.string()));
}

function describeTranslationError({ code, input }: { code?: string | undefined; input?: unknown }) {
  if (code === 'unrecognized_keys') return 'has a language that the site has not';
  return input === undefined ? 'missing' : 'is no { "en": …, "el": … }';
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Slugs of the entry before it was renamed; they redirect to the current one (ledger SE-5). */
export const formerSlugs = z
  .array(z.string().refine((slug) => SLUG.test(slug), 'is no slug'))
  .default([]);

interface HasSlugs {
  slug: string;
  formerSlugs: readonly string[];
}

export function findBySlug<Entry extends HasSlugs>(
  entries: readonly Entry[],
  slug: string,
): Entry | undefined {
  return (
    entries.find((entry) => entry.slug === slug) ??
    entries.find((entry) => entry.formerSlugs.includes(slug))
  );
}

export function refuseDuplicateSlugs(
  entries: readonly HasSlugs[],
  context: z.RefinementCtx<unknown>,
): void {
  for (const { slug, path, earlier } of findDuplicateSlugs(entries)) {
    const message = `has the address "${slug}", which entry [${earlier}] has already`;
    context.addIssue({ code: 'custom', path, message });
  }
}

function* findDuplicateSlugs(entries: readonly HasSlugs[]) {
  const owners = new Map<string, number>();
  const claims = [
    ...entries.map(({ slug }, index) => ({ slug, index, path: [index] as PropertyKey[] })),
    ...entries.flatMap((entry, index) =>
      entry.formerSlugs.map((slug, formerIndex) => ({
        slug,
        index,
        path: [index, 'formerSlugs', formerIndex],
      })),
    ),
  ];
  for (const { slug, index, path } of claims) {
    const ownerIndex = owners.get(slug);
    if (ownerIndex === undefined) owners.set(slug, index);
    else yield { slug, path, earlier: ownerIndex };
  }
}
