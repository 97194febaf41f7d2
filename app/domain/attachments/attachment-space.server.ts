import { config } from '#app/config.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import type { Db } from '#db/database.server.ts';
import { sumAttachments } from '#db/attachments.ts';
import { MIN_FREE_BYTES, freeBytes } from '#db/engine/health.ts';

/** What contract and texts call a megabyte. */
export const MB = 1024 * 1024;
/** What the system says when a disk, or a share of it, is full. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** How many files one sender may send, and how large. */
export interface FileLimits {
  files: number;
  fileMb: number;
}

/** The limits of a sender; who was not verified as human may send less (AT-1). */
export function limitsFor(verified: boolean): FileLimits {
  return verified
    ? { files: ATTACHMENTS.files, fileMb: ATTACHMENTS.fileMb }
    : { files: ATTACHMENTS.unverifiedFiles, fileMb: ATTACHMENTS.unverifiedFileMb };
}

/** Whether files are taken at all. */
export const takesFiles = () => config().attachmentsMaxMb > 0;

/** Whether so many more bytes may be kept within ATTACHMENTS_MAX_MB. */
export async function hasShareFor(db: Db, bytes: number): Promise<boolean> {
  return (await sumAttachments(db)) + bytes <= config().attachmentsMaxMb * MB;
}

/** How many bytes the files of honeypots may take together: they come and go in a share of their own. */
export const honeypotBytes = () => config().attachmentsMaxMb * MB * ATTACHMENTS.honeypotShare;

/**
 * Whether so many bytes may come: within that share, and without filling the disk so far that the
 * site would call itself ill (AT-8).
 */
export async function hasRoomFor(db: Db, bytes: number): Promise<boolean> {
  return freeBytes() - bytes >= MIN_FREE_BYTES && (await hasShareFor(db, bytes));
}

/** Whether an error says that the disk is full. */
export function isOutOfSpace(error: unknown): error is Error {
  return error instanceof Error && FULL.has(String((error as NodeJS.ErrnoException).code));
}
