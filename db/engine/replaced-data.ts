import {
  closeSync,
  existsSync,
  fsyncSync,
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
const getReplacedPath = (path: string, n: number) =>
  `${path}.before-restore${n === 1 ? '' : `-${n}`}`;

export const getUpgradedPath = (path: string) => `${path}.before-upgrade`;
export const getRestoringPath = (path: string) => `${path}.restoring`;
export const getRestoringFolders = (path: string) => getFilesFolders(path).map(getRestoringPath);
export const listDatabaseFiles = (path: string) =>
  ['', '-wal', '-shm', '-journal'].map((end) => path + end);

/**
 * Replaces the data by a prepared restore. Returns the path of the replaced database, or null if there was
 * none. `finishRestore` completes the replacement when the process is killed here.
 */
export function swapInRestoredData(path: string): string | null {
  const usedNumbers = listReplacedSets(path).map(({ number }) => number);
  const n = Math.max(0, ...usedNumbers) + 1;
  renameSync(getRestoringPath(path), `${path}.restored-${n}`);
  flushToDisk(dirname(path));
  finishRestore(path);
  return existsSync(getReplacedPath(path, n)) ? getReplacedPath(path, n) : null;
}

export function findPendingRestore(path: string): number | null {
  const restoredName = listSiblingNames(path).find((name) => RESTORED_NAME.test(name));
  return restoredName && restoredName.startsWith(basename(path))
    ? Number(RESTORED_NAME.exec(restoredName)![1])
    : null;
}

/** Call it only in withStartupLock. */
export function finishRestore(path: string): void {
  const n = findPendingRestore(path);
  if (n === null) return;
  for (const files of getFilesFolders(path)) {
    if (!existsSync(getRestoringPath(files))) continue;
    if (existsSync(files)) renameSync(files, getReplacedPath(files, n));
    renameSync(getRestoringPath(files), files);
  }
  if (existsSync(path)) renameSync(path, getReplacedPath(path, n));
  // SQLite must never apply the log of the old database to the new one.
  for (const logFile of listDatabaseFiles(path).slice(1)) rmSync(logFile, { force: true });
  renameSync(`${path}.restored-${n}`, path);
  flushToDisk(dirname(path));
}

export function listReplacedSets(
  path: string,
): { number: number; database: string; paths: string[] }[] {
  const numbers = listSiblingNames(path).flatMap((name) => {
    const match = REPLACED_NAME.exec(name);
    return match ? [Number(match[1] ?? 1)] : [];
  });
  const sets = [...new Set(numbers)].map((number) => ({
    number,
    database: getReplacedPath(path, number),
    paths: [path, ...getFilesFolders(path)]
      .map((replaced) => getReplacedPath(replaced, number))
      .filter(existsSync),
  }));
  const upgraded = getUpgradedPath(path);
  if (existsSync(upgraded)) sets.push({ number: 0, database: upgraded, paths: [upgraded] });
  return sets;
}

const RESTORED_NAME = /\.restored-(\d+)$/;
const REPLACED_NAME = /^(?:drys\.db|attachments|media)\.before-restore(?:-(\d+))?$/;

function listSiblingNames(path: string): string[] {
  return existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
}

/**
 * Returns whether the database has a sender's enquiry; true also for a missing or unreadable file, which
 * might have one. Other requests are served between the batches.
 */
export async function hasSender(path: string, email: string): Promise<boolean> {
  const key = getEmailKey(email);
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(path, { readonly: true, fileMustExist: true });
    for (const table of ['contact_submissions', 'quarantine']) {
      for (let last: number | undefined = 0; last !== undefined; await yieldToEventLoop()) {
        const rows = readBatch(file, table, last);
        if (rows.some((row) => getSenderKey(row) === key)) return true;
        last = rows.at(-1)?.id;
      }
    }
    return false;
  } catch {
    return true;
  } finally {
    file?.close();
  }
}

function readBatch(file: SQLite.Database, table: string, lastId: number) {
  const query = `SELECT id, email, phone FROM ${table} WHERE id > ? ORDER BY id LIMIT ${BATCH_SIZE}`;
  return file.prepare(query).all(lastId) as { id: number; email: string; phone: string }[];
}

export function deleteReplacedSets(path: string, beforeMs: number): void {
  for (const { paths } of listReplacedSets(path)) deleteOlder(paths, beforeMs);
}

export function deleteUnfinishedRestores(path: string, beforeMs: number): void {
  deleteOlder(
    [...listDatabaseFiles(getRestoringPath(path)), ...getRestoringFolders(path)],
    beforeMs,
  );
}

function deleteOlder(paths: string[], beforeMs: number): void {
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && stats.ctimeMs < beforeMs) rmSync(path, { recursive: true });
  }
}

/** Tries to leave WAL mode, which takes exclusive access. A damaged file counts as not in use. */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    return file.pragma('journal_mode = DELETE', { simple: true }) !== 'delete';
  } catch (error) {
    return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
  } finally {
    file?.close();
  }
}

export function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
