import type { Db } from '#db/database.server.ts';
import { type ExportedEnquiry, readBatch } from '#db/desk/desk-enquiries.ts';
import type { ExportPlan } from './export.server.ts';
import { EXPORT } from '#app/domain/limits.ts';

/**
 * The enquiries of a plan in batches of EXPORT.batchRows, newest first, none twice and none missing.
 * It reads as fast as it is asked: not for the thread that answers requests.
 */
export async function* exportBatches(
  db: Db,
  { filter, lastId }: ExportPlan,
): AsyncGenerator<ExportedEnquiry[]> {
  for (let before: ExportedEnquiry | undefined; ;) {
    const rows = await readBatch(db, filter, lastId, before, EXPORT.batchRows);
    if (rows.length > 0) yield rows;
    if (rows.length < EXPORT.batchRows) return;
    before = rows.at(-1);
  }
}
