import type { Db } from '#db/database.server.ts';
import { type DeskFilter, countMatching, readCounts, readLastId } from '#db/desk/desk-enquiries.ts';

/** What an export will hold: enquiries of the filter that were there when it began. */
export interface ExportPlan {
  filter: DeskFilter;
  lastId: number;
  total: number;
}

export type ExportFormat = 'csv' | 'xlsx';

/** What the thread of an export is started with: the file to read and what to make of it. */
export interface ExportJob {
  path: string;
  filter: DeskFilter;
  format: ExportFormat;
}

/** Looks how much there is to export. Filters are counted by a walk: not on the server's thread. */
export async function planExport(db: Db, filter: DeskFilter): Promise<ExportPlan> {
  const lastId = await readLastId(db);
  const { status, ...others } = filter;
  if (Object.values(others).some((asked) => asked !== undefined)) {
    return { filter, lastId, total: await countMatching(db, filter, lastId) };
  }
  const counts = await readCounts(db);
  const all = counts.new + counts.in_progress + counts.completed;
  return { filter, lastId, total: status ? counts[status] : all };
}
