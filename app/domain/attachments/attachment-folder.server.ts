import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '#app/config.server.ts';
import { HOUR } from '#app/domain/clock.server.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import type { Db } from '#db/database.server.ts';
import { keptFiles } from '#db/enquiries/attachments.ts';
import { StoreError } from '#db/store-error.ts';

const NAME_BYTES = 16;
const KEPT = /^[0-9a-f]{32}$/;
const RECEIVED = /^([0-9a-f]{32})\.(\d+)\.part$/;
/** What this process is receiving. */
const receiving = new Set<string>();

/** Where the bytes of attachments lie. */
export const attachmentFolder = () => join(config().dataDir, 'attachments');

/** The path of a file that is kept. */
export const attachmentPath = (file: string) => join(attachmentFolder(), file);

/**
 * The path of a file while this process receives it. Its name says so: after a kill it is known to be
 * nobody's.
 */
export const receivedPath = (file: string) => attachmentPath(`${file}.${process.pid}.part`);

/**
 * Opens a new file for writing, under a random name, for its owner alone. It has to be ended by
 * forgetParts or dropFiles.
 */
export async function openPart(): Promise<{ file: string; handle: FileHandle }> {
  mkdirSync(attachmentFolder(), { recursive: true, mode: 0o700 });
  const file = randomToken(NAME_BYTES, 'hex');
  const handle = await open(receivedPath(file), 'wx', 0o600);
  receiving.add(file);
  return { file, handle };
}

/**
 * Gives received files, whose bytes are synced, the names by which rows will know them, and syncs
 * the folder. Until forgetParts each has its other name as well, and a sweep leaves it alone. Throws
 * StoreError.
 */
export async function keepParts(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  try {
    for (const file of files) await link(receivedPath(file), attachmentPath(file));
    const folder = await open(attachmentFolder(), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StoreError(code, message);
  }
}

/** The rows are stored: the files have one name from now on. */
export async function forgetParts(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await unlink(receivedPath(file)).catch(() => undefined);
    receiving.delete(file);
  }
}

/** Deletes received files that shall not be kept after all. */
export async function dropFiles(files: readonly string[]): Promise<void> {
  for (const file of files) await unlink(attachmentPath(file)).catch(() => undefined);
  await forgetParts(files);
}

/**
 * Deletes every file that no row knows, but for what is being received just now: what a kill left
 * between bytes and row, and what was kept with an enquiry that is gone (AT-5, AT-8). Returns how
 * many.
 */
export async function sweepAttachments(db: Db): Promise<number> {
  const mine = new Set(receiving);
  const found = filesFound();
  const busy = new Set(found.filter((name) => isReceived(name, mine)).map(fileOf));
  // Asked after the look at the folder: whatever was stored meanwhile is known.
  const kept = await keptFiles(db);
  const left = found.filter(
    (name) =>
      !busy.has(fileOf(name)) && (RECEIVED.test(name) || (KEPT.test(name) && !kept.has(name))),
  );
  for (const name of left) rmSync(attachmentPath(name), { force: true });
  return left.length;
}

/** The names of all files in the folder; none before the first attachment. */
export function filesFound(): string[] {
  try {
    return readdirSync(attachmentFolder());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const fileOf = (name: string) => name.slice(0, NAME_BYTES * 2);

/** Whether a name is that of a file which this process, or another one that lives, is receiving. */
function isReceived(name: string, mine: ReadonlySet<string>): boolean {
  const [, file = '', pid = ''] = RECEIVED.exec(name) ?? [];
  if (!file) return false;
  // A process before this one may have had its number, as in a container.
  if (Number(pid) === process.pid) return mine.has(file);
  const found = statSync(attachmentPath(name), { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs > Date.now() - HOUR && isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
