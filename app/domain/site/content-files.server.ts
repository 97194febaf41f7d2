import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '#app/config.server.ts';
import {
  MEDIA_FOLDER,
  MEDIA_INDEX,
  readContentFolder,
  type EntryFile,
  type MediaIndex,
} from '#app/content/content-folder.server.ts';
import {
  kindFacts,
  KINDS,
  listFields,
  listKindsSharingPath,
  type EntryContent,
  type KindName,
} from '#app/content/kinds.server.ts';
import { entryMessages } from '#app/content/texts/site-desk.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { cleanStaffText } from '#app/domain/plain-text.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import {
  findContentRevision,
  importEntriesAndBinOthers,
  incrementContentRevision,
  listAllEntriesOutsideBin,
  listEntriesOutsideBin,
  listFormerSlugs,
  markKindsSeeded,
  type ImportedEntry,
  type SiteEntry,
  type SiteMedia,
} from '#db/site-content.ts';
import { listMedia, parseFileHashes, parseMediaFiles } from '#db/site-media.ts';
import { getEntryState } from './entries.server.ts';
import { getPublishingErrors, listNamedMedia } from './entry-form.server.ts';
import { listMediaNames } from './entry-media.server.ts';
import {
  checkImportedMedia,
  copyImportedMedia,
  type CopiedMedia,
} from './imported-media.server.ts';
import { getMediaFolder, insertOrMergeMedia, type MediaRow } from './pictures.server.ts';

// Exports the content to a folder of JSON and media files, imports such a folder, and checks it.

/**
 * Writes all entries except those in the bin, and the media that they use, to a new folder. An import refuses the folder
 * while `missingFiles`, which were not on the disk, are missing. Throws if the folder exists or the database has no
 * content yet. After another error, what was written stays.
 */
export async function exportContent(
  folder: string,
): Promise<{ entryCount: number; mediaFileCount: number; missingFiles: string[] }> {
  if (existsSync(folder)) throw new Error(`${folder} already exists: choose another name.`);
  if ((await findContentRevision(getDatabase())) === null) {
    throw new Error(`${config().dataDir} has no content yet: start the site once.`);
  }

  const entries = await exportEntries(folder);
  const usedNames = listMediaNames(entries);
  const media = (await listMedia(getDatabase())).filter(({ name }) => usedNames.has(name));

  const index: MediaIndex = {};
  for (const row of media) {
    const { name, width, height, tone } = row;
    const widths = JSON.parse(row.widths) as number[];
    index[name] = { width, height, widths, tone, files: Object.keys(parseFileHashes(row)) };
  }
  writeJson(join(folder, MEDIA_INDEX), index);

  return { entryCount: entries.length, ...exportMediaFiles(folder, media) };
}

async function exportEntries(folder: string): Promise<SiteEntry[]> {
  const formerSlugs = await listFormerSlugs(getDatabase());
  const formerSlugsByEntry = Map.groupBy(formerSlugs, ({ entry_id }) => entry_id);
  const works = await listEntriesOutsideBin(getDatabase(), 'works');
  const workSlugs = new Set(works.map(({ slug }) => slug));

  const entries: SiteEntry[] = [];
  for (const kind of KINDS) {
    mkdirSync(join(folder, kind), { recursive: true, mode: 0o700 });

    const rows = await listEntriesOutsideBin(getDatabase(), kind);
    for (const [position, row] of rows.entries()) {
      const slugs = (formerSlugsByEntry.get(row.id) ?? []).map(({ slug }) => slug);
      const number = String(position + 1).padStart(4, '0');
      const file = join(folder, kind, `${number}-${row.slug ?? 'draft'}.json`);
      writeJson(file, toFileContent(row, slugs, workSlugs));
    }
    entries.push(...rows);
  }

  return entries;
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
}

function exportMediaFiles(folder: string, media: readonly SiteMedia[]) {
  mkdirSync(join(folder, MEDIA_FOLDER), { mode: 0o700 });
  const files = media.flatMap(parseMediaFiles).map(({ file }) => file);
  const missingFiles = files.filter((file) => !existsSync(join(getMediaFolder(), file)));
  const existingFiles = files.filter((file) => !missingFiles.includes(file));
  for (const file of existingFiles) {
    const bytes = readFileSync(join(getMediaFolder(), file));
    writeFileSync(join(folder, MEDIA_FOLDER, file), bytes, { mode: 0o600 });
  }
  return { mediaFileCount: existingFiles.length, missingFiles };
}

/** Leaves out works in the bin: an import refuses a project that names a work of no file. */
function toFileContent(
  row: SiteEntry,
  formerSlugs: string[],
  workSlugs: ReadonlySet<string | null>,
): object {
  const parse = (text: string | null) => {
    if (text === null) return null;
    const content = JSON.parse(text) as { made?: string[] };
    if (content.made) content.made = content.made.filter((slug) => workSlugs.has(slug));
    return content;
  };

  return {
    state: getEntryState(row),
    // JSON leaves it out for other entries.
    sample: row.sample === 1 ? true : undefined,
    address: row.slug,
    uid: row.uid,
    formerAddresses: formerSlugs,
    publishedAt: row.published_at,
    published: parse(row.published),
    draft: parse(row.draft),
  };
}

interface CheckedContent {
  entries: EntryFile[];
  media: Map<string, MediaRow>;
  /** A line for each error. Entries and media may be used only without any. */
  problems: string[];
}

/**
 * Reads a folder of content, and lists all that is wrong with it in `problems`. Stores nothing. Throws Node's own error if
 * the folder cannot be read.
 */
export async function checkContentFolder(folder: string): Promise<CheckedContent> {
  const { entries, media: index, problems: invalidValues } = readContentFolder(folder);
  const { rows: media, problems: mediaProblems } = await checkImportedMedia(folder, index);

  const problems = [
    ...invalidValues,
    ...mediaProblems,
    ...listEntryProblems(entries, media),
    ...listSlugProblems(entries),
    ...listSingletonProblems(entries),
  ];
  return { entries, media, problems };
}

/**
 * Replaces the entries of these kinds by those of the folder, all or nothing (PB-9), audits it, and stores all media of
 * the folder. Stored entries that the folder lacks go to the bin; histories stay. Does not refresh the published
 * content. Throws an error with one line for each problem of the folder, also in other kinds, and Node's own if the
 * folder cannot be read. Then nothing was stored.
 */
export async function importContent(
  folder: string,
  kinds: readonly KindName[] = KINDS,
): Promise<{ entryCount: number; binnedCount: number }> {
  const { entries: allEntries, media, problems } = await checkContentFolder(folder);
  if (problems.length > 0) {
    throw new Error([`Nothing was imported: ${folder} has errors.`, ...problems].join('\n'));
  }

  const entries = allEntries.filter(({ kind }) => kinds.includes(kind));
  const { rows, newNames } = copyImportedMedia(folder, media);

  return inTransaction(async (tx) => {
    for (const row of rows) await insertOrMergeMedia(tx, row);

    const imported = entries.map((entry, position) => toImportedEntry(entry, position, newNames));
    // Without a slug, an equal draft is known to be the same one only by its text.
    const idsOfEqualDrafts = await findEqualDrafts(tx, imported);
    const { binnedCount } = await importEntriesAndBinOthers(tx, kinds, imported, idsOfEqualDrafts);

    // Otherwise the next start would add the sample content.
    await markKindsSeeded(tx, kinds);
    await incrementContentRevision(tx);

    const entryCount = entries.length;
    const facts = { entries: entryCount, binned: binnedCount };
    await recordAudit(tx, OPERATOR, 'site.imported', facts);
    return { entryCount, binnedCount };
  });
}

function listSingletonProblems(entries: readonly EntryFile[]): string[] {
  const singletons = KINDS.filter((kind) => kindFacts[kind].isSingleton);
  const wrongKinds = singletons.filter((kind) => {
    const [entry, ...extraEntries] = entries.filter((candidate) => candidate.kind === kind);
    return entry?.value.state !== 'published' || extraEntries.length > 0;
  });
  return wrongKinds.map(
    (kind) => `${kind}: the whole folder: must contain exactly one entry, a published one`,
  );
}

function toImportedEntry(
  { kind, value }: EntryFile,
  position: number,
  newNames: CopiedMedia['newNames'],
): ImportedEntry {
  const toText = (content: EntryContent | null) => {
    if (content === null) return null;
    let text = JSON.stringify(content, (_, part: unknown) =>
      typeof part === 'string' ? cleanStaffText(part) : part,
    );
    for (const [name, newName] of newNames) text = text.replaceAll(name, newName);
    return text;
  };

  return {
    kind,
    uid: value.uid,
    position,
    slug: value.address,
    live: value.state === 'published' ? 1 : 0,
    sample: value.sample ? 1 : 0,
    published: toText(value.published),
    draft: toText(value.draft),
    published_at: value.publishedAt,
    formerSlugs: value.formerAddresses,
  };
}

/** Returns the ids of stored drafts with the same text, by imported draft. */
async function findEqualDrafts(
  tx: Db,
  imported: readonly ImportedEntry[],
): Promise<Map<ImportedEntry, number>> {
  const storedDrafts = (await listAllEntriesOutsideBin(tx)).filter(({ slug }) => slug === null);
  const getKey = ({ kind, draft }: Pick<SiteEntry, 'kind' | 'draft'>) =>
    `${kind} ${toSortedJson(draft)}`;
  const draftsByKey = Map.groupBy(storedDrafts, getKey);

  const ids = new Map<ImportedEntry, number>();
  for (const entry of imported) {
    if (entry.slug !== null) continue;
    // Equal drafts are used up one by one.
    const storedDraft = draftsByKey.get(getKey(entry))?.shift();
    if (storedDraft) ids.set(entry, storedDraft.id);
  }
  return ids;
}

/** Sorts the keys: a saved form and an imported file have them in different orders. */
function toSortedJson(text: string | null): string {
  const sort = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(sort);
    const fields = Object.entries(value).map(([name, field]) => [name, sort(field)] as const);
    return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(sort(JSON.parse(text ?? 'null')));
}

function listEntryProblems(
  entries: readonly EntryFile[],
  media: ReadonlyMap<string, unknown>,
): string[] {
  const problems: string[] = [];
  const slugsByKind = new Map(
    KINDS.map((kind) => {
      const entriesOfKind = entries.filter((entry) => entry.kind === kind);
      return [kind, new Set<unknown>(entriesOfKind.map(({ value }) => value.address))] as const;
    }),
  );

  for (const { kind, file, value } of entries) {
    if (value.state !== 'draft') {
      for (const problem of listPublishingProblems(kind, value.published!))
        problems.push(`${file}: published.${problem}`);
    }

    for (const state of ['published', 'draft'] as const) {
      const content = value[state];
      if (!content) continue;
      for (const problem of listReferenceProblems(kind, content, slugsByKind, media))
        problems.push(`${file}: ${state}.${problem}`);
    }
  }

  return problems;
}

/** Formats the errors that the desk would show, without the label of the field. */
function listPublishingProblems(kind: KindName, content: EntryContent): string[] {
  return Object.entries(getPublishingErrors(kind, content)).map(([name, error]) => {
    const path = name.replace(/_(en|el)$/, '.$1');
    const text = entryMessages.en.errors[error!].replace(/^\{field\}:? (.*)\.$/, '$1');
    return `${path}: ${text}`;
  });
}

function listReferenceProblems(
  kind: KindName,
  content: EntryContent,
  slugsByKind: ReadonlyMap<KindName, ReadonlySet<unknown>>,
  media: ReadonlyMap<string, unknown>,
): string[] {
  const problems: string[] = [];

  for (const { name, namesKind } of listFields(kind)) {
    if (!namesKind) continue;
    const slugs = [content[name]].flat().filter((slug) => slug !== '');
    const isUnknown = slugs.some((slug) => !slugsByKind.get(namesKind)!.has(slug));
    if (isUnknown) problems.push(`${name}: names an entry that is not in ${namesKind}/`);
  }

  for (const { name, path, type } of listNamedMedia(kind, content)) {
    const noun = type === 'picture' ? 'picture' : 'file';
    if (!media.has(name)) problems.push(`${path}: names a ${noun} that is not in pictures.json`);
  }

  return problems;
}

/** In the files, the key of a slug is `address`. */
function listSlugProblems(entries: readonly EntryFile[]): string[] {
  const problems: string[] = [];
  const owners = new Map<string, string>();
  for (const { kind, file, value } of entries) {
    if (value.address === null) continue;

    const expectedSlug = value.published && kindFacts[kind].customSlug?.build(value.published);
    if (expectedSlug && expectedSlug !== value.address)
      problems.push(`${file}: address: must be ${expectedSlug}`);

    const otherOwners = listKindsSharingPath(kind).map((each) =>
      owners.get(`${each} ${value.address}`),
    );
    const owner = otherOwners.find((other) => other !== undefined);
    if (owner) problems.push(`${file}: address: is already used by ${owner}`);
    owners.set(`${kind} ${value.address}`, file);
  }

  return problems;
}
