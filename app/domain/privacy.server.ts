import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import { config, formatCommand } from '#app/config.server.ts';
import {
  deleteOrphanedAttachmentFiles,
  openZipEntries,
  readStoredSize,
  toDistinctNames,
  type ZipEntry,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { OPERATOR, recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY, HOUR, SECOND, startPeriodicTask } from '#app/domain/clock.server.ts';
import { AUDIT, AUTH, DESK, DIGEST, PRIVACY, SITE } from '#app/domain/limits.ts';
import { deleteMailFiles, deleteOrphanedMailFiles } from '#app/domain/mail/mail-delivery.server.ts';
import { deleteOldBinEntries } from '#app/domain/site/bin.server.ts';
import { deleteUnusedMediaWithFiles } from '#app/domain/site/pictures.server.ts';
import { deletePreviewPicturesCutBefore } from '#app/domain/site/preview-pictures.server.ts';
import { getSafeFileName } from '#app/file-names.ts';
import { log, logError } from '#app/log.server.ts';
import { deleteOldLinks, endOverdueSessions } from '#db/accounts.ts';
import { getDatabase, getDatabasePath, inTransaction, type Db } from '#db/database.server.ts';
import {
  deleteIfOlder,
  deleteRestoreLeftovers,
  getUpgradeCopyPath,
} from '#db/engine/database-files.ts';
import { deleteOldestMessage } from '#db/messages.ts';
import { listMailOfEnquiries, type MailCopy } from '#db/outbox.ts';
import {
  countIdleEnquiries,
  deleteOldSentOrFailedMail,
  findNewestActivityTimeMs,
  listEnquiryIdsWithMessagesFrom,
  listIdleEnquiryIds,
  listSenderRowIds,
  scrubWriteAheadLog,
  type KeyedTable,
} from '#db/privacy.ts';
import { deleteRows, deleteRowsBefore, findRow, listRows, replaceRow } from '#db/rows.ts';
import type { Attachment, Schema } from '#db/schema.ts';

const BATCH_SIZE = PRIVACY.deletedAtOnce;

type ExportedEnquiry = Record<string, unknown> & { id: number; files: Attachment[] };

interface PersonExport {
  /** As it was asked for: the phone, if staff recorded no email. */
  email: string;
  exported_at: string;
  enquiries: ExportedEnquiry[];
  spam: ExportedEnquiry[];
}

/** Returns what is stored of a sender with this email, or this phone if staff recorded no email; may be empty. */
export async function exportPerson(emailOrPhone: string): Promise<PersonExport> {
  const db = getDatabase();
  return {
    email: emailOrPhone.trim(),
    exported_at: new Date().toISOString(),
    enquiries: await exportTable(db, 'contact_submissions', emailOrPhone),
    spam: await exportTable(db, 'spam', emailOrPhone),
  };
}

/** Counts the enquiries and spam messages of a sender (found as in exportPerson). */
export async function countPersonRows(emailOrPhone: string) {
  const db = getDatabase();
  const enquiryIds = await listSenderRowIds(db, 'contact_submissions', emailOrPhone);
  const spamIds = await listSenderRowIds(db, 'spam', emailOrPhone);
  return { enquiries: enquiryIds.length, spam: spamIds.length };
}

/** Lists the enquiries of other people that have messages from this email: export and erasure leave them out (AN-8). */
export const listOtherEnquiryIds = (email: string): Promise<number[]> =>
  listEnquiryIdsWithMessagesFrom(getDatabase(), email);

/** The internal columns of a sender's rows, which an export leaves out. */
const UNEXPORTED_COLUMNS: Record<KeyedTable, readonly string[]> = {
  contact_submissions: ['email_key', 'assigned_to'],
  spam: ['email_key', 'form_hash'],
};

/** The tables whose rows belong to an enquiry, under their keys in its export. Their other columns are internal. */
export const EXPORTED_PARTS: readonly {
  key: string;
  table: keyof Schema;
  omit?: readonly string[];
}[] = [
  { key: 'notes', table: 'enquiry_notes' },
  { key: 'changes', table: 'enquiry_changes' },
  { key: 'replies', table: 'replies', omit: ['form_key', 'mail_id'] },
  { key: 'files', table: 'attachments' },
  { key: 'mails', table: 'outbox', omit: ['sealed', 'message_id'] },
  { key: 'messages', table: 'messages', omit: ['body_hash', 'reference_ids'] },
];

async function exportTable(
  db: Db,
  table: KeyedTable,
  emailOrPhone: string,
): Promise<ExportedEnquiry[]> {
  const exported = [];
  for (const id of await listSenderRowIds(db, table, emailOrPhone)) {
    const [row] = omitColumns(await listRows(db, table, { id }), UNEXPORTED_COLUMNS[table]);
    const submission: Record<string, unknown> = { ...row };

    if (table === 'spam') {
      submission['files'] = await listRows(db, 'attachments', { spam_id: id });
    } else {
      for (const part of EXPORTED_PARTS) {
        const rows = await listRows(db, part.table, { enquiry_id: id });
        submission[part.key] = omitColumns(rows, part.omit);
      }
    }
    exported.push(submission as unknown as ExportedEnquiry);
  }
  return exported;
}

function omitColumns(rows: readonly object[], omitted: readonly string[] = []): object[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !omitted.includes(column))),
  );
}

/**
 * Deletes everything stored about a sender (found as in exportPerson), and with it the copy of the database from before
 * an upgrade; overwrites the deleted data on the disk, and only logs errors of that. Returns how many enquiries and
 * spam messages there were, and in `upgradeCopy` whether there was such a copy; null, and leaves it, if nothing was
 * stored. An erasure that was interrupted can be repeated. The audit log never names the person (security model 1.12).
 */
export async function erasePerson(emailOrPhone: string, requester: Requester, adminId?: number) {
  const counts = await countPersonRows(emailOrPhone);
  if (counts.enquiries + counts.spam === 0) return null;

  // Before the rows: a repeated erasure would find no rows, and leave a copy that an interrupted one had left.
  const upgradeCopy = getUpgradeCopyPath(getDatabasePath());
  const hadUpgradeCopy = existsSync(upgradeCopy);
  rmSync(upgradeCopy, { force: true });

  const result = { ...counts, upgradeCopy: hadUpgradeCopy };
  const facts = { admin: adminId, ...result };
  await inTransaction((tx) => recordAudit(tx, requester, 'erase', facts));

  for (const table of ['contact_submissions', 'spam'] as const) {
    const listNextIds = (tx: Db) => listSenderRowIds(tx, table, emailOrPhone, BATCH_SIZE);
    await deleteInBatches(table, listNextIds);
  }
  await deleteOrphansAndScrubDatabase();
  return result;
}

/** Deletes files without a row, and overwrites deleted data in the database file. Only logs its errors. */
async function deleteOrphansAndScrubDatabase(): Promise<void> {
  try {
    deleteRestoreLeftovers(getDatabasePath(), Date.now() - HOUR);
    await deleteOrphanedMailFiles(getDatabase());
    await deleteOrphanedAttachmentFiles(getDatabase());
    if (!(await scrubWriteAheadLog()))
      logError('scrub', { reason: 'the database was busy all the time' });
  } catch (error) {
    logError('scrub', { reason: (error as Error).message });
  }
}

/**
 * Deletes rows with everything that belongs to them until `listNextIds` returns none, and serves requests
 * between batches. Returns how many rows it deleted.
 */
async function deleteInBatches(
  table: KeyedTable,
  listNextIds: (tx: Db) => Promise<number[]>,
): Promise<number> {
  let deletedCount = 0;
  for (;;) {
    const batch = await inTransaction(async (tx) => {
      const ids = await listNextIds(tx);
      return ids.length > 0 ? deleteMessageOrRows(tx, table, ids) : null;
    });
    if (!batch) return deletedCount;

    deleteMailFiles(batch.mails);
    deletedCount += batch.deletedCount;
    await wait(PRIVACY.pauseMs);
  }
}

/**
 * Deletes one message of the enquiries, or the rows if they have no more messages. A message and its search words may
 * be large, so each is deleted in a transaction of its own.
 */
async function deleteMessageOrRows(
  tx: Db,
  table: KeyedTable,
  ids: number[],
): Promise<{ deletedCount: number; mails: MailCopy[] }> {
  const isEnquiry = table === 'contact_submissions';
  // The oldest message first: if the process ends in between, the enquiry has still expired.
  if (isEnquiry && (await deleteOldestMessage(tx, ids))) return { deletedCount: 0, mails: [] };

  const mails = isEnquiry ? await listMailOfEnquiries(tx, ids) : [];
  // Triggers and foreign keys delete their notes, history, mail and rows of files too; the files themselves stay on
  // the disk until the next sweep.
  await deleteRows(tx, table, { id: ids });
  return { deletedCount: ids.length, mails };
}

/**
 * Writes an export with the person's files as a ZIP that only the current user may read (AT-8). Throws an
 * error for the operator if `path` exists or a file is missing; an incomplete ZIP is deleted.
 */
export async function writeExportZip(person: PersonExport, path: string): Promise<void> {
  const submissions = [...person.enquiries, ...person.spam];
  const files = submissions
    .flatMap((submission) => submission.files)
    .filter(({ removed }) => removed === null);
  const missingFile = files.find(({ file }) => readStoredSize(file) === null);
  if (missingFile) {
    throw new Error(
      `Nothing was exported: the file ${missingFile.name} is missing. Run: ${formatCommand('doctor')}`,
    );
  }

  const zip = makeZip(openZipEntries(listZipEntries(person, files)));
  try {
    await writeFile(path, zip, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(`${path} already exists: choose another name.`, { cause: error });
    rmSync(path, { force: true });
    throw error;
  }
}

function listZipEntries(person: PersonExport, files: readonly Attachment[]): ZipEntry[] {
  const lastModified = new Date(person.exported_at);
  const json = JSON.stringify(person, null, 2);
  const names = toDistinctNames(files.map(({ name, type }) => getSafeFileName(name, type)));
  return [
    { name: 'personal-data.json', lastModified, input: json },
    ...files.map(({ file, size }, i) => ({ name: `files/${names[i]}`, lastModified, file, size })),
  ];
}

/** Returns the ISO instant before which enquiries are deleted, or null if RETENTION_MONTHS is 0. */
export function getRetentionCutoff(now: Date): string | null {
  const { retentionMonths } = config();
  return retentionMonths === 0 ? null : monthsBefore(now, retentionMonths).toISOString();
}

export async function countExpiredEnquiries(now = new Date()): Promise<number> {
  const cutoff = getRetentionCutoff(now);
  return cutoff === null ? 0 : countIdleEnquiries(getDatabase(), cutoff);
}

/**
 * Returns an English text if nothing has happened here for PRIVACY.believedDays by the system clock, otherwise null: it
 * may be years ahead, and then every enquiry would expire. As the times of enquiries received since would be wrong too,
 * the earlier of the last activity and the last retention counts.
 */
export async function findClockProblem(now = new Date()): Promise<string | null> {
  const newestActivityMs = await findNewestActivityTimeMs(getDatabase());
  const lastRetention = await findRow(getDatabase(), 'last_retention', { id: 1 });
  const knownTimesMs = [newestActivityMs, lastRetention?.at].filter((timeMs) => timeMs != null);
  if (knownTimesMs.length === 0) return null;

  const lastSureTimeMs = Math.min(...knownTimesMs);
  const isBelievable = now.getTime() - lastSureTimeMs <= PRIVACY.believedDays * DAY;
  if (isBelievable) return null;

  const today = toIsoDay(now);
  const lastSureDay = toIsoDay(new Date(lastSureTimeMs));
  return (
    `The clock of this machine says ${today}, but the last activity here was on ${lastSureDay}, so no ` +
    'old data is deleted for now. If the clock is wrong, set it. If it is right, run: ' +
    formatCommand('data', 'retention --clock-is-right')
  );
}

/**
 * Deletes everything that has been stored longer than it may be (security model 1.12); audits how many enquiries that
 * were, if any, and notes the time for findClockProblem. Throws and deletes nothing while that returns a problem,
 * unless `isClockConfirmed`. Two processes may run it at once.
 */
export async function applyRetention(
  now = new Date(),
  { isClockConfirmed = false } = {},
): Promise<{ deletedEnquiries: number }> {
  const clockProblem = isClockConfirmed ? null : await findClockProblem(now);
  if (clockProblem) throw new Error(clockProblem);

  const cutoff = getRetentionCutoff(now);
  let deletedEnquiries = 0;
  if (cutoff !== null) {
    const listNextIds = (tx: Db) => listIdleEnquiryIds(tx, cutoff, BATCH_SIZE);
    deletedEnquiries = await deleteInBatches('contact_submissions', listNextIds);
  }

  await inTransaction(async (tx) => {
    await deleteExpiredRows(tx, now);
    if (deletedEnquiries > 0)
      await recordAudit(tx, OPERATOR, 'purge', { deleted: deletedEnquiries });
    await replaceRow(tx, 'last_retention', { id: 1, at: now.getTime() });
  });

  const upgradeCopy = getUpgradeCopyPath(getDatabasePath());
  deleteIfOlder(upgradeCopy, now.getTime() - PRIVACY.upgradeCopyDays * DAY);
  await deleteOrphansAndScrubDatabase();
  return { deletedEnquiries };
}

async function deleteExpiredRows(tx: Db, now: Date): Promise<void> {
  const nowMs = now.getTime();
  const toIso = (timeMs: number) => new Date(timeMs).toISOString();

  await deleteRowsBefore(tx, 'spam', 'created_at', toIso(nowMs - DESK.spamDays * DAY));
  await deleteRowsBefore(tx, 'counted_uses', 'at', nowMs - DAY);
  await deleteRowsBefore(tx, 'used_challenges', 'expires_at', nowMs);
  await deleteOldSentOrFailedMail(tx, nowMs - PRIVACY.mailCopyDays * DAY);

  await deleteRowsBefore(tx, 'audit_log', 'at', monthsBefore(now, AUDIT.logMonths).toISOString());
  await deleteRowsBefore(tx, 'audit_counts', 'minute', toIso(nowMs - AUDIT.countDays * DAY));

  await endOverdueSessions(tx, { nowMs, idleSinceMs: nowMs - AUTH.sessionIdleHours * HOUR });
  await deleteRowsBefore(tx, 'ended_sessions', 'ended_at', nowMs - AUTH.sessionMaxDays * DAY);
  await deleteRowsBefore(tx, 'devices', 'created_at', nowMs - AUTH.deviceDays * DAY);
  await deleteRowsBefore(tx, 'digests', 'created_at', nowMs - DIGEST.keptDays * DAY);
  await deleteOldLinks(tx, nowMs - DAY);
}

/**
 * Applies the retention, empties the bin of old entries and deletes unused files, now and once a day, until stopped.
 */
export const startDailyCleanup = (): (() => Promise<void>) =>
  startPeriodicTask('retention', DAY / SECOND, async () => {
    const { deletedEnquiries } = await applyRetention();
    log('retention', { deleted: deletedEnquiries });

    // Only after retention: it throws while the clock is in doubt, and then nothing may be deleted.
    deletePreviewPicturesCutBefore(Date.now() - SITE.previewPictureDays * DAY);
    const deletedEntries = await deleteOldBinEntries();
    const { deletedFiles } = await deleteUnusedMediaWithFiles();
    log('content-swept', { entries: deletedEntries, files: deletedFiles });
  });

const toIsoDay = (date: Date): string => date.toISOString().slice(0, 10);

function monthsBefore(now: Date, months: number): Date {
  const dateTime = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC');
  return new Date(dateTime.subtract({ months }).epochMilliseconds);
}
