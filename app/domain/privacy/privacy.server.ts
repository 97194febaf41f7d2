import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import { logError } from '#app/log.server.ts';
import type { Attachment } from '#db/schema.ts';
import { type Db, database, databasePath, inTransaction } from '#db/database.server.ts';
import { dropUnfinished, holdsSender, replacedSets } from '#db/engine/replaced-data.ts';
import { scrubFile } from '#db/engine/scrub.ts';
import { mailOfEnquiries } from '#db/outbox.ts';
import { type KeyedTable, deleteRows, fillEmailKeys, idsOfSender, rowsWith } from '#db/privacy.ts';
import {
  attachmentPath,
  sweepAttachments,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { distinctNames } from '#app/domain/attachments/attachment-zip.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { HOUR } from '#app/domain/clock.server.ts';
import { PRIVACY } from '#app/domain/limits.ts';
import { removeMailCopies, sweepMailCopies } from '#app/domain/mail/mail-transport.server.ts';
import { type HandedOver, PERSONAL_DATA } from './personal-data.ts';

export interface Erased {
  enquiries: number;
  quarantined: number;
  /** Whether what a restore replaced held them, and was deleted whole. */
  replaced: boolean;
}

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
  for (const id of await idsOfSender(db, table, email)) sent.push(await handedOver(db, table, id));
  return sent;
}

/** What PERSONAL_DATA names of an enquiry, or of what was set aside. */
async function handedOver(db: Db, of: KeyedTable, id: number): Promise<Sent> {
  const sent: Record<string, unknown> = {};
  for (const place of PERSONAL_DATA) {
    if (!('handedOver' in place)) continue;
    const handed: HandedOver = place.handedOver;
    if (typeof handed === 'string') continue;
    const { as, by, aside, without = [] } = handed;
    const column = of === 'quarantine' ? aside : by;
    if (place.place === of) Object.assign(sent, ...(await rowsWith(db, of, ['id', id], without)));
    else if (place.erase !== 'row' && column)
      sent[as] = await rowsWith(db, place.place, [column, id], without);
  }
  return sent as Sent;
}

/**
 * Erases the sender of an address wherever docs/privacy.md says that a visitor is kept: rows, search
 * index, notes, replies, history, mail and its copies, quarantine, the log of the database, and what
 * restores replaced. Few rows at a time: the site goes on answering. Null when nothing was kept.
 * Audited without the address (security model 1.12).
 */
export async function erasePerson(
  email: string,
  requester: Requester,
  adminId?: number,
): Promise<Erased | null> {
  await fillEmailKeys(database());
  const replaced = await eraseReplaced(email);
  const rows = { contact_submissions: 0, quarantine: 0 };
  for (const { place, erase } of PERSONAL_DATA)
    if (erase === 'row') rows[place] = await eraseRows(place, email);
  const { contact_submissions: enquiries, quarantine: quarantined } = rows;
  if (enquiries + quarantined === 0 && !replaced) return null;
  const details = { enquiries, quarantined, replaced };
  await inTransaction((tx) => recordAudit(tx, requester, { event: 'erase', adminId, details }));
  await clearTraces();
  return details;
}

/** What a restore replaced, database and files, goes whole when it holds the person, or cannot be read. */
async function eraseReplaced(email: string): Promise<boolean> {
  let found = false;
  for (const { database: replaced, paths } of replacedSets(databasePath())) {
    if (!(await holdsSender(replaced, email))) continue;
    for (const path of paths) rmSync(path, { recursive: true });
    found = true;
  }
  return found;
}

/** Clears away what deleted rows leave in files. What cannot be done now is told in the log. */
export async function clearTraces(): Promise<void> {
  try {
    dropUnfinished(databasePath(), Date.now() - HOUR);
    await sweepMailCopies(database());
    await sweepAttachments(database());
    if (!(await scrubFile())) logError('scrub', { reason: 'the database was busy all the time' });
  } catch (error) {
    logError('scrub', { reason: (error as Error).message });
  }
}

async function eraseRows(table: KeyedTable, email: string): Promise<number> {
  let erased = 0;
  for (let found = 1; found > 0; erased += found) {
    const { ids, mails } = await inTransaction(async (tx) => {
      const ids = await idsOfSender(tx, table, email, PRIVACY.deletedAtOnce);
      const mails = table === 'quarantine' ? [] : await mailOfEnquiries(tx, ids);
      await deleteRows(tx, table, ids);
      return { ids, mails };
    });
    removeMailCopies(mails);
    found = ids.length;
    if (found > 0) await wait(PRIVACY.pauseMs);
  }
  return erased;
}

/**
 * Writes all that is kept about a person to a new .zip that nobody else may read: the JSON, and the
 * files beside it (AT-8). Throws when the file is there already or a file of theirs is missing; then
 * none is left.
 */
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
  const names = distinctNames(files.map(({ name }) => name));
  for (const [i, { file }] of files.entries()) {
    yield {
      name: `files/${names[i]}`,
      lastModified,
      input: createReadStream(attachmentPath(file)),
    };
  }
}
