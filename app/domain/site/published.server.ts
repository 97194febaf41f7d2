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
  type PictureMeasures,
  type Published,
  type SiteContent,
} from '#app/content/kinds.server.ts';
import { getContentVersion, setSiteContent } from '#app/content/site-content.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { log, logError } from '#app/log.server.ts';
import { getDatabase, getSqliteConnection, inTransaction } from '#db/database.server.ts';
import {
  findContentRevision,
  listAllEntriesOutsideBin,
  listFormerSlugs,
  type SiteEntry,
  type SiteMedia,
} from '#db/site-content.ts';
import { listMedia } from '#db/site-media.ts';
import { parseOrLogError } from './entries.server.ts';
import { dropUnstoredMedia } from './entry-form.server.ts';
import { createStoredMediaCheck } from './entry-media.server.ts';

// Keeps the published content in memory, from which the pages are rendered: reads it from the database at the
// start, after each publication of this process, and when another process has published.

let shownRevision: number | null = null;
let seenDataVersion = -1;
let pendingRefresh: Promise<void> | undefined;

/** Reads the published content into memory. Resolves when it includes all earlier publications. */
export async function refreshPublishedContent(): Promise<void> {
  // A running refresh may have read the database before the caller's publication.
  await pendingRefresh?.catch(() => undefined);
  pendingRefresh ??= refreshContent().finally(() => (pendingRefresh = undefined));
  await pendingRefresh;
}

const getLiveText = (row: SiteEntry) => (row.live === 1 ? row.published : null);

/** Loads the published content without logging. Commands call it, because their mails name the company. */
export async function loadContentForCommand(): Promise<void> {
  setSiteContent((await readSiteContent(getLiveText)).content);
}

async function refreshContent(): Promise<void> {
  try {
    const { content, revision, parsedContent } = await readSiteContent(getLiveText);
    shownRevision = revision;
    contentByText = parsedContent;
    setSiteContent(content);
    log('content', { revision, version: getContentVersion() });
  } catch (error) {
    // Makes the watch try again: data_version does not change for writes of this process.
    seenDataVersion = -1;
    throw error;
  }
}

const WATCH_INTERVAL_MS = 500;
let watchError = '';

/** Shows publications of other processes within two seconds (PB-3). Returns a function that stops it. */
export function startContentWatch(): () => void {
  const timer = setInterval(() => void refreshIfPublished(), WATCH_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

// SQLite's data_version tells within microseconds whether another process wrote anything; the revision
// tells whether it wrote content.
async function refreshIfPublished(): Promise<void> {
  try {
    const dataVersion = getSqliteConnection().pragma('data_version', { simple: true }) as number;
    if (dataVersion === seenDataVersion) return;

    seenDataVersion = dataVersion;
    const revision = await findContentRevision(getDatabase());
    if (revision !== shownRevision) await refreshPublishedContent();
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
// The parsed content of the last refresh by its stored JSON, so that the next one parses only what has changed since.
let contentByText = new Map<string, EntryContent>();

/**
 * Reads the JSON that `getText` returns for each entry. Leaves out entries without it, and damaged ones. Returns the
 * parsed content also by its stored JSON, for the next refresh.
 */
async function readSiteContent(getText: (row: SiteEntry) => string | null) {
  const { revision, formerSlugs, entries, media } = await inTransaction(async (tx) => ({
    revision: await findContentRevision(tx),
    formerSlugs: await listFormerSlugs(tx),
    entries: await listAllEntriesOutsideBin(tx),
    media: await listMedia(tx),
  }));

  const formerSlugsByEntry = Map.groupBy(formerSlugs, ({ entry_id }) => entry_id);
  const isStored = createStoredMediaCheck(media);
  const entriesByKind: Record<string, Published<EntryContent>[]> = {};
  for (const kind of KINDS) entriesByKind[kind] = [];

  const parsedContent = new Map<string, EntryContent>();
  for (const [index, row] of entries.entries()) {
    // Lets requests run between batches of entries.
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await yieldToEventLoop();

    const { kind } = row;
    const text = getText(row);
    if (text === null || !isKind(kind)) continue;

    const storedContent =
      contentByText.get(text) ?? parseOrLogError(row, () => parseContent(kind, text));
    if (storedContent === null) continue;
    parsedContent.set(text, storedContent);

    const content = dropUnstoredMedia(kind, storedContent, isStored);
    const isDraft = text !== row.published;
    const formerSlugs = (formerSlugsByEntry.get(row.id) ?? []).map(({ slug }) => slug);
    const entry = toPublished(row, kind, content, { isDraft, formerSlugs });
    if (entry) entriesByKind[kind]!.push(entry);
  }

  const pictures = parsePictureMeasures(media);
  // parseContent has checked each entry against the schema of its kind.
  const content = { ...entriesByKind, pictures } as unknown as SiteContent;
  return { content, revision, parsedContent };
}

/** Returns null for a row with a damaged date, and logs it. */
function toPublished(
  row: SiteEntry,
  kind: KindName,
  content: EntryContent,
  { isDraft, formerSlugs }: { isDraft: boolean; formerSlugs: string[] },
): Published<EntryContent> | null {
  const modifiedAt = row.published_at ?? row.changed_at;
  const modified = new Date(modifiedAt);
  if (Number.isNaN(modified.getTime())) {
    logError('entry-not-shown', { kind, entry: row.id, reason: 'its date is invalid' });
    return null;
  }

  return {
    id: row.id,
    slug: getShownSlug(kind, content, { ...row, isDraft }),
    formerSlugs,
    dateModified: toAthensDay(modified),
    modifiedAt,
    uid: row.uid,
    isSample: row.sample === 1,
    content,
  };
}

/** Returns the published slug; for a draft, one built from its content, or its id, unless its kind has fixed slugs. */
export function getShownSlug(
  kind: KindName,
  content: EntryContent,
  { id, slug, isDraft }: { id: number; slug: string | null; isDraft: boolean },
): string {
  const keepsSlug = !isDraft || kindFacts[kind].keepsSlug;
  if (slug !== null && keepsSlug) return slug;
  return buildSlug(kind, content) || String(id);
}

const widthsSchema = z.array(z.int().positive()).min(1);

/** Returns the measures of all pictures by name. Leaves out damaged rows, and logs them. */
function parsePictureMeasures(media: readonly SiteMedia[]): Map<string, PictureMeasures> {
  const measures = new Map<string, PictureMeasures>();
  for (const { name, width, height, widths, tone } of media) {
    const isPicture = width > 0;
    if (!isPicture) continue;

    const { data: parsedWidths } = widthsSchema.safeParse(JSON.parse(widths));
    if (parsedWidths) measures.set(name, { width, height, widths: parsedWidths, tone });
    else logError('picture-not-shown', { name, reason: 'its widths are invalid' });
  }
  return measures;
}

/** Reads the content as it would be with every draft published, offline entries included. */
export async function readContentWithDrafts(): Promise<SiteContent> {
  return (await readSiteContent(({ draft, published }) => draft ?? published)).content;
}
