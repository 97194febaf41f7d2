import {
  isKind,
  kindFacts,
  listKindsSharingPath,
  type KindName,
} from '#app/content/kinds.server.ts';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { recordAuditByAdmin } from '#app/domain/audit.server.ts';
import { inTransaction, type Db } from '#db/database.server.ts';
import {
  countProjectsThatName,
  findEntryOutsideBinBySlug,
  incrementContentRevision,
  listEntriesOutsideBin,
  updateEntry,
  updateEntryOrder,
  type SiteEntry,
} from '#db/site-content.ts';
import { refreshPublishedContent } from './published.server.ts';

type EntryStateChange = 'offline' | 'delete' | 'undelete';

/**
 * Takes an entry offline, moves it to the bin or back, and audits it. An entry from the bin is offline, and loses its
 * slug if another entry has it now. The caller must call incrementContentRevision in the transaction and
 * refreshPublishedContent after it. The form with this key does not conflict with the change.
 */
export async function changeRowState(
  tx: Db,
  author: Author,
  row: SiteEntry,
  change: EntryStateChange,
  formKey: string | null = null,
): Promise<SiteEntry> {
  const changedAt = new Date().toISOString();
  const stateColumns = await getStateColumns(tx, row, change, changedAt);
  const changed = await updateEntry(tx, row.id, {
    ...stateColumns,
    changed_at: changedAt,
    changed_by: author.admin.email,
    changed_form: formKey,
  });

  await recordAuditByAdmin(tx, author, `site.${change}`, { kind: row.kind, entry: row.id });
  return changed;
}

async function getStateColumns(
  tx: Db,
  row: SiteEntry,
  change: EntryStateChange,
  deletedAt: string,
): Promise<{ live?: 0; slug?: null; deleted_at?: string | null }> {
  if (change === 'offline') return { live: 0 };
  if (change === 'delete') return { live: 0, deleted_at: deletedAt };

  // Another entry may have taken the slug meanwhile; then publishing builds a new one.
  const kinds = isKind(row.kind) ? listKindsSharingPath(row.kind) : [row.kind];
  const hasNamesake = row.slug !== null && (await findEntryOutsideBinBySlug(tx, kinds, row.slug));
  return hasNamesake ? { deleted_at: null, slug: null } : { deleted_at: null };
}

/** Counts the projects of a category, drafts included, not the bin. Returns 0 for an entry of another kind. */
export async function countCategoryUses(db: Db, { kind, slug }: SiteEntry): Promise<number> {
  return kind === 'categories' && slug !== null ? countProjectsThatName(db, 'category', slug) : 0;
}

/**
 * Moves an entry to an index, from 0, in its list, audits it and refreshes the published content. An index outside the
 * list is its first or last one; the entry may be there already. 'not-found' also for entries in the bin, and for those
 * that are ordered by day.
 */
export async function reorderEntry(
  author: Author,
  kind: KindName,
  id: number,
  newIndex: number,
): Promise<'moved' | 'unchanged' | 'not-found'> {
  if (kindFacts[kind].dayField) return 'not-found';

  const result = await inTransaction(async (tx) => {
    const ids = (await listEntriesOutsideBin(tx, kind)).map((row) => row.id);
    const index = ids.indexOf(id);
    if (index === -1) return 'not-found';

    const newIds = ids.toSpliced(index, 1).toSpliced(Math.max(0, newIndex), 0, id);
    if (newIds.indexOf(id) === index) return 'unchanged';

    await updateEntryOrder(tx, newIds);
    await incrementContentRevision(tx);
    await recordAuditByAdmin(tx, author, 'site.moved', { kind, entry: id });
    return 'moved';
  });

  await refreshPublishedContent();
  return result;
}
