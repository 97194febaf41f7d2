import {
  dropFiles,
  forgetParts,
  keepParts,
} from '#app/domain/attachments/attachment-folder.server.ts';
import {
  type ArrivingFiles,
  type FileRefusal,
  takeFiles,
} from '#app/domain/attachments/attachment-intake.server.ts';
import type { FileLimits } from '#app/domain/attachments/attachment-space.server.ts';
import { countEvent } from '#app/domain/audit-counts.server.ts';
import type { Requester } from '#app/domain/audit.server.ts';
import { database } from '#db/database.server.ts';
import { type HeldFile, isFileKept } from '#db/attachments.ts';

/** The files of a form when they are on the disk; `leftOut` when there was no room for them. */
export interface Files {
  held: readonly HeldFile[];
  leftOut: boolean;
}

/** What a form without files has. */
export const NO_FILES: Files = { held: [], leftOut: false };

/** How much room files take. */
export function bytesIn(files: readonly HeldFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Takes the files of a form onto the disk, has the rest done with them, and keeps them if that gave
 * them rows: bytes and folder are synced before a row is (AT-5).
 */
export async function withFiles<T>(
  arriving: ArrivingFiles | undefined,
  limits: FileLimits,
  requester: Requester,
  work: (files: Files) => Promise<T>,
): Promise<T | { kind: 'files-refused'; refusals: FileRefusal[] }> {
  if (!arriving) return work(NO_FILES);
  const { elsewhere = (wait) => wait() } = requester;
  const taken = await elsewhere(() => takeFiles(arriving, limits));
  if (taken.kind === 'refused') {
    if (taken.infected) countEvent(requester, 'attachment.infected');
    return { kind: 'files-refused', refusals: taken.refusals };
  }
  if (taken.kind === 'left-out') return work({ held: [], leftOut: true });
  const names = taken.files.map(({ file }) => file);
  try {
    await keepParts(names);
    return await work({ held: taken.files, leftOut: false });
  } finally {
    // When nobody can say, the next sweep will know.
    const areKept = await isFileKept(database(), names[0] ?? '').catch(() => true);
    await (areKept ? forgetParts(names) : dropFiles(names));
  }
}
