import {
  isKind,
  kindFacts,
  parseContent,
  type EntryContent,
  type KindName,
} from '#app/content/kinds.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import { getDatabase } from '#db/database.server.ts';
import { findRow } from '#db/rows.ts';
import {
  countEntriesOutsideBin,
  listBinnedEntries,
  listEntriesOutsideBin,
  type SiteEntry,
} from '#db/site-content.ts';

type EntryState = 'draft' | 'published' | 'offline';

export interface Entry {
  id: number;
  kind: KindName;
  slug: string | null;
  state: EntryState;
  /** Whether the entry has a draft that differs from its publication. */
  isChanged: boolean;
  content: EntryContent;
  version: number;
  changedAt: string;
  changedBy: string;
  deletedAt: string | null;
}

/** Reads a page of a kind in the desk's order, or of its bin, last deleted first. Skips damaged rows (logged). */
export async function readEntryList(
  kind: KindName,
  { isInBin = false, page = 1 }: { isInBin?: boolean; page?: number } = {},
): Promise<{ entries: Entry[]; hasMore: boolean }> {
  const limit = SITE.entriesAPage;
  const { dayField } = kindFacts[kind];

  // One row more than a page has tells whether there is a next page.
  const range = { limit: limit + 1, offset: (page - 1) * limit };
  const rows = isInBin
    ? await listBinnedEntries(getDatabase(), kind, range)
    : await listEntriesOutsideBin(getDatabase(), kind, { ...range, dayField });
  return { entries: toEntries(rows.slice(0, limit)), hasMore: rows.length > limit };
}

/** Counts the entries outside the bin, and those of them with unpublished changes. */
export function countEntriesOfKind(kind: KindName): Promise<{ count: number; draftCount: number }> {
  return countEntriesOutsideBin(getDatabase(), kind);
}

/** Returns the entry with its draft, if it has one, also from the bin; null for an unknown or damaged one (logged). */
export async function findEntry(kind: KindName, id: number): Promise<Entry | null> {
  const row = await findRow(getDatabase(), 'site_entries', { id, kind });
  return row ? parseOrLogError(row, toEntry) : null;
}

/** Leaves out damaged rows, and logs them. */
function toEntries(rows: readonly SiteEntry[]): Entry[] {
  return rows.map((row) => parseOrLogError(row, toEntry)).filter((entry) => entry !== null);
}

/** Parses a row; returns null for a row that cannot be parsed, and logs it: one damaged row breaks no page. */
export function parseOrLogError<Row extends { id: number }, Value>(
  row: Row,
  parse: (row: Row) => Value,
): Value | null {
  try {
    return parse(row);
  } catch (error) {
    logError('entry-not-read', { row: row.id, reason: (error as Error).message });
    return null;
  }
}

/**
 * Returns an entry with its draft; without a draft, with its published content. Throws for an unknown kind or damaged
 * content.
 */
export function toEntry(row: SiteEntry): Entry {
  if (!isKind(row.kind)) throw new Error(`An entry has an unknown kind: ${row.kind}`);

  const { id, kind, slug, version } = row;
  return {
    id,
    kind,
    slug,
    state: getEntryState(row),
    isChanged: row.draft !== null,
    content: parseContent(kind, row.draft ?? row.published!),
    version,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    deletedAt: row.deleted_at,
  };
}

export function getEntryState({ live, published }: SiteEntry): EntryState {
  if (live === 1) return 'published';
  return published === null ? 'draft' : 'offline';
}

/**
 * Returns the entries of a kind with a slug, in the order of the desk, except offline ones that are not selected, and
 * damaged rows (logged).
 */
export async function listSelectableEntries(
  kind: KindName,
  selectedSlugs: readonly unknown[],
): Promise<Entry[]> {
  const entries = toEntries(await listEntriesOutsideBin(getDatabase(), kind));
  return entries.filter(({ slug, state }) => {
    if (slug === null) return false;
    return state !== 'offline' || selectedSlugs.includes(slug);
  });
}
