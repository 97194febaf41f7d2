import { parseContent, type EntryContent, type KindName } from '#app/content/kinds.server.ts';
import { readAdminNames } from '#app/domain/accounts/admin-names.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { getDatabase } from '#db/database.server.ts';
import { findRow } from '#db/rows.ts';
import { listPublicationRows } from '#db/site-content.ts';
import { parseOrLogError } from './entries.server.ts';

export interface Publication {
  id: number;
  publishedAt: string;
  /** Who published it, as the desk says it; empty for the sample content and for an import. */
  publishedBy: string;
  /** Names of the fields that differ from the previous publication; null for the first one. */
  changedFields: string[] | null;
}

/** Returns one page of an entry's history, the newest first (PB-8). */
export async function listPublications(
  entryId: number,
  page: number,
): Promise<{ publications: Publication[]; hasMore: boolean }> {
  const limit = SITE.publicationsPerPage;
  const range = { limit: limit + 1, offset: (page - 1) * limit };
  const nameAdmin = await readAdminNames();
  const rows = await listPublicationRows(getDatabase(), entryId, range);

  const publications = rows.slice(0, limit).map((row) => ({
    id: row.id,
    publishedAt: row.at,
    publishedBy: nameAdmin(row.admin_email),
    changedFields:
      row.changed_fields === null ? null : (JSON.parse(row.changed_fields) as string[]),
  }));
  return { publications, hasMore: rows.length > limit };
}

/**
 * Returns time and content of a publication; null for a missing one, and for content that this version cannot parse
 * (logged).
 */
export async function findPublication(
  kind: KindName,
  entryId: number,
  id: number,
): Promise<{ publishedAt: string; content: EntryContent } | null> {
  const row = await findRow(getDatabase(), 'site_publications', { id, entry_id: entryId });
  if (!row) return null;
  const content = parseOrLogError(row, (publication) => parseContent(kind, publication.content));
  return content && { publishedAt: row.at, content };
}
