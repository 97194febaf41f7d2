import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { pictureNames } from '#app/content/catalogue/pictures.server.ts';
import {
  type EntryContent,
  type KindName,
  KINDS,
  kindFacts,
  kinds,
  kindsAt,
} from '#app/content/kinds.server.ts';
import { slugOf } from '#app/content/formats.ts';
import { isSampleFile } from '#app/content/sample.server.ts';
import { siteDesk } from '#app/content/words/site-desk.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { config } from '#app/config.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import {
  type ImportedEntry,
  MEDIA_FILE,
  type SiteEntry,
  type SiteMedia,
  allAddresses,
  allMedia,
  insertMedia,
  listEntries,
  markFilled,
  mediaFile,
  mediaFiles,
  raiseRevision,
  readRevision,
  replaceEntries,
} from '#db/site-content.ts';
import { publishingFaults, withPicturesThere } from './entry-form.server.ts';
import { pdfFault } from './pdf-fault.ts';
import { hashOf, mediaFolder } from './pictures.server.ts';
import { safeMark } from './word-mark.ts';

const PICTURES = 'pictures.json';
// A kind is called media: the folder of the files is not.
const FILES = 'files';

export class ContentFilesError extends Error {}

export async function exportContent(folder: string): Promise<{ entries: number; files: number }> {
  if (existsSync(folder))
    throw new ContentFilesError(`${folder} exists already: name a new folder`);
  if ((await readRevision(database())) === null) {
    throw new ContentFilesError(`${config().dataDir} has no content yet: start the site once`);
  }
  const addresses = Map.groupBy(await allAddresses(database()), ({ entry_id }) => entry_id);
  const used = new Set<string>();
  let entries = 0;
  for (const kind of KINDS) {
    mkdirSync(join(folder, kind), { recursive: true });
    for (const [place, row] of (await listEntries(database(), kind)).entries()) {
      const formerAddresses = (addresses.get(row.id) ?? []).map(({ slug }) => slug);
      const number = String(place + 1).padStart(4, '0');
      const file = join(folder, kind, `${number}-${row.slug ?? 'draft'}.json`);
      writeFileSync(file, `${JSON.stringify(fileOf(row, formerAddresses), null, 2)}\n`);
      for (const name of picturesIn(row)) used.add(name);
      entries++;
    }
  }
  const pictures = (await allMedia(database())).filter(({ name }) => used.has(name));
  mkdirSync(join(folder, FILES));
  const described = pictures.map(({ name, widths, width, height, tone, files }) => {
    const forms = Object.keys(JSON.parse(files) as object);
    return [name, { width, height, widths: JSON.parse(widths) as number[], tone, files: forms }];
  });
  writeFileSync(
    join(folder, PICTURES),
    `${JSON.stringify(Object.fromEntries(described), null, 2)}\n`,
  );
  const files = pictures.flatMap(mediaFiles).map(({ file }) => file);
  const there = files.filter((file) => existsSync(join(mediaFolder(), file)));
  for (const file of there) copyFileSync(join(mediaFolder(), file), join(folder, FILES, file));
  return { entries, files: there.length };
}

function fileOf(row: SiteEntry, formerAddresses: string[]) {
  const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as object));
  return {
    state: row.live === 1 ? 'published' : row.published === null ? 'draft' : 'offline',
    address: row.slug,
    uid: row.uid,
    formerAddresses,
    publishedAt: row.published_at,
    published: parse(row.published),
    draft: parse(row.draft),
  };
}

function picturesIn({ draft, published }: Pick<SiteEntry, 'draft' | 'published'>): string[] {
  return [draft, published].flatMap((text) => text?.match(/\b[0-9a-f]{64}\b/g) ?? []);
}

const HASH = /^[0-9a-f]{64}$/;

const picturesFile = z.record(
  z.string().regex(HASH),
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

const address = z
  .string()
  .max(200)
  .refine((text) => text !== '' && text === slugOf(text), 'is no slug');

const entryFile = (content: z.ZodType<EntryContent>) =>
  z
    .strictObject({
      state: z.enum(['draft', 'published', 'offline']),
      address: address.nullable(),
      uid: z
        .string()
        .max(40)
        .regex(/^\d{4}-\d\d-\d\d\/\w+$/)
        .nullable()
        .default(null),
      formerAddresses: z.array(address),
      publishedAt: z.iso.datetime().nullable(),
      published: content.nullable(),
      draft: content.nullable(),
    })
    .refine(({ state, published, address: own }) => state === 'draft' || (published && own), {
      path: ['published'],
      message: 'is missing, or has no address',
    })
    .refine(({ draft, published }) => draft !== null || published !== null, {
      path: ['draft'],
      message: 'is missing',
    });

interface ReadEntry {
  kind: KindName;
  file: string;
  value: z.output<ReturnType<typeof entryFile>>;
}

/**
 * Whole or not at all: throws a ContentFilesError of a line for each fault. What is not in the folder goes to
 * the bin; histories stay.
 */
export async function importContent(folder: string): Promise<{ entries: number; binned: number }> {
  const faults: string[] = [];
  const entries = KINDS.flatMap((kind) => readEntries(folder, kind, faults));
  const pictures = readPictures(folder, faults);
  const media = readMedia(folder, pictures, faults);
  checkEntries(entries, media, faults);
  checkAddresses(entries, faults);
  for (const kind of KINDS.filter((name) => kindFacts[name].isOne)) {
    const [one, ...others] = entries.filter((entry) => entry.kind === kind);
    if (one?.value.state !== 'published' || others.length > 0) {
      faults.push(`${kind}: the whole folder: needs one entry, and that published`);
    }
  }
  if (faults.length > 0) {
    throw new ContentFilesError(
      [`Nothing was imported: ${folder} has faults.`, ...faults].join('\n'),
    );
  }
  mkdirSync(mediaFolder(), { recursive: true, mode: 0o700 });
  for (const { file } of [...media.values()].flatMap(mediaFiles)) {
    // A kill midway leaves a file of no name of ours.
    const part = join(mediaFolder(), `${file}.part`);
    copyFileSync(join(folder, FILES, file), part);
    renameSync(part, join(mediaFolder(), file));
  }
  const rows = entries.map(importedEntry);
  const binned = await inTransaction(async (tx) => {
    for (const picture of media.values()) await insertMedia(tx, picture);
    const gone = await replaceEntries(tx, rows, NOW);
    await markFilled(tx, KINDS);
    await raiseRevision(tx);
    await recordAudit(tx, OPERATOR, 'site.imported', { entries: rows.length, binned: gone });
    return gone;
  });
  return { entries: entries.length, binned };
}

const NOW = new Date().toISOString();

function importedEntry({ kind, value }: ReadEntry, position: number): ImportedEntry {
  const { state, address: slug, uid, formerAddresses, publishedAt, published, draft } = value;
  return {
    kind,
    uid,
    position,
    slug,
    live: state === 'published' ? 1 : 0,
    published: published && JSON.stringify(published),
    draft: draft && JSON.stringify(draft),
    published_at: publishedAt,
    formerAddresses,
  };
}

function readEntries(folder: string, kind: KindName, faults: string[]): ReadEntry[] {
  const isThere = existsSync(join(folder, kind));
  if (!isThere) faults.push(`${kind}: the whole folder: is missing`);
  const files = isThere ? readdirSync(join(folder, kind)).sort() : [];
  const schema = entryFile(kinds[kind] as unknown as z.ZodType<EntryContent>);
  return files
    .filter((file) => file.endsWith('.json'))
    .flatMap((name): ReadEntry[] => {
      const file = `${kind}/${name}`;
      const value = readFile(folder, file, schema, faults);
      return value ? [{ kind, file, value }] : [];
    });
}

function readPictures(folder: string, faults: string[]) {
  const found = readFile(folder, PICTURES, picturesFile, faults) ?? {};
  return new Map(Object.entries(found));
}

function readFile<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
  faults: string[],
): z.output<Schema> | null {
  try {
    const result = schema.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      faults.push(`${file}: ${path.join('.') || 'the whole file'}: ${message}`);
    }
  } catch (error) {
    faults.push(`${file}: the whole file: ${(error as Error).message.replace(/\s+/g, ' ')}`);
  }
  return null;
}

function readMedia(
  folder: string,
  pictures: ReturnType<typeof readPictures>,
  faults: string[],
): Map<string, SiteMedia> {
  const rows = new Map<string, SiteMedia>();
  for (const [name, { files: forms, widths, ...measures }] of pictures) {
    const hashes: Record<string, string> = {};
    let bytes = 0;
    for (const [index, form] of forms.entries()) {
      const path = join(folder, FILES, mediaFile(name, form));
      // What a link leads to is no picture of this folder: it would be public.
      const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile();
      const isOurs = isFile && MEDIA_FILE.test(mediaFile(name, form));
      const file = isOurs ? readFileSync(path) : null;
      if (file && !isHarmless(file, form)) {
        faults.push(`${PICTURES}: ${name}.files.${index}: is none that the desk would take`);
      } else if (file) {
        hashes[form] = hashOf(file);
        bytes += file.length;
      } else faults.push(`${PICTURES}: ${name}.files.${index}: names no file of ${FILES}`);
    }
    const files = JSON.stringify(hashes);
    const stored = { widths: JSON.stringify(widths), files, bytes, last_used_at: NOW };
    rows.set(name, { name, ...measures, ...stored });
  }
  return rows;
}

function isHarmless(file: Buffer, form: string): boolean {
  if (form === '.pdf') return pdfFault(file) === null;
  return form !== '.svg' || safeMark(file.toString()) === file.toString();
}

function checkEntries(
  entries: ReadEntry[],
  media: ReadonlyMap<string, unknown>,
  faults: string[],
): void {
  const known = new Set([...pictureNames(), ...media.keys()]);
  for (const { kind, file, value } of entries) {
    if (value.state !== 'draft') {
      for (const [name, fault] of Object.entries(publishingFaults(kind, value.published!))) {
        const text = siteDesk.en.faults[fault!].replace('{field}', name);
        faults.push(`${file}: published.${name}: ${text}`);
      }
    }
    for (const which of ['published', 'draft'] as const) {
      const content = value[which];
      if (!content) continue;
      withPicturesThere(kind, content, (name, place) => {
        if (!known.has(name)) faults.push(`${file}: ${which}.${place}: names no picture`);
        return true;
      });
      for (const [field, form] of [
        ['file', 'pdf'],
        ['mark', 'svg'],
      ] as const) {
        const name = content[field];
        if (typeof name !== 'string' || media.has(name) || isSampleFile(name, form)) continue;
        faults.push(`${file}: ${which}.${field}: names no file`);
      }
    }
  }
}

function checkAddresses(entries: ReadEntry[], faults: string[]): void {
  const owners = new Map<string, string>();
  for (const { kind, file, value } of entries) {
    if (value.address === null) continue;
    const made = value.published && kindFacts[kind].address?.of(value.published);
    if (made && made !== value.address) faults.push(`${file}: address: is not ${made}`);
    const taken = kindsAt(kind).map((each) => owners.get(`${each} ${value.address}`));
    const owner = taken.find((other) => other !== undefined);
    if (owner) faults.push(`${file}: address: is that of ${owner}`);
    owners.set(`${kind} ${value.address}`, file);
  }
}

export async function checkPictures(): Promise<{ broken: string[]; count: number; bytes: number }> {
  const rows = await allMedia(database());
  const shown = new Set<string>();
  for (const kind of KINDS) {
    for (const row of await listEntries(database(), kind)) {
      for (const name of picturesIn(row)) shown.add(name);
    }
  }
  const known = new Map(rows.map((row) => [row.name, row]));
  const broken = [...shown].filter((name) => {
    const picture = known.get(name);
    return !picture || !mediaFiles(picture).every(isWhole);
  });
  return { broken, count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function isWhole({ file, sha256 }: ReturnType<typeof mediaFiles>[number]): boolean {
  const path = join(mediaFolder(), file);
  return existsSync(path) && hashOf(readFileSync(path)) === sha256;
}
