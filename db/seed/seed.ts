import type { Db } from '#db/database.server.ts';
import { insertEnquiry } from '#db/enquiries.ts';
import { findLastId, insertRow } from '#db/rows.ts';
import { STATUSES, type Status } from '#db/schema.ts';
import { staff } from './people.ts';
import { sampleEnquiries } from './seed-enquiries.ts';

const HOUR_MS = 3_600_000;

/** Inserts the sample enquiries for development, with their changes of status and notes. */
export async function seedEnquiriesIfEmpty(db: Db): Promise<void> {
  const hasEnquiries = (await findLastId(db, 'contact_submissions')) > 0;
  if (hasEnquiries) return;

  const oldestFirst = sampleEnquiries.toSorted((a, b) => b.hoursAgo - a.hoursAgo);
  await db.transaction().execute(async (tx) => {
    for (const { hoursAgo, status = 'new', note, ...fields } of oldestFirst) {
      const createdAtMs = Date.now() - hoursAgo * HOUR_MS;
      const created_at = new Date(createdAtMs).toISOString();
      const submission = { about_project: null, verified: 1, ...fields };
      const { id } = await insertEnquiry(tx, { ...submission, status, created_at });
      await addHistory(tx, id, status, createdAtMs);

      if (note) {
        await insertRow(tx, 'enquiry_notes', {
          enquiry_id: id,
          admin_email: staff.basil.email,
          note,
          created_at: new Date(createdAtMs + 3 * HOUR_MS).toISOString(),
        });
      }
    }
  });
}

async function addHistory(tx: Db, id: number, status: Status, createdAtMs: number): Promise<void> {
  for (let step = 1; step <= STATUSES.indexOf(status); step += 1) {
    await insertRow(tx, 'enquiry_changes', {
      enquiry_id: id,
      field: 'status',
      from_value: STATUSES[step - 1]!,
      to_value: STATUSES[step]!,
      by_admin: staff.anna.email,
      created_at: new Date(createdAtMs + step * 2 * HOUR_MS).toISOString(),
    });
  }
}
