import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import { config } from '#app/config.server.ts';
import {
  getAttachmentPath,
  sweepAttachments,
  toDistinctNames,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { OPERATOR, recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY, HOUR, repeatTask, SECOND } from '#app/domain/clock.server.ts';
import { AUDIT, AUTH, DESK, PRIVACY } from '#app/domain/limits.ts';
import { removeMailCopies, sweepMailCopies } from '#app/domain/mail/mail-delivery.server.ts';
import { emptyBin } from '#app/domain/site/bin.server.ts';
import { sweepPictures } from '#app/domain/site/pictures.server.ts';
import { sweepPreviewCards } from '#app/domain/site/preview-cards.server.ts';
import { log, logError } from '#app/log.server.ts';
import { deleteOldLinks, dropSessionDrafts, endOverdueSessions } from '#db/accounts.ts';
import { database, getDatabasePath, inTransaction, type Db } from '#db/database.server.ts';
import {
  deleteReplacedSets,
  deleteUnfinishedRestores,
  hasSender,
  listReplacedSets,
} from '#db/engine/replaced-data.ts';
import { listMailOfEnquiries } from '#db/outbox.ts';
import {
  countEnquiriesBefore,
  deleteOldMail,
  deleteRows,
  deleteRowsBefore,
  fillEmailKeys,
  findLastRetention,
  findNewestInstant,
  listEnquiriesBefore,
  listRows,
  listSenderRowIds,
  recordRetention,
  scrubDatabaseFile,
  type KeyedTable,
} from '#db/privacy.ts';
import type { Attachment } from '#db/schema.ts';
import { PERSONAL_DATA, type ExportRule } from './personal-data.ts';

const BATCH_SIZE = PRIVACY.deletedAtOnce;

type ExportedEnquiry = Record<string, unknown> & { id: number; files: Attachment[] };

type PersonExport = Awaited<ReturnType<typeof exportPerson>>;

/** Returns everything stored about the sender of this email, ready to be written as JSON. */
export async function exportPerson(email: string) {
  const db = database();
  await fillEmailKeys(db);
  return {
    email: email.trim(),
    exported_at: new Date().toISOString(),
    enquiries: await exportTable(db, 'contact_submissions', email),
    quarantined: await exportTable(db, 'quarantine', email),
  };
}

async function exportTable(db: Db, table: KeyedTable, email: string): Promise<ExportedEnquiry[]> {
  const exported = [];
  for (const id of await listSenderRowIds(db, table, email))
    exported.push(await exportEnquiry(db, table, id));
  return exported;
}

async function exportEnquiry(db: Db, table: KeyedTable, id: number): Promise<ExportedEnquiry> {
  const exported: Record<string, unknown> = {};
  for (const source of PERSONAL_DATA) {
    if (!('exportRule' in source)) continue;
    const rule: ExportRule = source.exportRule;
    if (typeof rule === 'string') continue;
    const { key, enquiryColumn, quarantineColumn, omit = [] } = rule;
    const column = table === 'quarantine' ? quarantineColumn : enquiryColumn;
    if (source.place === table)
      Object.assign(exported, ...(await listRows(db, table, ['id', id], omit)));
    else if (source.erase !== 'row' && column)
      exported[key] = await listRows(db, source.place, [column, id], omit);
  }
  return exported as ExportedEnquiry;
}

/**
 * Deletes everything stored about the sender of this email, in copies that a restore left too. Returns
 * null when nothing was stored. The audit log never names the email (security model 1.12).
 */
export async function erasePerson(email: string, requester: Requester, adminId?: number) {
  await fillEmailKeys(database());
  const replaced = await deleteReplacedData(email);
  const rows = { contact_submissions: 0, quarantine: 0 };
  for (const { place, erase } of PERSONAL_DATA)
    if (erase === 'row')
      rows[place] = await deleteInBatches(place, (tx) =>
        listSenderRowIds(tx, place, email, BATCH_SIZE),
      );
  const { contact_submissions: enquiries, quarantine: quarantined } = rows;
  if (enquiries + quarantined === 0 && !replaced) return null;
  const details = { enquiries, quarantined, replaced };
  const facts = { admin: adminId, ...details };
  await inTransaction((tx) => recordAudit(tx, requester, 'erase', facts));
  await removeLeftovers();
  return details;
}

/**
 * Deletes each database that a restore has replaced, with its files, if it names the person or cannot
 * be read. Returns whether one was deleted.
 */
async function deleteReplacedData(email: string): Promise<boolean> {
  let deleted = false;
  for (const { database: replaced, paths } of listReplacedSets(getDatabasePath())) {
    if (!(await hasSender(replaced, email))) continue;
    for (const path of paths) rmSync(path, { recursive: true });
    deleted = true;
  }
  return deleted;
}

async function removeLeftovers(): Promise<void> {
  try {
    deleteUnfinishedRestores(getDatabasePath(), Date.now() - HOUR);
    await sweepMailCopies(database());
    await sweepAttachments(database());
    if (!(await scrubDatabaseFile()))
      logError('scrub', { reason: 'the database was busy all the time' });
  } catch (error) {
    logError('scrub', { reason: (error as Error).message });
  }
}

/** Deletes few rows at a time, so that requests are served in between. Returns how many it deleted. */
async function deleteInBatches(
  table: KeyedTable,
  listNextIds: (tx: Db) => Promise<number[]>,
): Promise<number> {
  let deletedCount = 0;
  for (let batchSize = 1; batchSize > 0; deletedCount += batchSize) {
    const { ids, mails } = await inTransaction(async (tx) => {
      const ids = await listNextIds(tx);
      const mails = table === 'quarantine' ? [] : await listMailOfEnquiries(tx, ids);
      await deleteRows(tx, table, ids);
      return { ids, mails };
    });
    removeMailCopies(mails);
    batchSize = ids.length;
    if (batchSize > 0) await wait(PRIVACY.pauseMs);
  }
  return deletedCount;
}

/**
 * Writes the export and its files as a ZIP that only the current user may read (AT-8). Throws if the
 * ZIP exists or a file is missing; an incomplete ZIP is removed.
 */
export async function writeArchive(person: PersonExport, path: string): Promise<void> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const zip = Readable.fromWeb(makeZip(listZipEntries(person)) as WebStream);
  try {
    await pipeline(zip, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(path, { force: true });
    throw error;
  }
}

async function* listZipEntries(person: PersonExport) {
  const lastModified = new Date(person.exported_at);
  const json = JSON.stringify(person, null, 2);
  yield { name: 'personal-data.json', lastModified, input: json };
  const files = [...person.enquiries, ...person.quarantined]
    .flatMap((message) => message.files)
    .filter(({ removed }) => removed === null);
  const names = toDistinctNames(files.map(({ name }) => name));
  for (const [i, { file }] of files.entries()) {
    const input = createReadStream(getAttachmentPath(file));
    yield { name: `files/${names[i]}`, lastModified, input };
  }
}

/** Returns the time before which enquiries are deleted, or null without RETENTION_MONTHS. */
export function getRetentionLimit(now: Date): string | null {
  const { retentionMonths } = config();
  return retentionMonths === 0 ? null : monthsBefore(now, retentionMonths).toISOString();
}

export async function countExpired(now = new Date()): Promise<number> {
  const limit = getRetentionLimit(now);
  return limit === null ? 0 : countEnquiriesBefore(database(), limit);
}

/**
 * Returns why retention refuses to run, for an operator, or null. A clock that is years ahead would make
 * every enquiry old enough to delete. Enquiries received since carry the wrong date too, so the last
 * run is compared as well.
 */
export async function findRetentionDoubt(now = new Date()): Promise<string | null> {
  const lastActivity = [await findNewestInstant(database()), await findLastRetention(database())];
  const lastActivityMs = Math.min(...lastActivity.map((timeMs) => timeMs ?? Infinity));
  if (now.getTime() - lastActivityMs <= PRIVACY.believedDays * DAY) return null;
  const [today, last] = [now, new Date(lastActivityMs)].map((date) =>
    date.toISOString().slice(0, 10),
  );
  return (
    `nothing is deleted by age: the clock of this machine says ${today}, but the last activity here was ` +
    `on ${last}. If the clock is wrong, set it. If it is right, run: ` +
    'npm run data -- retention --clock-is-right'
  );
}

/**
 * Deletes what is older than its retention (security model 1.12) and returns how many enquiries it
 * deleted. Two processes may run it at once. Throws and deletes nothing while findRetentionDoubt
 * returns a doubt, unless the operator has confirmed the clock.
 */
export async function applyRetention(now = new Date(), isClockRight = false): Promise<number> {
  const doubt = isClockRight ? null : await findRetentionDoubt(now);
  if (doubt) throw new Error(doubt);
  const limit = getRetentionLimit(now);
  const deleted =
    limit === null
      ? 0
      : await deleteInBatches('contact_submissions', (tx) =>
          listEnquiriesBefore(tx, limit, BATCH_SIZE),
        );
  await inTransaction(async (tx) => {
    const nowMs = now.getTime();
    for (const table of PERSONAL_DATA) {
      if (!('expiry' in table)) continue;
      const { column, unit, maxAgeMs } = table.expiry;
      const oldestMs = nowMs - maxAgeMs;
      const limitOfColumn = unit === 'ms' ? oldestMs : new Date(oldestMs).toISOString();
      await deleteRowsBefore(tx, table.place, column, limitOfColumn);
    }
    await deleteRowsBefore(tx, 'used_challenges', 'expires_at', nowMs);
    await deleteRowsBefore(tx, 'audit_log', 'at', monthsBefore(now, AUDIT.logMonths).toISOString());
    await deleteOldLinks(tx, nowMs - DAY);
    await endOverdueSessions(tx, nowMs, nowMs - AUTH.sessionIdleHours * HOUR);
    await dropSessionDrafts(tx, nowMs - DESK.draftHours * HOUR);
    await deleteOldMail(tx, nowMs - PRIVACY.mailCopyDays * DAY);
    if (deleted > 0) await recordAudit(tx, OPERATOR, 'purge', { deleted });
    await recordRetention(tx, nowMs);
  });
  deleteReplacedSets(getDatabasePath(), now.getTime() - PRIVACY.replacedDays * DAY);
  await removeLeftovers();
  return deleted;
}

export const startDailyWork = () =>
  repeatTask('retention', DAY / SECOND, async () => {
    log('retention', { deleted: await applyRetention() });
    // Only after retention: it throws while the clock is in doubt, and then nothing may be deleted.
    sweepPreviewCards();
    log('content-swept', { entries: await emptyBin(), files: await sweepPictures() });
  });

function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  // setUTCMonth turns 31 February into 2 or 3 March.
  if (date.getUTCDate() !== now.getUTCDate()) date.setUTCDate(0);
  return date;
}
