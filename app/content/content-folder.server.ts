import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { kindFacts, KINDS, kinds, type EntryContent, type KindName } from './kinds.server.ts';
import { SLUG } from './slugs.server.ts';

// Reads a folder that `npm run data -- content-export` has written, such as the sample content.

export const MEDIA_INDEX = 'pictures.json';
// The name "media" is taken by the folder of the entries of that kind.
export const MEDIA_FOLDER = 'files';

// A Mac writes these beside the files of a folder.
const IGNORED_NAME = /^\.|^__MACOSX$/;
// Numbers by their value: the file after 9999 begins with 10000.
const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

const mediaIndexSchema = z.record(
  z.string().regex(/^[0-9a-f]{64}$/),
  z
    .strictObject({
      width: z.int().nonnegative(),
      height: z.int().nonnegative(),
      widths: z.array(z.int().positive()),
      tone: z.int().min(0).max(11),
      files: z.array(z.string()).min(1),
    })
    .refine(({ width, widths }) => width === 0 || widths.length > 0, {
      path: ['widths'],
      message: 'is empty',
    }),
);

export type MediaIndex = z.output<typeof mediaIndexSchema>;

const slugSchema = z
  .string()
  .regex(SLUG, 'must be a slug: lower-case letters, digits and single dashes');

const createEntryFileSchema = (content: z.ZodType<EntryContent>) =>
  z
    .strictObject({
      state: z.enum(['draft', 'published', 'offline']),
      /** Unchanged sample content, which "Remove all sample content" removes. */
      sample: z.boolean().default(false),
      address: slugSchema.nullable(),
      uid: z
        .string()
        .max(40)
        .regex(/^\d{4}-\d\d-\d\d\/\w+$/)
        .nullable()
        .default(null),
      formerAddresses: z.array(slugSchema),
      publishedAt: z.iso.datetime().nullable(),
      published: content.nullable(),
      draft: content.nullable(),
    })
    .refine(({ state, published, address: slug }) => state === 'draft' || (published && slug), {
      path: ['published'],
      message: 'is missing, or the entry has no address',
    })
    .refine(({ draft, published }) => draft !== null || published !== null, {
      path: ['draft'],
      message: 'is missing',
    });

export interface EntryFile {
  kind: KindName;
  file: string;
  value: z.output<ReturnType<typeof createEntryFileSchema>>;
}

interface ContentFolder {
  entries: EntryFile[];
  media: MediaIndex;
  /** A line for each invalid value; its file is left out. */
  problems: string[];
}

/**
 * Reads all entries, each kind in the order of its file names, and the index of their media. Leaves out invalid files.
 * `problems` lists these and missing folders of kinds. Throws Node's own error if the folder cannot be read.
 */
export function readContentFolder(folder: string): ContentFolder {
  const entries: EntryFile[] = [];
  const problems: string[] = [];
  const folderNames = new Set(readdirSync(folder));
  for (const kind of KINDS) {
    if (!folderNames.has(kind)) {
      if (kindFacts[kind].isOptionalFolder) continue;
      problems.push(`${kind}: the whole folder: is missing`);
      continue;
    }

    // The type of the content follows from the kind, which is only known at run time.
    const schema = createEntryFileSchema(kinds[kind] as unknown as z.ZodType<EntryContent>);
    const names = readdirSync(join(folder, kind)).filter((name) => !IGNORED_NAME.test(name));
    for (const name of names.sort(compareNames)) {
      const file = `${kind}/${name}`;
      if (!name.endsWith('.json')) {
        problems.push(`${file}: the whole file: has a name that does not end in .json`);
        continue;
      }

      const parsedFile = parseFile(folder, file, schema);
      if (parsedFile.value) entries.push({ kind, file, value: parsedFile.value });
      problems.push(...parsedFile.problems);
    }
  }

  const index = parseFile(folder, MEDIA_INDEX, mediaIndexSchema);
  return { entries, media: index.value ?? {}, problems: [...problems, ...index.problems] };
}

function parseFile<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
): { value: z.output<Schema> | null; problems: string[] } {
  try {
    // Some editors save a text with a byte order mark.
    const text = readFileSync(join(folder, file), 'utf8').replace(/^\ufeff/, '');
    const { data, error } = schema.safeParse(JSON.parse(text));
    const problems = (error?.issues ?? []).map(({ path, message }) => {
      return `${file}: ${path.join('.') || 'the whole file'}: ${message}`;
    });
    return { value: data ?? null, problems };
  } catch (error) {
    const reason = (error as Error).message.replace(/\s+/g, ' ');
    return { value: null, problems: [`${file}: the whole file: ${reason}`] };
  }
}
