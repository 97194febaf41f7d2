import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { KINDS, kinds, type EntryContent, type KindName } from './kinds.server.ts';
import { SLUG } from './slugs.server.ts';

// Reads a folder that `npm run data -- content-export` has written: the sample content is one, and
// content-import reads others.

export const MEDIA_INDEX = 'pictures.json';
// The name "media" is taken by the folder of the entries of that kind.
export const MEDIA_FOLDER = 'files';

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
  .max(200)
  .refine(
    (text) => SLUG.test(text),
    'must be a slug: lower-case letters, digits and single dashes',
  );

const createEntryFileSchema = (content: z.ZodType<EntryContent>) =>
  z
    .strictObject({
      state: z.enum(['draft', 'published', 'offline']),
      /** Whether it is unchanged sample content, which "Remove all sample content" removes. */
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
      message: 'is missing, or has no address',
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
}

/** Reads all entries, and the index of their files. Adds a line to `problems` for each invalid value. */
export function readContentFolder(folder: string, problems: string[]): ContentFolder {
  const entries = KINDS.flatMap((kind) => readEntryFiles(folder, kind, problems));
  return { entries, media: readFile(folder, MEDIA_INDEX, mediaIndexSchema, problems) ?? {} };
}

function readEntryFiles(folder: string, kind: KindName, problems: string[]): EntryFile[] {
  const folderExists = existsSync(join(folder, kind));
  if (!folderExists) problems.push(`${kind}: the whole folder: is missing`);
  const files = folderExists ? readdirSync(join(folder, kind)).sort() : [];
  const schema = createEntryFileSchema(kinds[kind] as unknown as z.ZodType<EntryContent>);
  return files
    .filter((file) => file.endsWith('.json'))
    .flatMap((name): EntryFile[] => {
      const file = `${kind}/${name}`;
      const value = readFile(folder, file, schema, problems);
      return value ? [{ kind, file, value }] : [];
    });
}

function readFile<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
  problems: string[],
): z.output<Schema> | null {
  try {
    const result = schema.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      problems.push(`${file}: ${path.join('.') || 'the whole file'}: ${message}`);
    }
  } catch (error) {
    problems.push(`${file}: the whole file: ${(error as Error).message.replace(/\s+/g, ' ')}`);
  }
  return null;
}
