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
import { setImmediate as breathe } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { getEmailKey, getSenderKey } from '#db/schema.ts';

// A restore prepares `drys.db.restoring` and, for each folder of files, `attachments.restoring` and
// `media.restoring` beside what is in use. It is
// decided by one rename, to `drys.db.restored-N`; every step after that can be taken again, so that
// the next start finishes what a kill broke off. What was there before is kept under the number N.

const BATCH = 1000;
const BUSY_MS = 500;

const FILES_FOLDERS = ['attachments', 'media'] as const;
export type FilesFolder = (typeof FILES_FOLDERS)[number];

const foldersBeside = (path: string) => FILES_FOLDERS.map((name) => join(dirname(path), name));
const numbered = (path: string, n: number) => `${path}.before-restore${n === 1 ? '' : `-${n}`}`;

export const getUpgradedPath = (path: string) => `${path}.before-upgrade`;
export const getRestoringPath = (path: string) => `${path}.restoring`;
export const getRestoringFolders = (path: string) => foldersBeside(path).map(getRestoringPath);
export const withLogs = (path: string) => ['', '-wal', '-shm', '-journal'].map((end) => path + end);

export function replaceData(path: string): string | null {
  const taken = replacedSets(path).map(({ number }) => number);
  const n = Math.max(0, ...taken) + 1;
  renameSync(getRestoringPath(path), `${path}.restored-${n}`);
  flush(dirname(path));
  finishRestore(path);
  return existsSync(numbered(path, n)) ? numbered(path, n) : null;
}

export function findPendingRestore(path: string): number | null {
  const decided = namesBeside(path).find((name) => DECIDED.test(name));
  return decided && decided.startsWith(basename(path)) ? Number(DECIDED.exec(decided)![1]) : null;
}

/** Only for whoever holds the lock of a start. */
export function finishRestore(path: string): void {
  const n = findPendingRestore(path);
  if (n === null) return;
  for (const files of foldersBeside(path)) {
    if (!existsSync(getRestoringPath(files))) continue;
    if (existsSync(files)) renameSync(files, numbered(files, n));
    renameSync(getRestoringPath(files), files);
  }
  if (existsSync(path)) renameSync(path, numbered(path, n));
  // The log of the old database must never be read into the new one.
  for (const rest of withLogs(path).slice(1)) rmSync(rest, { force: true });
  renameSync(`${path}.restored-${n}`, path);
  flush(dirname(path));
}

export function replacedSets(
  path: string,
): { number: number; database: string; paths: string[] }[] {
  const numbers = namesBeside(path).flatMap((name) => {
    const found = REPLACED.exec(name);
    return found ? [Number(found[1] ?? 1)] : [];
  });
  const sets = [...new Set(numbers)].map((number) => ({
    number,
    database: numbered(path, number),
    paths: [path, ...foldersBeside(path)]
      .map((replaced) => numbered(replaced, number))
      .filter(existsSync),
  }));
  const upgraded = getUpgradedPath(path);
  if (existsSync(upgraded)) sets.push({ number: 0, database: upgraded, paths: [upgraded] });
  return sets;
}

const DECIDED = /\.restored-(\d+)$/;
const REPLACED = /^(?:drys\.db|attachments|media)\.before-restore(?:-(\d+))?$/;

function namesBeside(path: string): string[] {
  return existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
}

/** Others are answered meanwhile. A file that is missing or cannot be read might: true. */
export async function hasSender(path: string, email: string): Promise<boolean> {
  const key = getEmailKey(email);
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(path, { readonly: true, fileMustExist: true });
    for (const table of ['contact_submissions', 'quarantine']) {
      for (let last: number | undefined = 0; last !== undefined; await breathe()) {
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

function readBatch(file: SQLite.Database, table: string, last: number) {
  const query = `SELECT id, email, phone FROM ${table} WHERE id > ? ORDER BY id LIMIT ${BATCH}`;
  return file.prepare(query).all(last) as { id: number; email: string; phone: string }[];
}

export function dropReplaced(path: string, before: number): void {
  for (const { paths } of replacedSets(path)) dropOlder(paths, before);
}

export function dropUnfinished(path: string, before: number): void {
  dropOlder([...withLogs(getRestoringPath(path)), ...getRestoringFolders(path)], before);
}

function dropOlder(paths: string[], before: number): void {
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.ctimeMs < before) rmSync(path, { recursive: true });
  }
}

/** Tries to leave WAL, which needs the file for oneself alone. A damaged file counts as free. */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  let file: SQLite.Database | undefined;
  try {
    file = new SQLite(path, { fileMustExist: true, timeout: BUSY_MS });
    return file.pragma('journal_mode = DELETE', { simple: true }) !== 'delete';
  } catch (error) {
    return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
  } finally {
    file?.close();
  }
}

export function flush(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
