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
import { DAY, HOUR, repeat, SECOND } from '#app/domain/clock.server.ts';
import { AUDIT, AUTH, DESK, PRIVACY } from '#app/domain/limits.ts';
import { removeMailCopies, sweepMailCopies } from '#app/domain/mail/mail-delivery.server.ts';
import { emptyBin } from '#app/domain/site/bin.server.ts';
import { sweepPictures } from '#app/domain/site/pictures.server.ts';
import { log, logError } from '#app/log.server.ts';
import { deleteOldLinks, dropSessionDrafts, endOverdueSessions } from '#db/accounts.ts';
import { database, getDatabasePath, inTransaction, type Db } from '#db/database.server.ts';
import { countMatching, readLastId } from '#db/desk-enquiries.ts';
import { dropReplaced, dropUnfinished, hasSender, replacedSets } from '#db/engine/replaced-data.ts';
import { listMailOfEnquiries } from '#db/outbox.ts';
import {
  deleteOldMail,
  deleteRows,
  deleteRowsBefore,
  fillEmailKeys,
  findLastRetention,
  findNewestInstant,
  listEnquiriesBefore,
  listIdsOfSender,
  listRows,
  recordRetention,
  scrubFile,
  type KeyedTable,
} from '#db/privacy.ts';
import type { Attachment } from '#db/schema.ts';
import { PERSONAL_DATA, type HandedOver } from './personal-data.ts';

const AT_ONCE = PRIVACY.deletedAtOnce;

type Sent = Record<string, unknown> & { id: number; files: Attachment[] };

type Person = Awaited<ReturnType<typeof exportPerson>>;

export async function exportPerson(email: string) {
  const db = database();
  await fillEmailKeys(db);
  return {
    email: email.trim(),
    exported_at: new Date().toISOString(),
    enquiries: await sentBy(db, 'contact_submissions', email),
    quarantined: await sentBy(db, 'quarantine', email),
  };
}

async function sentBy(db: Db, table: KeyedTable, email: string): Promise<Sent[]> {
  const sent = [];
  for (const id of await listIdsOfSender(db, table, email))
    sent.push(await handedOver(db, table, id));
  return sent;
}

async function handedOver(db: Db, of: KeyedTable, id: number): Promise<Sent> {
  const sent: Record<string, unknown> = {};
  for (const place of PERSONAL_DATA) {
    if (!('handedOver' in place)) continue;
    const handed: HandedOver = place.handedOver;
    if (typeof handed === 'string') continue;
    const { as, by, aside, without = [] } = handed;
    const column = of === 'quarantine' ? aside : by;
    if (place.place === of) Object.assign(sent, ...(await listRows(db, of, ['id', id], without)));
    else if (place.erase !== 'row' && column)
      sent[as] = await listRows(db, place.place, [column, id], without);
  }
  return sent as Sent;
}

/** Null when nothing was kept. Audited without the address (security model 1.12). */
export async function erasePerson(email: string, requester: Requester, adminId?: number) {
  await fillEmailKeys(database());
  const replaced = await eraseReplaced(email);
  const rows = { contact_submissions: 0, quarantine: 0 };
  for (const { place, erase } of PERSONAL_DATA)
    if (erase === 'row')
      rows[place] = await deleteInBatches(place, (tx) =>
        listIdsOfSender(tx, place, email, AT_ONCE),
      );
  const { contact_submissions: enquiries, quarantine: quarantined } = rows;
  if (enquiries + quarantined === 0 && !replaced) return null;
  const details = { enquiries, quarantined, replaced };
  const facts = { admin: adminId, ...details };
  await inTransaction((tx) => recordAudit(tx, requester, 'erase', facts));
  await clearTraces();
  return details;
}

/** What a restore replaced, database and files, goes whole when it holds the person, or cannot be read. */
async function eraseReplaced(email: string): Promise<boolean> {
  let found = false;
  for (const { database: replaced, paths } of replacedSets(getDatabasePath())) {
    if (!(await hasSender(replaced, email))) continue;
    for (const path of paths) rmSync(path, { recursive: true });
    found = true;
  }
  return found;
}

async function clearTraces(): Promise<void> {
  try {
    dropUnfinished(getDatabasePath(), Date.now() - HOUR);
    await sweepMailCopies(database());
    await sweepAttachments(database());
    if (!(await scrubFile())) logError('scrub', { reason: 'the database was busy all the time' });
  } catch (error) {
    logError('scrub', { reason: (error as Error).message });
  }
}

/** Few rows at a time: the site goes on answering. Returns how many went. */
async function deleteInBatches(
  table: KeyedTable,
  find: (tx: Db) => Promise<number[]>,
): Promise<number> {
  let deleted = 0;
  for (let found = 1; found > 0; deleted += found) {
    const { ids, mails } = await inTransaction(async (tx) => {
      const ids = await find(tx);
      const mails = table === 'quarantine' ? [] : await listMailOfEnquiries(tx, ids);
      await deleteRows(tx, table, ids);
      return { ids, mails };
    });
    removeMailCopies(mails);
    found = ids.length;
    if (found > 0) await wait(PRIVACY.pauseMs);
  }
  return deleted;
}

/** Nobody else may read it (AT-8). Throws when it exists or a file is missing; then none is left. */
export async function writeArchive(person: Person, path: string): Promise<void> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const zip = Readable.fromWeb(makeZip(entries(person)) as WebStream);
  try {
    await pipeline(zip, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(path, { force: true });
    throw error;
  }
}

async function* entries(person: Person) {
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

export function retentionLimit(now: Date): string | null {
  const { retentionMonths } = config();
  return retentionMonths === 0 ? null : monthsBefore(now, retentionMonths).toISOString();
}

export async function countExpired(now = new Date()): Promise<number> {
  const limit = retentionLimit(now);
  if (limit === null) return 0;
  return countMatching(database(), { to: limit }, await readLastId(database()));
}

/**
 * Why nothing is deleted, for an operator, or null: a clock that is years ahead would make everything
 * old. Once it was, what came in since is dated by it too, so that the last run counts as well.
 */
export async function findRetentionDoubt(now = new Date()): Promise<string | null> {
  const known = [await findNewestInstant(database()), await findLastRetention(database())];
  const oldest = Math.min(...known.map((at) => at ?? Infinity));
  if (now.getTime() - oldest <= PRIVACY.believedDays * DAY) return null;
  const [today, last] = [now, new Date(oldest)].map((at) => at.toISOString().slice(0, 10));
  return (
    `nothing is deleted by its age: today is ${today} by the clock of this machine, but the last sign ` +
    `of life here is of ${last}. Set the clock if it is wrong; if it is right: ` +
    'npm run data -- retention --clock-is-right'
  );
}

/**
 * Security model 1.12. Returns how many enquiries went. Safe to run twice at once. Deletes nothing
 * and throws while there is a doubt, unless a person has looked at the clock.
 */
export async function applyRetention(now = new Date(), isClockRight = false): Promise<number> {
  const doubt = isClockRight ? null : await findRetentionDoubt(now);
  if (doubt) throw new Error(doubt);
  const limit = retentionLimit(now);
  const deleted =
    limit === null
      ? 0
      : await deleteInBatches('contact_submissions', (tx) =>
          listEnquiriesBefore(tx, limit, AT_ONCE),
        );
  await inTransaction(async (tx) => {
    const at = now.getTime();
    for (const place of PERSONAL_DATA) {
      if (!('expires' in place)) continue;
      const { column, unit, keptMs } = place.expires;
      const before = unit === 'ms' ? at - keptMs : new Date(at - keptMs).toISOString();
      await deleteRowsBefore(tx, place.place, column, before);
    }
    await deleteRowsBefore(tx, 'used_challenges', 'expires_at', at);
    await deleteRowsBefore(tx, 'audit_log', 'at', monthsBefore(now, AUDIT.logMonths).toISOString());
    await deleteOldLinks(tx, at - DAY);
    await endOverdueSessions(tx, at, at - AUTH.sessionIdleHours * HOUR);
    await dropSessionDrafts(tx, at - DESK.draftHours * HOUR);
    await deleteOldMail(tx, at - PRIVACY.mailCopyDays * DAY);
    if (deleted > 0) await recordAudit(tx, OPERATOR, 'purge', { deleted });
    await recordRetention(tx, at);
  });
  dropReplaced(getDatabasePath(), now.getTime() - PRIVACY.replacedDays * DAY);
  await clearTraces();
  return deleted;
}

export const startDailyWork = () =>
  repeat('retention', DAY / SECOND, async () => {
    log('retention', { deleted: await applyRetention() });
    // Not before it: while the clock is doubted, nothing goes by its age.
    log('content-swept', { entries: await emptyBin(), files: await sweepPictures() });
  });

function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  // The 31st of a shorter month would run over into the next one.
  if (date.getUTCDate() !== now.getUTCDate()) date.setUTCDate(0);
  return date;
}
