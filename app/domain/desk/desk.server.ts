import { database } from '#db/database.server.ts';
import { pageStart } from '#db/cursor.ts';
import { readCounts, readDeskPage, readEnquiry, readLastId } from '#db/desk-enquiries.ts';
import { readStaff } from '#db/desk-changes.ts';
import { countQuarantine } from '#db/quarantine.ts';
import { attachmentsOf, fileNamesOf } from '#db/attachments.ts';
import { athensDay } from '#app/domain/athens-time.server.ts';
import { DESK } from '#app/domain/limits.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import { filterOf } from './desk-filter.server.ts';
import { type DeskView, openedId } from './desk-view.ts';
import { shownEnquiry, shownRow } from './shown-enquiry.server.ts';
import { overdueBefore } from './working-days.server.ts';

/** The desk as its page shows it; instants are texts of a clock in Athens. */
export type DeskState = Awaited<ReturnType<typeof readDesk>>;
export type ShownRow = DeskState['rows'][number];

/** Everything the dashboard shows an admin for a view (D-2, D-3). Throws what the database throws. */
export async function readDesk(view: DeskView, admin: SignedInAdmin, now = new Date()) {
  const db = database();
  const filter = await filterOf(view, admin, now);
  const reading = {
    language: admin.language,
    staff: await readStaff(db),
    today: athensDay(now),
    overdue: overdueBefore(now).toISOString(),
  };
  // Read first: whatever comes in after it counts as new to the page.
  const lastId = await readLastId(db);
  const { rows, newer, older } = await readDeskPage(db, filter, pageStart(view), DESK.pageRows);
  const id = openedId(view);
  const open = id === null ? null : await readEnquiry(db, id, filter);
  const names = await fileNamesOf(
    db,
    rows.map((row) => row.id),
  );
  return {
    rows: rows.map((row) => ({
      ...shownRow(row, reading),
      files: names.get(row.id)?.length ?? 0,
    })),
    open: open && shownEnquiry(open, await attachmentsOf(db, open.id), reading),
    me: admin.id,
    staff: reading.staff,
    newer,
    older,
    counts: await readCounts(db),
    quarantined: await countQuarantine(db),
    lastId,
  };
}
