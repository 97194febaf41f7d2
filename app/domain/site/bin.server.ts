import { kindFacts, KINDS, type KindName } from '#app/content/kinds.server.ts';
import type { Author } from '#app/domain/accounts/sessions.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { deleteRowsBefore } from '#db/rows.ts';
import {
  countProjectsThatName,
  findEntryOutsideBinBySlug,
  incrementContentRevision,
  listBinnedEntries,
  listEntriesOutsideBin,
  type SiteEntry,
} from '#db/site-content.ts';
import { changeRowState, countCategoryUses } from './entry-changes.server.ts';
import { refreshPublishedContent } from './published.server.ts';

type MoveResult =
  | { kind: 'moved'; count: number }
  /** Nothing was moved: `count` of the categories still have projects. */
  | { kind: 'in-use'; count: number };

/**
 * Moves entries to the bin or back, where they are offline, all or none, audits each, and refreshes the published
 * content. The category of a project comes back with it. Ignores unknown ids, and all of a kind with a single entry.
 */
export async function deleteOrRestoreEntries(
  author: Author,
  kind: KindName,
  ids: readonly number[],
  change: 'delete' | 'undelete',
): Promise<MoveResult> {
  const result = await inTransaction(async (tx): Promise<MoveResult> => {
    // Singletons are always public.
    if (kindFacts[kind].isSingleton) return { kind: 'moved', count: 0 };

    const listMovable = change === 'delete' ? listEntriesOutsideBin : listBinnedEntries;
    const rows = (await listMovable(tx, kind)).filter(({ id }) => ids.includes(id));

    if (change === 'delete') {
      let usedCount = 0;
      for (const row of rows) {
        const projectCount = await countCategoryUses(tx, row);
        if (projectCount > 0) usedCount++;
      }
      if (usedCount > 0) return { kind: 'in-use', count: usedCount };
    }

    for (const row of rows) await changeRowState(tx, author, row, change);
    if (kind === 'projects' && change === 'undelete') await restoreUsedCategories(tx, author);
    if (rows.length > 0) await incrementContentRevision(tx);
    return { kind: 'moved', count: rows.length };
  });

  await refreshPublishedContent();
  return result;
}

/** Moves the categories back from the bin that projects outside it name. */
async function restoreUsedCategories(tx: Db, author: Author): Promise<void> {
  for (const row of await listBinnedEntries(tx, 'categories')) {
    const isReplaced = await findEntryOutsideBinBySlug(tx, ['categories'], row.slug ?? '');
    const isUsed = (await countCategoryUses(tx, row)) > 0;
    if (isUsed && !isReplaced) await changeRowState(tx, author, row, 'undelete');
  }
}

/** Counts the sample entries that staff have not edited, also those that moveUnchangedSampleToBin leaves. */
export const countUnchangedSampleEntries = async (): Promise<number> =>
  (await listUnchangedSampleEntries(getDatabase())).length;

/**
 * Moves the sample entries that staff have not edited to the bin, audits each and refreshes the published content. The
 * company stays, and so do the categories and works that projects still name.
 */
export async function moveUnchangedSampleToBin(author: Author): Promise<void> {
  await inTransaction(async (tx) => {
    const rows = await listUnchangedSampleEntries(tx);
    const mayBeNamed = ({ kind }: SiteEntry) => kind === 'categories' || kind === 'works';
    const namedEntries = rows.filter(mayBeNamed);
    const otherEntries = rows.filter((row) => !mayBeNamed(row));
    for (const row of otherEntries) await changeRowState(tx, author, row, 'delete');

    // After the sample projects, which no longer use them.
    for (const row of namedEntries) {
      const field = row.kind === 'works' ? 'made' : 'category';
      const isInUse = (await countProjectsThatName(tx, field, row.slug ?? '')) > 0;
      if (!isInUse) await changeRowState(tx, author, row, 'delete');
    }

    if (rows.length > 0) await incrementContentRevision(tx);
  });
  await refreshPublishedContent();
}

/** Returns the sample entries that staff have neither edited nor published anew, except singletons. */
async function listUnchangedSampleEntries(db: Db): Promise<SiteEntry[]> {
  const rows: SiteEntry[] = [];
  for (const kind of KINDS) {
    if (!kindFacts[kind].isSingleton) rows.push(...(await listEntriesOutsideBin(db, kind)));
  }
  return rows.filter(({ draft, sample }) => draft === null && sample === 1);
}

/** Deletes entries, with their history, after 30 days in the bin, and audits it; returns how many (PB-8). */
export function deleteOldBinEntries(nowMs = Date.now()): Promise<number> {
  const deletedBefore = new Date(nowMs - SITE.binDays * DAY).toISOString();
  return inTransaction(async (tx) => {
    const deleted = await deleteRowsBefore(tx, 'site_entries', 'deleted_at', deletedBefore);
    if (deleted > 0) await recordAudit(tx, OPERATOR, 'site.emptied', { deleted });
    return deleted;
  });
}
