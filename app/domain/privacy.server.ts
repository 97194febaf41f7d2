import { logFault } from '#app/http/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { readHistory } from '#db/desk-enquiries.ts';
import { scrubFile } from '#db/file-care.ts';
import { deleteEnquiries, deleteQuarantinedOf, readSentBy } from '#db/people.ts';
import { type Caller, recordAudit } from './audit.server.ts';
import { removeMailCopies } from './mail-copies.server.ts';

/** What was erased of a person. */
export interface Erased {
  enquiries: number;
  quarantined: number;
}

/** All that is kept about the sender of an address, to be handed over as JSON. */
export async function exportPerson(email: string) {
  const db = database();
  const { enquiries, quarantined } = await readSentBy(db, email.trim());
  const whole = [];
  for (const enquiry of enquiries)
    whole.push({ ...enquiry, ...(await readHistory(db, enquiry.id)) });
  return {
    email: email.trim(),
    exported_at: new Date().toISOString(),
    enquiries: whole,
    quarantined,
  };
}

/**
 * Erases the sender of an address: rows, search index, notes, history, mail, quarantine, and the
 * file's free pages. Audited without the address (security model 1.12).
 */
export async function erasePerson(
  email: string,
  caller: Caller,
  adminId?: number,
): Promise<Erased> {
  const erased = await inTransaction(async (tx) => {
    const { enquiries } = await readSentBy(tx, email.trim());
    const ids = enquiries.map(({ id }) => id);
    await removeMailCopies(tx, ids);
    await deleteEnquiries(tx, ids);
    const quarantined = await deleteQuarantinedOf(tx, email.trim());
    const details = { enquiries: ids.length, quarantined };
    await recordAudit(tx, caller, { event: 'erase', adminId, details });
    return details;
  });
  try {
    if (erased.enquiries + erased.quarantined > 0) scrubFile();
  } catch (error) {
    // Deleted bytes are overwritten with zeros in any case; this only clears the log and the gaps.
    logFault('scrub', { reason: (error as Error).message });
  }
  return erased;
}
