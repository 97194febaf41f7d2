import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import { listPictureNames } from '#app/content/catalogue/pictures.server.ts';
import {
  type EntryContent,
  type KindName,
  type Published,
  type ShownPicture,
  type SiteContent,
  KINDS,
  addressOf,
  parseContent,
  isKind,
  isUpload,
  kindFacts,
} from '#app/content/kinds.server.ts';
import { isSampleFile, readSampleContent } from '#app/content/sample.server.ts';
import { getContentVersion, showContent } from '#app/content/site-content.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { log, logError } from '#app/log.server.ts';
import { type Db, database, getDatabaseFile, inTransaction } from '#db/database.server.ts';
import {
  type SiteEntry,
  type SiteMedia,
  listFormerSlugs,
  listAllEntries,
  listMedia,
  listSeededKinds,
  insertEntry,
  insertPublication,
  insertFormerSlug,
  markKindsSeeded,
  incrementRevision,
  readRevision,
} from '#db/site-content.ts';
import { dropMissingPictures } from './entry-form.server.ts';

let shownRevision: number | null = null;
let seenDataVersion = -1;
let reading: Promise<void> | undefined;

/** Once for each data folder and kind: the sample becomes entries like any other (PB-1). */
export async function fillSiteContent(): Promise<void> {
  await inTransaction(async (tx) => {
    const filled = await listSeededKinds(tx);
    const lacking = KINDS.filter((kind) => !filled.includes(kind));
    if (lacking.length === 0) return;
    const sample = readSampleContent();
    for (const kind of lacking) {
      for (const [position, entry] of sample[kind].entries()) {
        await insertSample(tx, kind, position, entry);
      }
    }
    await markKindsSeeded(tx, lacking);
    await incrementRevision(tx);
  });
}

async function insertSample(
  tx: Db,
  kind: string,
  position: number,
  { slug, formerSlugs, dateModified, uid = null, content }: Published<object>,
): Promise<void> {
  const at = dateModified === '' ? new Date().toISOString() : `${dateModified}T09:00:00.000Z`;
  const published = JSON.stringify(content);
  const { id } = await insertEntry(tx, {
    kind,
    uid,
    position,
    slug,
    live: 1,
    draft: null,
    published,
    published_at: at,
    changed_at: at,
    changed_by: '',
    changed_form: null,
    deleted_at: null,
  });
  for (const former of formerSlugs)
    await insertFormerSlug(tx, { kind, slug: former, entry_id: id });
  await insertPublication(tx, { entry_id: id, at, admin_email: '', content: published });
}

/** What is published now is what this process shows when it resolves. */
export async function showPublished(): Promise<void> {
  // Whoever asked before may have read what was there before, or nothing.
  await reading?.catch(() => undefined);
  await (reading ??= read().finally(() => (reading = undefined)));
}

/** For a command, which shows no page and says nothing of it: its mails name the company. */
export async function usePublished(): Promise<void> {
  showContent((await readSiteContent(isLive)).content);
}

async function read(): Promise<void> {
  const {
    content,
    revision,
    read: texts,
  } = await readSiteContent(isLive).catch((error: unknown) => {
    // The watch tries again: what this process wrote itself raises no count for it.
    seenDataVersion = -1;
    throw error;
  });
  shownRevision = revision;
  parsed = texts;
  showContent(content);
  log('content', { revision, version: getContentVersion() });
}

const WATCH_INTERVAL_MS = 500;
let watchError = '';

/**
 * Shows what other processes publish, within two seconds and without a request (PB-3). Returns a
 * function that stops it.
 */
export function startContentWatch(): () => void {
  const timer = setInterval(() => void refreshIfPublished(), WATCH_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

// SQLite's count says in some microseconds whether another process wrote anything, one row whether that
// was content.
async function refreshIfPublished(): Promise<void> {
  try {
    const dataVersion = getDatabaseFile().pragma('data_version', { simple: true }) as number;
    if (dataVersion === seenDataVersion) return;
    seenDataVersion = dataVersion;
    if ((await readRevision(database())) !== shownRevision) await showPublished();
    watchError = '';
  } catch (error) {
    // The next tick tries again; one line is logged for each reason.
    seenDataVersion = -1;
    const { message: reason } = error as Error;
    if (reason !== watchError) logError('content-not-read', { reason });
    watchError = reason;
  }
}

const AT_ONCE = 100;
// Of the last reading, by what is stored: of some hundred entries a publication changes one.
let parsed = new Map<string, EntryContent>();

async function readSiteContent(textOf: (row: SiteEntry) => string | null, before = parsed) {
  const { revision, addresses, entries, media } = await inTransaction(async (tx) => ({
    revision: await readRevision(tx),
    addresses: await listFormerSlugs(tx),
    entries: await listAllEntries(tx),
    media: await listMedia(tx),
  }));
  const former = Map.groupBy(addresses, ({ entry_id }) => entry_id);
  const pictures = new Map(media.filter(({ width }) => width > 0).flatMap(measuresOf));
  const isKept = filterStoredMedia(media);
  const found: Record<string, Published<EntryContent>[]> = {};
  const read = new Map<string, EntryContent>();
  for (const [index, row] of entries.entries()) {
    // Visitors are answered meanwhile, however many entries there are.
    if (index % AT_ONCE === AT_ONCE - 1) await breathe();
    const text = textOf(row);
    if (text === null || !isKind(row.kind)) continue;
    const stored = before.get(text) ?? readableContent(row.kind, row.id, text);
    if (stored === null) continue;
    read.set(text, stored);
    const content = dropUnstoredMedia(row.kind, stored, isKept);
    const isOwn = row.slug !== null && (text === row.published || kindFacts[row.kind].keepsAddress);
    const slug = isOwn ? row.slug! : addressOf(row.kind, content) || String(row.id);
    const formerSlugs = (former.get(row.id) ?? []).map((address) => address.slug);
    const modified = new Date(row.published_at ?? row.changed_at);
    if (Number.isNaN(modified.getTime())) {
      logError('entry-not-shown', { kind: row.kind, entry: row.id, reason: 'its date is none' });
      continue;
    }
    const dateModified = toAthensDay(modified);
    (found[row.kind] ??= []).push({ slug, formerSlugs, dateModified, uid: row.uid, content });
  }
  const byKind = KINDS.map((kind) => [kind, found[kind] ?? []]);
  const content = { ...Object.fromEntries(byKind), pictures } as SiteContent;
  return { content, revision, read };
}

const widthsOf = z.array(z.int().positive()).min(1);

function measuresOf({ name, width, height, widths, tone }: SiteMedia) {
  const { data: wide } = widthsOf.safeParse(JSON.parse(widths));
  if (wide) return [[name, { width, height, widths: wide, tone }] as const];
  logError('picture-not-shown', { name, reason: 'its widths are none' });
  return [];
}

/** Null for what is damaged, or of another version: a site without it is better than none. */
function readableContent(kind: KindName, entry: number, text: string): EntryContent | null {
  try {
    return parseContent(kind, text);
  } catch (error) {
    logError('entry-not-shown', { kind, entry, reason: (error as Error).message });
    return null;
  }
}

const samples = new Set(listPictureNames());

export const isSample = (picture: string) => samples.has(picture);

export type Shown = EntryContent & { pictures?: ShownPicture[]; drawing?: string | null };
type Form = 'picture' | 'pdf' | 'svg';
type IsKept = (name: string, form: Form) => boolean;

export function filterStoredMedia(media: readonly SiteMedia[]): IsKept {
  const byName = new Map(media.map((row) => [row.name, row]));
  return (name, form) => {
    if (!isUpload(name)) return form === 'picture' ? isSample(name) : isSampleFile(name, form);
    const row = byName.get(name);
    if (!row || form === 'picture') return row !== undefined && row.width > 0;
    return Object.hasOwn(JSON.parse(row.files) as object, `.${form}`);
  };
}

const FORMS = { file: 'pdf', mark: 'svg' } as const;

/** The same where all are there: a picture that is not would break each page with a list of the entries (PB-10). */
export function dropUnstoredMedia(
  kind: KindName,
  content: EntryContent,
  isKept: IsKept,
): EntryContent {
  const shown = dropMissingPictures(kind, content, (name) => isKept(name, 'picture'));
  const lost = Object.entries(FORMS).filter(([field, form]) => {
    const name = content[field];
    return typeof name === 'string' && !isKept(name, form);
  });
  const left = Object.fromEntries(lost.map(([field]) => [field, null]));
  return lost.length === 0 ? shown : { ...shown, ...left };
}

const isLive = (row: SiteEntry) => (row.live === 1 ? row.published : null);

export async function readPreview(): Promise<SiteContent> {
  return (await readSiteContent(({ draft, published }) => draft ?? published)).content;
}
