import { ATTACHMENTS } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';
import { database } from '#db/database.server.ts';
import type { HeldFile } from '#db/enquiries/attachments.ts';
import { StoreError } from '#db/store-error.ts';
import { dropFiles, openPart, receivedPath } from './attachment-folder.server.ts';
import { cleanName } from './attachment-name.ts';
import type { FileRefusal } from './attachment-refusal.ts';
import {
  type FileLimits,
  MB,
  hasRoomFor,
  isOutOfSpace,
  takesFiles,
} from './attachment-space.server.ts';
import { isScanning, scan } from './clamd.server.ts';
import { type Unwritten, writeFile } from './received-file.server.ts';

/** A file on its way: its bytes can be read once, and before the next file's. */
export interface ArrivingFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** The files of one form. */
export interface ArrivingFiles {
  /** Bytes that are announced for all of them and for what is around them; undefined if unknown. */
  announced: number | undefined;
  files: AsyncIterable<ArrivingFile>;
}

/** `left-out`: there is no room for them, and the enquiry goes without. */
export type Taken =
  | { kind: 'taken'; files: HeldFile[] }
  | { kind: 'refused'; refusals: FileRefusal[]; infected?: boolean }
  | { kind: 'left-out' };

/** What stands around the files of a form, at most. */
const AROUND_BYTES = 128 * 1024;
/** What is asked of the disk here; a sender's line fails with other calls. */
const DISK_CALLS = new Set(['open', 'mkdir', 'write', 'fsync', 'close']);

/**
 * Takes the files of a form onto the disk, all or none (AT-3, AT-4): whoever takes them has to end
 * them with forgetParts or dropFiles. Throws StoreError when the disk fails, and what the sender's
 * line throws; then none is left.
 */
export async function takeFiles(arriving: ArrivingFiles, limits: FileLimits): Promise<Taken> {
  const { announced = 0 } = arriving;
  if (announced > ATTACHMENTS.togetherMb * MB + AROUND_BYTES) {
    return { kind: 'refused', refusals: [{ kind: 'together', mb: ATTACHMENTS.togetherMb }] };
  }
  if (!takesFiles() || !(await hasRoom(announced))) return { kind: 'left-out' };
  const taking = new Taking(limits);
  try {
    for await (const file of arriving.files) {
      await taking.take(file);
      if (taking.isOver || (taking.refused.length > 0 && arriving.announced === undefined)) break;
    }
    if (taking.refused.length === 0) return { kind: 'taken', files: taking.held };
  } catch (error) {
    await taking.drop();
    if (isOutOfSpace(error)) {
      logError('attachments-disk-full', { reason: error.message });
      return { kind: 'left-out' };
    }
    throw isDiskError(error) ? new StoreError(error.code, error.message) : error;
  }
  await taking.drop();
  return { kind: 'refused', refusals: taking.refused, infected: taking.isInfected };
}

/** One form's files while they come in. */
class Taking {
  readonly held: HeldFile[] = [];
  readonly refused: FileRefusal[] = [];
  /** Nothing that follows can change the answer. */
  isOver = false;
  isInfected = false;
  readonly #limits: FileLimits;
  readonly #opened: string[] = [];
  #count = 0;
  #together = 0;

  constructor(limits: FileLimits) {
    this.#limits = limits;
  }

  async take({ name: given, bytes }: ArrivingFile): Promise<void> {
    const { files, fileMb } = this.#limits;
    this.#count += 1;
    if (this.#count > files) return this.#end({ kind: 'tooMany', count: files });
    const name = cleanName(given);
    const roomBytes = ATTACHMENTS.togetherMb * MB - this.#together;
    const { file, handle } = await openPart();
    this.#opened.push(file);
    try {
      const written = await writeFile(handle, bytes, Math.min(fileMb * MB, roomBytes));
      if (typeof written === 'object') {
        this.#together += written.size;
        await this.#look({ name, file, ...written });
      } else if (written === 'too-large' && roomBytes < fileMb * MB) {
        this.#end({ kind: 'together', mb: ATTACHMENTS.togetherMb });
      } else this.refused.push(refusalOf(written, name, fileMb));
    } finally {
      await handle.close();
    }
  }

  /** Holds a file unless a scanner finds something in it (AT-9). */
  async #look(held: HeldFile): Promise<void> {
    const verdict = isScanning() ? await scan(receivedPath(held.file)) : 'out';
    if (verdict === 'infected') {
      this.isInfected = true;
      this.refused.push({ kind: 'notAccepted', name: held.name });
      return;
    }
    const scanned_at = verdict === 'clean' ? new Date().toISOString() : null;
    this.held.push({ ...held, scanned_at });
  }

  drop(): Promise<void> {
    return dropFiles(this.#opened);
  }

  #end(refusal: FileRefusal): void {
    this.refused.push(refusal);
    this.isOver = true;
  }
}

function refusalOf(why: Unwritten, name: string, fileMb: number): FileRefusal {
  if (why === 'too-large') return { kind: 'tooLarge', name, mb: fileMb };
  return { kind: why === 'empty' ? 'empty' : 'notAccepted', name };
}

async function hasRoom(bytes: number): Promise<boolean> {
  const has = await hasRoomFor(database(), bytes);
  if (!has) logError('attachments-no-room', { bytes });
  return has;
}

function isDiskError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && DISK_CALLS.has(String((error as NodeJS.ErrnoException).syscall));
}
