import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#db/database.server.ts';
import { mailOfEnquiries } from '#db/outbox.ts';
import { mailFile, mailFolder } from './mail-transport.server.ts';

/** Deletes the mail about these enquiries that was written to files instead of being sent. */
export async function removeMailCopies(tx: Db, enquiryIds: number[]): Promise<void> {
  for (const id of await mailOfEnquiries(tx, enquiryIds)) {
    rmSync(join(mailFolder(), mailFile(id, 'enquiry')), { force: true });
  }
}
