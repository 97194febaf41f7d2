import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { config } from '#app/config.server.ts';
import {
  MEDIA_FOLDER,
  MEDIA_INDEX,
  readContentFolder,
  type EntryFile,
} from '#app/content/content-folder.server.ts';
import {
  kindFacts,
  KINDS,
  listFields,
  listKindsWithPath,
  type EntryContent,
  type KindName,
} from '#app/content/kinds.server.ts';
import { siteDesk } from '#app/content/messages/site-desk.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import {
  incrementRevision,
  listAllEntries,
  listEntries,
  listFormerSlugs,
  listMedia,
  listMediaFiles,
  markKindsSeeded,
  readRevision,
  replaceEntries,
  type ImportedEntry,
  type SiteEntry,
  type SiteMedia,
} from '#db/site-content.ts';
import { dropMissingPictures, getPublishingErrors } from './entry-form.server.ts';
import {
  readImportedMedia,
  storeImportedMedia,
  type StoredMedia,
} from './imported-media.server.ts';
import { getMediaFolder, hashBytes, saveMedia } from './pictures.server.ts';

export class ContentFilesError extends Error {}

export async function exportContent(folder: string): Promise<{ entries: number; files: number }> {
  if (existsSync(folder))
    throw new ContentFilesError(`${folder} already exists: choose another name`);
  if ((await readRevision(database())) === null) {
    throw new ContentFilesError(`${config().dataDir} has no content yet: start the site once`);
  }
  const formerSlugsByEntry = Map.groupBy(
    await listFormerSlugs(database()),
    ({ entry_id }) => entry_id,
  );
  const usedNames = new Set<string>();
  let entries = 0;
  for (const kind of KINDS) {
    mkdirSync(join(folder, kind), { recursive: true, mode: 0o700 });
    for (const [position, row] of (await listEntries(database(), kind)).entries()) {
      const formerAddresses = (formerSlugsByEntry.get(row.id) ?? []).map(({ slug }) => slug);
      const number = String(position + 1).padStart(4, '0');
      const file = join(folder, kind, `${number}-${row.slug ?? 'draft'}.json`);
      writeJson(file, toFileContent(row, formerAddresses));
      for (const name of listMediaNames(row)) usedNames.add(name);
      entries++;
    }
  }
  const pictures = (await listMedia(database())).filter(({ name }) => usedNames.has(name));
  const index = pictures.map(({ name, widths, width, height, tone, files }) => {
    const forms = Object.keys(JSON.parse(files) as object);
    return [name, { width, height, widths: JSON.parse(widths) as number[], tone, files: forms }];
  });
  writeJson(join(folder, MEDIA_INDEX), Object.fromEntries(index));
  return { entries, files: exportMediaFiles(folder, pictures) };
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
}

/** Returns how many files were copied. Files that are missing on the disk are skipped. */
function exportMediaFiles(folder: string, media: readonly SiteMedia[]): number {
  mkdirSync(join(folder, MEDIA_FOLDER), { mode: 0o700 });
  const files = media.flatMap(listMediaFiles).map(({ file }) => file);
  const existing = files.filter((file) => existsSync(join(getMediaFolder(), file)));
  for (const file of existing) {
    const copy = join(folder, MEDIA_FOLDER, file);
    copyFileSync(join(getMediaFolder(), file), copy);
    chmodSync(copy, 0o600);
  }
  return existing.length;
}

function toFileContent(row: SiteEntry, formerAddresses: string[]) {
  const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as object));
  return {
    state: row.live === 1 ? 'published' : row.published === null ? 'draft' : 'offline',
    ...(row.sample === 1 && { sample: true }),
    address: row.slug,
    uid: row.uid,
    formerAddresses,
    publishedAt: row.published_at,
    published: parse(row.published),
    draft: parse(row.draft),
  };
}

function listMediaNames({ draft, published }: Pick<SiteEntry, 'draft' | 'published'>): string[] {
  return [draft, published].flatMap((text) => text?.match(/\b[0-9a-f]{64}\b/g) ?? []);
}

/** Reads a folder written by exportContent. Adds a line to `problems` for each thing that is wrong. */
export async function checkContentFolder(folder: string, problems: string[]) {
  const { entries, media: index } = readContentFolder(folder, problems);
  const media = await readImportedMedia(folder, index, problems);
  checkEntries(entries, media, problems);
  checkAddresses(entries, problems);
  checkSingletons(entries, problems);
  return { entries, media };
}

/**
 * Imports the entries of these kinds, and all media, from a folder written by exportContent, all or
 * nothing (PB-9). Stored entries that the folder lacks go to the bin; histories stay. Throws a
 * ContentFilesError with one line for each problem.
 */
export async function importContent(
  folder: string,
  kinds: readonly KindName[] = KINDS,
): Promise<{ entries: number; binned: number }> {
  const problems: string[] = [];
  const { entries: allEntries, media } = await checkContentFolder(folder, problems);
  const entries = allEntries.filter(({ kind }) => kinds.includes(kind));
  if (problems.length > 0) {
    throw new ContentFilesError(
      [`Nothing was imported: ${folder} has errors.`, ...problems].join('\n'),
    );
  }
  const { rows, newNames } = storeImportedMedia(folder, media);
  const binned = await inTransaction(async (tx) => {
    for (const row of rows) await saveMedia(tx, row);
    const imported = entries.map((entry, position) => toImportedEntry(entry, position, newNames));
    const draftIds = await findUnchangedDrafts(tx, imported);
    const count = await replaceEntries(tx, kinds, imported, draftIds);
    await markKindsSeeded(tx, kinds);
    await incrementRevision(tx);
    await recordAudit(tx, OPERATOR, 'site.imported', { entries: entries.length, binned: count });
    return count;
  });
  return { entries: entries.length, binned };
}

/** Stores the files of a folder's media, and returns their rows, which the caller stores. */
export async function storeMediaFiles(folder: string) {
  const problems: string[] = [];
  const { media } = await checkContentFolder(folder, problems);
  if (problems.length > 0) throw new ContentFilesError(problems.join('\n'));
  return storeImportedMedia(folder, media).rows;
}

function checkSingletons(entries: readonly EntryFile[], problems: string[]): void {
  for (const kind of KINDS.filter((name) => kindFacts[name].isSingleton)) {
    const [entry, ...extraEntries] = entries.filter((candidate) => candidate.kind === kind);
    if (entry?.value.state !== 'published' || extraEntries.length > 0) {
      problems.push(`${kind}: the whole folder: must hold exactly one entry, published`);
    }
  }
}

function toImportedEntry(
  { kind, value }: EntryFile,
  position: number,
  newNames: StoredMedia['newNames'],
): ImportedEntry {
  const { state, sample, address: slug, uid, formerAddresses, published, draft } = value;
  const toText = (content: EntryContent | null) => {
    if (content === null) return null;
    let text = JSON.stringify(content);
    for (const [name, newName] of newNames) text = text.replaceAll(name, newName);
    return text;
  };
  return {
    kind,
    uid,
    position,
    slug,
    live: state === 'published' ? 1 : 0,
    sample: sample ? 1 : 0,
    published: toText(published),
    draft: toText(draft),
    published_at: value.publishedAt,
    formerAddresses,
  };
}

/**
 * Returns the ids of stored drafts that the import contains unchanged, by their index in `imported`. A
 * draft without a slug can only be recognised by its text.
 */
async function findUnchangedDrafts(
  tx: Db,
  imported: readonly ImportedEntry[],
): Promise<Map<number, number>> {
  const storedDrafts = (await listAllEntries(tx)).filter(({ slug }) => slug === null);
  const idsByText = Map.groupBy(
    storedDrafts,
    ({ kind, draft }) => `${kind} ${toSortedJson(draft)}`,
  );
  const ids = new Map<number, number>();
  for (const [index, { kind, slug, draft }] of imported.entries()) {
    if (slug !== null) continue;
    const storedDraft = idsByText.get(`${kind} ${toSortedJson(draft)}`)?.shift();
    if (storedDraft) ids.set(index, storedDraft.id);
  }
  return ids;
}

/** Returns JSON with sorted keys: a saved form and an imported file have them in different orders. */
function toSortedJson(text: string | null): string {
  const sort = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(sort);
    const fields = Object.entries(value).map(([name, field]) => [name, sort(field)] as const);
    return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(sort(JSON.parse(text ?? 'null')));
}

function checkEntries(
  entries: EntryFile[],
  media: ReadonlyMap<string, unknown>,
  problems: string[],
): void {
  const categories = new Set(
    entries.filter(({ kind }) => kind === 'categories').map(({ value }) => value.address),
  );
  for (const { kind, file, value } of entries) {
    if (value.state !== 'draft') {
      for (const [name, error] of Object.entries(getPublishingErrors(kind, value.published!))) {
        const text = siteDesk.en.faults[error!].replace('{field}', name);
        problems.push(`${file}: published.${name}: ${text}`);
      }
    }
    for (const state of ['published', 'draft'] as const) {
      const content = value[state];
      if (!content) continue;
      for (const { name, type } of listFields(kind)) {
        const category = type === 'category' && (content[name] as string);
        if (category && !categories.has(category)) {
          problems.push(`${file}: ${state}.${name}: names a category that is not in categories/`);
        }
      }
      dropMissingPictures(kind, content, (name, path) => {
        if (!media.has(name))
          problems.push(`${file}: ${state}.${path}: names a picture that is not in pictures.json`);
        return true;
      });
      for (const field of ['file', 'mark']) {
        const name = content[field];
        if (typeof name !== 'string' || media.has(name)) continue;
        problems.push(`${file}: ${state}.${field}: names a file that is not in pictures.json`);
      }
    }
  }
}

function checkAddresses(entries: EntryFile[], problems: string[]): void {
  const owners = new Map<string, string>();
  for (const { kind, file, value } of entries) {
    if (value.address === null) continue;
    const expectedSlug = value.published && kindFacts[kind].customSlug?.build(value.published);
    if (expectedSlug && expectedSlug !== value.address)
      problems.push(`${file}: address: must be ${expectedSlug}`);
    const otherOwners = listKindsWithPath(kind).map((each) =>
      owners.get(`${each} ${value.address}`),
    );
    const owner = otherOwners.find((other) => other !== undefined);
    if (owner) problems.push(`${file}: address: is already used by ${owner}`);
    owners.set(`${kind} ${value.address}`, file);
  }
}

export async function checkPictures(): Promise<{ broken: string[]; count: number; bytes: number }> {
  const rows = await listMedia(database());
  const usedNames = new Set<string>();
  for (const kind of KINDS) {
    for (const row of await listEntries(database(), kind)) {
      for (const name of listMediaNames(row)) usedNames.add(name);
    }
  }
  const mediaByName = new Map(rows.map((row) => [row.name, row]));
  const broken = [...usedNames].filter((name) => {
    const picture = mediaByName.get(name);
    return !picture || !listMediaFiles(picture).every(isIntact);
  });
  return { broken, count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function isIntact({ file, sha256 }: ReturnType<typeof listMediaFiles>[number]): boolean {
  const path = join(getMediaFolder(), file);
  return existsSync(path) && hashBytes(readFileSync(path)) === sha256;
}
