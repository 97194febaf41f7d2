import { kindFacts, KINDS, type KindName } from '#app/content/kinds.server.ts';
import { OPERATOR, recordAudit } from '#app/domain/audit.server.ts';
import { DAY } from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { deleteEntries, incrementRevision, listEntries, type SiteEntry } from '#db/site-content.ts';
import { changeEntryRow, countUsesOfRow, type Author } from './entries.server.ts';
import { showPublished } from './published.server.ts';

type MoveResult =
  | { kind: 'moved'; count: number }
  /** Nothing was moved: `count` of the categories still have projects. */
  | { kind: 'in-use'; count: number };

/** Moves entries of one kind to the bin or back, all or none. */
export async function moveEntries(
  author: Author,
  kind: KindName,
  ids: readonly number[],
  change: 'delete' | 'undelete',
): Promise<MoveResult> {
  const result = await inTransaction(async (tx): Promise<MoveResult> => {
    const isInBin = change === 'undelete';
    const entries = kindFacts[kind].isSingleton ? [] : await listEntries(tx, kind, isInBin);
    const rows = entries.filter(({ id }) => ids.includes(id));
    const usedCount = isInBin ? 0 : (await listEntriesInUse(tx, rows)).length;
    if (usedCount > 0) return { kind: 'in-use', count: usedCount };
    for (const row of rows) await changeEntryRow(tx, author, row, change);
    if (rows.length > 0) await incrementRevision(tx);
    return { kind: 'moved', count: rows.length };
  });
  await showPublished();
  return result;
}

async function listEntriesInUse(tx: Db, rows: readonly SiteEntry[]): Promise<SiteEntry[]> {
  const entriesInUse: SiteEntry[] = [];
  for (const row of rows) if ((await countUsesOfRow(tx, row)) > 0) entriesInUse.push(row);
  return entriesInUse;
}

/** Returns how many entries removeSampleContent would move. */
export const countSampleEntries = async () => (await listSampleEntries(database())).length;

/**
 * Moves every unchanged sample entry to the bin in one transaction and returns how many. Entries with a
 * draft stay, and so do the company and the categories of remaining projects.
 */
export async function removeSampleContent(author: Author): Promise<number> {
  const movedCount = await inTransaction(async (tx) => {
    const rows = await listSampleEntries(tx);
    for (const row of rows.filter(({ kind }) => kind !== 'categories')) {
      await changeEntryRow(tx, author, row, 'delete');
    }
    const categories = rows.filter(({ kind }) => kind === 'categories');
    const categoriesInUse = await listEntriesInUse(tx, categories);
    const unused = categories.filter((row) => !categoriesInUse.includes(row));
    for (const row of unused) await changeEntryRow(tx, author, row, 'delete');
    if (rows.length > 0) await incrementRevision(tx);
    return rows.length - categoriesInUse.length;
  });
  await showPublished();
  return movedCount;
}

async function listSampleEntries(db: Db): Promise<SiteEntry[]> {
  const removableKinds = KINDS.filter((kind) => !kindFacts[kind].isSingleton);
  const rows: SiteEntry[] = [];
  for (const kind of removableKinds) rows.push(...(await listEntries(db, kind)));
  return rows.filter(({ draft, sample }) => draft === null && sample === 1);
}

/** Deletes entries, with their history, after 30 days in the bin; returns how many (PB-8). */
export function emptyBin(nowMs = Date.now()): Promise<number> {
  const deletedBefore = new Date(nowMs - SITE.binDays * DAY).toISOString();
  return inTransaction(async (tx) => {
    const deleted = await deleteEntries(tx, deletedBefore);
    if (deleted > 0) await recordAudit(tx, OPERATOR, 'site.emptied', { deleted });
    return deleted;
  });
}
