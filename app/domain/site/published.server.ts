import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import {
  buildSlug,
  isKind,
  kindFacts,
  KINDS,
  parseContent,
  type EntryContent,
  type KindName,
  type Published,
  type ShownPicture,
  type SiteContent,
} from '#app/content/kinds.server.ts';
import { getContentVersion, setSiteContent } from '#app/content/site-content.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { log, logError } from '#app/log.server.ts';
import { database, getDatabaseFile, inTransaction } from '#db/database.server.ts';
import {
  listAllEntries,
  listFormerSlugs,
  listMedia,
  readRevision,
  type SiteEntry,
  type SiteMedia,
} from '#db/site-content.ts';
import { dropMissingPictures } from './entry-form.server.ts';

let shownRevision: number | null = null;
let seenDataVersion = -1;
let pendingRefresh: Promise<void> | undefined;

/** Refreshes the content that this process shows. Resolves when it includes all earlier publications. */
export async function showPublished(): Promise<void> {
  // A running refresh may have read the database before the caller's publication.
  await pendingRefresh?.catch(() => undefined);
  await (pendingRefresh ??= refreshContent().finally(() => (pendingRefresh = undefined)));
}

/** Loads the published content without a log line, for commands whose mails name the company. */
export async function usePublished(): Promise<void> {
  setSiteContent((await readSiteContent(getLiveText)).content);
}

async function refreshContent(): Promise<void> {
  const {
    content,
    revision,
    read: texts,
  } = await readSiteContent(getLiveText).catch((error: unknown) => {
    // Makes the watch retry: data_version does not change for writes of this process.
    seenDataVersion = -1;
    throw error;
  });
  shownRevision = revision;
  contentByText = texts;
  setSiteContent(content);
  log('content', { revision, version: getContentVersion() });
}

const WATCH_INTERVAL_MS = 500;
let watchError = '';

/**
 * Watches for publications of other processes and shows them within two seconds (PB-3). Returns a
 * function that stops the watch.
 */
export function startContentWatch(): () => void {
  const timer = setInterval(() => void refreshIfPublished(), WATCH_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

// SQLite's data_version tells within microseconds whether another process wrote anything; the revision
// tells whether it wrote content.
async function refreshIfPublished(): Promise<void> {
  try {
    const dataVersion = getDatabaseFile().pragma('data_version', { simple: true }) as number;
    if (dataVersion === seenDataVersion) return;
    seenDataVersion = dataVersion;
    if ((await readRevision(database())) !== shownRevision) await showPublished();
    watchError = '';
  } catch (error) {
    // The next tick retries. The same reason is logged only once.
    seenDataVersion = -1;
    const { message: reason } = error as Error;
    if (reason !== watchError) logError('content-not-read', { reason });
    watchError = reason;
  }
}

const ENTRIES_PER_TURN = 100;
// Parsed content of the last refresh by its stored JSON: a publication changes one entry of hundreds.
let contentByText = new Map<string, EntryContent>();

async function readSiteContent(
  getText: (row: SiteEntry) => string | null,
  previousContent = contentByText,
) {
  const { revision, addresses, entries, media } = await inTransaction(async (tx) => ({
    revision: await readRevision(tx),
    addresses: await listFormerSlugs(tx),
    entries: await listAllEntries(tx),
    media: await listMedia(tx),
  }));
  const formerSlugsByEntry = Map.groupBy(addresses, ({ entry_id }) => entry_id);
  const pictures = new Map(media.filter(({ width }) => width > 0).flatMap(parseMeasures));
  const isStored = filterStoredMedia(media);
  const entriesByKind: Record<string, Published<EntryContent>[]> = {};
  const parsedContent = new Map<string, EntryContent>();
  for (const [index, row] of entries.entries()) {
    // Lets requests run between batches of entries.
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await yieldToEventLoop();
    const text = getText(row);
    if (text === null || !isKind(row.kind)) continue;
    const storedContent = previousContent.get(text) ?? parseContentOrNull(row.kind, row.id, text);
    if (storedContent === null) continue;
    parsedContent.set(text, storedContent);
    const content = dropUnstoredMedia(row.kind, storedContent, isStored);
    const hasFixedSlug =
      row.slug !== null && (text === row.published || kindFacts[row.kind].keepsSlug);
    const slug = hasFixedSlug ? row.slug! : buildSlug(row.kind, content) || String(row.id);
    const formerSlugs = (formerSlugsByEntry.get(row.id) ?? []).map((address) => address.slug);
    const modified = new Date(row.published_at ?? row.changed_at);
    if (Number.isNaN(modified.getTime())) {
      logError('entry-not-shown', { kind: row.kind, entry: row.id, reason: 'its date is none' });
      continue;
    }
    const dateModified = toAthensDay(modified);
    (entriesByKind[row.kind] ??= []).push({
      slug,
      formerSlugs,
      dateModified,
      uid: row.uid,
      isSample: row.sample === 1,
      content,
    });
  }
  const byKind = KINDS.map((kind) => [kind, entriesByKind[kind] ?? []]);
  const content = { ...Object.fromEntries(byKind), pictures } as SiteContent;
  return { content, revision, read: parsedContent };
}

const widthsSchema = z.array(z.int().positive()).min(1);

function parseMeasures({ name, width, height, widths, tone }: SiteMedia) {
  const { data: parsedWidths } = widthsSchema.safeParse(JSON.parse(widths));
  if (parsedWidths) return [[name, { width, height, widths: parsedWidths, tone }] as const];
  logError('picture-not-shown', { name, reason: 'its widths are none' });
  return [];
}

/** Returns null for content that cannot be parsed, so that one damaged entry does not break the site. */
function parseContentOrNull(kind: KindName, entry: number, text: string): EntryContent | null {
  try {
    return parseContent(kind, text);
  } catch (error) {
    logError('entry-not-shown', { kind, entry, reason: (error as Error).message });
    return null;
  }
}

export type ContentWithPictures = EntryContent & {
  pictures?: ShownPicture[];
  drawing?: string | null;
};
type MediaForm = 'picture' | 'pdf' | 'svg';
type IsStored = (name: string, form: MediaForm) => boolean;

export function filterStoredMedia(media: readonly SiteMedia[]): IsStored {
  const byName = new Map(media.map((row) => [row.name, row]));
  return (name, form) => {
    const row = byName.get(name);
    if (!row || form === 'picture') return row !== undefined && row.width > 0;
    return Object.hasOwn(JSON.parse(row.files) as object, `.${form}`);
  };
}

const FORM_BY_FIELD = { file: 'pdf', mark: 'svg' } as const;

/**
 * Returns the content without unstored pictures and files; the same object when none is missing. A missing
 * picture would break every page that lists the entry (PB-10).
 */
export function dropUnstoredMedia(
  kind: KindName,
  content: EntryContent,
  isStored: IsStored,
): EntryContent {
  const remaining = dropMissingPictures(kind, content, (name) => isStored(name, 'picture'));
  const missingFiles = Object.entries(FORM_BY_FIELD).filter(([field, form]) => {
    const name = content[field];
    return typeof name === 'string' && !isStored(name, form);
  });
  const emptiedFields = Object.fromEntries(missingFiles.map(([field]) => [field, null]));
  return missingFiles.length === 0 ? remaining : { ...remaining, ...emptiedFields };
}

const getLiveText = (row: SiteEntry) => (row.live === 1 ? row.published : null);

export async function readPreview(): Promise<SiteContent> {
  return (await readSiteContent(({ draft, published }) => draft ?? published)).content;
}
