import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { getEmailKey, getSenderKey } from '#db/schema.ts';

// A restore first prepares `drys.db.restoring`, `attachments.restoring` and `media.restoring` next to the
// data in use. One rename, to `drys.db.restored-N`, decides it. Each later step can be repeated, so that
// the next start finishes an interrupted restore. The replaced data keeps the number N in its names.

const BATCH_SIZE = 1000;
const BUSY_TIMEOUT_MS = 500;

const FILES_FOLDERS = ['attachments', 'media'] as const;
export type FilesFolder = (typeof FILES_FOLDERS)[number];

const getFilesFolders = (path: string) => FILES_FOLDERS.map((name) => join(dirname(path), name));
const getReplacedPath = (path: string, number: number) =>
  number === 1 ? `${path}.before-restore` : `${path}.before-restore-${number}`;

/** Returns the path of the copy that is kept of a database before it is converted. */
export const getUpgradeCopyPath = (path: string): string => `${path}.before-upgrade`;
/** Returns the path at which a restore prepares what will replace this file or folder. */
export const getRestoringPath = (path: string): string => `${path}.restoring`;
export const getRestoringFolders = (path: string): string[] =>
  getFilesFolders(path).map(getRestoringPath);
/** Returns the paths of the database and of SQLite's logs beside it, whether or not they exist. */
export const listDatabaseFiles = (path: string): string[] =>
  ['', '-wal', '-shm', '-journal'].map((end) => path + end);

/**
 * Prepares the current files for a restore of a plain copy of the database, which has no files. Both databases
 * need them: without the second name, the clean-up of the restored one would delete files of the replaced one.
 */
export function linkCurrentFiles(databasePath: string): void {
  for (const folder of getFilesFolders(databasePath).filter(existsSync)) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const target = join(getRestoringPath(folder), entry.name);
      if (entry.isFile()) linkSync(join(folder, entry.name), target);
    }
  }
}

/**
 * Renames the prepared data into use. Returns the path of the replaced database, or null without one. After a
 * kill in between, finishPendingRestore completes it.
 */
export function commitAndFinishRestore(databasePath: string): string | null {
  const usedNumbers = listReplacedData(databasePath).map(({ number }) => number);
  const number = Math.max(0, ...usedNumbers) + 1;
  renameSync(getRestoringPath(databasePath), `${databasePath}.restored-${number}`);
  flushToDisk(dirname(databasePath));
  finishPendingRestore(databasePath);
  const replacedPath = getReplacedPath(databasePath, number);
  return existsSync(replacedPath) ? replacedPath : null;
}

/** Returns the number of a restore that was committed but not finished, or null. */
export function findPendingRestoreNumber(databasePath: string): number | null {
  for (const name of listSiblingNames(databasePath)) {
    const match = RESTORED_NAME.exec(name);
    if (match && name.startsWith(basename(databasePath))) return Number(match[1]);
  }
  return null;
}

/** Does nothing unless a restore was committed but not finished. Call it only in withStartupLock. */
export function finishPendingRestore(databasePath: string): void {
  const number = findPendingRestoreNumber(databasePath);
  if (number === null) return;
  for (const files of getFilesFolders(databasePath)) {
    // This folder was renamed before an interruption.
    if (!existsSync(getRestoringPath(files))) continue;
    if (existsSync(files)) renameSync(files, getReplacedPath(files, number));
    renameSync(getRestoringPath(files), files);
  }
  if (existsSync(databasePath)) renameSync(databasePath, getReplacedPath(databasePath, number));
  // SQLite must never apply the log of the old database to the new one.
  for (const logFile of listDatabaseFiles(databasePath).slice(1)) rmSync(logFile, { force: true });
  renameSync(`${databasePath}.restored-${number}`, databasePath);
  flushToDisk(dirname(databasePath));
}

interface ReplacedData {
  /** The restore that replaced it; 0 for the copy from before an upgrade. */
  number: number;
  database: string;
  /** The paths of the database and its folders, as far as they exist. */
  paths: string[];
}

/** Returns the data that earlier restores and the last upgrade have replaced. */
export function listReplacedData(databasePath: string): ReplacedData[] {
  const numbers = new Set<number>();
  for (const name of listSiblingNames(databasePath)) {
    const match = REPLACED_NAME.exec(name);
    // The names of the first replaced data have no number.
    if (match) numbers.add(Number(match[1] ?? 1));
  }
  const currentPaths = [databasePath, ...getFilesFolders(databasePath)];
  const replacedData = [...numbers].map((number) => {
    const paths = currentPaths.map((path) => getReplacedPath(path, number)).filter(existsSync);
    return { number, database: getReplacedPath(databasePath, number), paths };
  });
  const copy = getUpgradeCopyPath(databasePath);
  if (existsSync(copy)) replacedData.push({ number: 0, database: copy, paths: [copy] });
  return replacedData;
}

const RESTORED_NAME = /\.restored-(\d+)$/;
const REPLACED_NAME = /^(?:drys\.db|attachments|media)\.before-restore(?:-(\d+))?$/;

function listSiblingNames(path: string): string[] {
  return existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
}

/**
 * Searches the enquiries and the spam folder of a database file. Returns true also for a missing or unreadable
 * file. Other requests are served between the batches.
 */
export async function mayContainSender(databasePath: string, email: string): Promise<boolean> {
  const key = getEmailKey(email);
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(databasePath, { readonly: true, fileMustExist: true });
    return (
      (await hasSender(file, 'contact_submissions', key)) ||
      (await hasSender(file, 'quarantine', key))
    );
  } catch {
    return true;
  } finally {
    file?.close();
  }
}

async function hasSender(file: SQLite.Database, table: string, key: string): Promise<boolean> {
  let rows = readBatch(file, table, 0);
  while (rows.length > 0) {
    if (rows.some((row) => getSenderKey(row) === key)) return true;
    await yieldToEventLoop();
    rows = readBatch(file, table, rows.at(-1)!.id);
  }
  return false;
}

function readBatch(file: SQLite.Database, table: string, lastId: number) {
  const query = `SELECT id, email, phone FROM ${table} WHERE id > ? ORDER BY id LIMIT ${BATCH_SIZE}`;
  return file.prepare(query).all(lastId) as { id: number; email: string; phone: string }[];
}

/** Deletes data of earlier restores and upgrades that was replaced before a time (epoch ms). */
export function deleteOldReplacedData(databasePath: string, beforeMs: number): void {
  for (const { paths } of listReplacedData(databasePath)) deleteOlder(paths, beforeMs);
}

/** Deletes files of failed restores from before a time (epoch ms). */
export function deleteOldRestoringFiles(databasePath: string, beforeMs: number): void {
  deleteOlder(
    [...listDatabaseFiles(getRestoringPath(databasePath)), ...getRestoringFolders(databasePath)],
    beforeMs,
  );
}

function deleteOlder(paths: string[], beforeMs: number): void {
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    // Another process may delete the same data.
    if (stats && stats.ctimeMs < beforeMs) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Tells whether another process uses the database: SQLite needs exclusive access to leave WAL mode. The next
 * opening sets the mode again. Returns 'ok' also for a missing or damaged file, whose opening reports the error.
 */
export function leaveWalMode(databasePath: string): 'ok' | 'in-use' {
  if (!existsSync(databasePath)) return 'ok';
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(databasePath, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    const mode = file.pragma('journal_mode = DELETE', { simple: true });
    return mode === 'delete' ? 'ok' : 'in-use';
  } catch (error) {
    const { code } = error as { code?: string };
    return code?.startsWith('SQLITE_BUSY') ? 'in-use' : 'ok';
  } finally {
    file?.close();
  }
}

/**
 * Locks the database for a restore, so that no process can open it until `close` is called. Returns 'in-use' if
 * another process uses it, and a lock without effect for a missing or damaged file.
 */
export function lockUnusedDatabase(databasePath: string): { close(): void } | 'in-use' {
  if (leaveWalMode(databasePath) === 'in-use') return 'in-use';
  if (!existsSync(databasePath)) return { close: () => undefined };
  const file = new SQLite(databasePath, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    file.exec('BEGIN EXCLUSIVE');
    // A process may have set WAL mode again, in which this lock would exclude only writers.
    if (file.pragma('journal_mode', { simple: true }) === 'delete') return file;
  } catch (error) {
    const { code } = error as { code?: string };
    if (!code?.startsWith('SQLITE_BUSY')) return file;
  }
  file.close();
  return 'in-use';
}

/** Calls fsync on a file or folder: after a rename, on the folder. */
export function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
