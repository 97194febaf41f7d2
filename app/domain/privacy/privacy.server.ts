import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { logError } from '#app/log.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { readHistory } from '#db/desk/desk-enquiries.ts';
import type { Reply } from '#db/reply-schema.ts';
import { attachmentsOf, quarantinedAttachments } from '#db/enquiries/attachments.ts';
import { mailOfEnquiries } from '#db/mail/outbox.ts';
import {
  deleteEnquiries,
  deleteQuarantinedOf,
  enquiriesOf,
  fillEmailKeys,
  readSentBy,
} from '#db/privacy/people.ts';
import { holdsSender } from '#db/engine/replaced-file.ts';
import { scrubFile } from '#db/engine/scrub.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { dropReplaced, dropUnfinished, replacedPath } from '#app/domain/upkeep/backup.server.ts';
import { sweepAttachments } from '#app/domain/attachments/attachment-folder.server.ts';
import { HOUR } from '#app/domain/clock.server.ts';
import { PRIVACY } from '#app/domain/limits.ts';
import { removeMailCopies, sweepMailCopies } from '#app/domain/mail/mail-copies.server.ts';

/** What was erased of a person. */
export interface Erased {
  enquiries: number;
  quarantined: number;
  /** Whether what the last restore replaced held them, and was deleted whole. */
  replaced: boolean;
}

/** All that is kept about the sender of an address, to be handed over as JSON. */
export async function exportPerson(email: string) {
  const db = database();
  await fillEmailKeys(db);
  const { enquiries, quarantined } = await readSentBy(db, email);
  const whole = [];
  for (const enquiry of enquiries) {
    const { notes, changes, replies } = await readHistory(db, enquiry.id);
    whole.push({
      ...enquiry,
      notes,
      changes,
      replies: replies.map(handedOver),
      files: await attachmentsOf(db, enquiry.id),
    });
  }
  const aside = [];
  for (const message of quarantined)
    aside.push({ ...message, files: await quarantinedAttachments(db, message.id) });
  return {
    email: email.trim(),
    exported_at: new Date().toISOString(),
    enquiries: whole,
    quarantined: aside,
  };
}

/**
 * Erases the sender of an address wherever docs/privacy.md says that a visitor is kept: rows, search
 * index, notes, replies, history, mail and its copies, quarantine, the log of the database, and the database
 * that the last restore replaced. Few rows at a time: the site goes on answering. Null when nothing
 * was kept. Audited without the address (security model 1.12).
 */
export async function erasePerson(
  email: string,
  requester: Requester,
  adminId?: number,
): Promise<Erased | null> {
  await fillEmailKeys(database());
  const replaced = existsSync(replacedPath()) && (await holdsSender(replacedPath(), email));
  if (replaced) dropReplaced(Infinity);
  const enquiries = await eraseEnquiries(email);
  const erased = await inTransaction(async (tx) => {
    const quarantined = await deleteQuarantinedOf(tx, email);
    if (enquiries + quarantined === 0 && !replaced) return null;
    const details = { enquiries, quarantined, replaced };
    await recordAudit(tx, requester, { event: 'erase', adminId, details });
    return details;
  });
  if (erased) await clearTraces();
  return erased;
}

/** Clears away what deleted rows leave in files. What cannot be done now is told in the log. */
export async function clearTraces(): Promise<void> {
  try {
    dropUnfinished(Date.now() - HOUR);
    await sweepMailCopies(database());
    await sweepAttachments(database());
    if (!(await scrubFile())) logError('scrub', { reason: 'the database was busy all the time' });
  } catch (error) {
    logError('scrub', { reason: (error as Error).message });
  }
}

/** A reply without the numbers that only the program knows it by. */
function handedOver({ form_key: _formKey, mail_id: _mailId, ...reply }: Reply) {
  return reply;
}

async function eraseEnquiries(email: string): Promise<number> {
  let erased = 0;
  for (let found = 1; found > 0; erased += found) {
    const ids = await inTransaction(async (tx) => {
      const some = await enquiriesOf(tx, email, PRIVACY.deletedAtOnce);
      const mails = await mailOfEnquiries(tx, some);
      await deleteEnquiries(tx, some);
      return { some, mails };
    });
    removeMailCopies(ids.mails);
    found = ids.some.length;
    if (found > 0) await wait(PRIVACY.pauseMs);
  }
  return erased;
}
