import {
  areAttachmentsEnabled,
  canStoreFiles,
  dropFiles,
  forgetParts,
  getFileLimits,
  getPartPath,
  isOutOfSpace,
  isWithinStorageLimit,
  openPart,
  publishParts,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { countEvent, SERVER } from '#app/domain/audit.server.ts';
import { ATTACHMENTS, KB, MAILBOX, MB } from '#app/domain/limits.ts';
import { isFileReferenced, type ReceivedFile } from '#db/attachments.ts';
import { database, type Db } from '#db/database.server.ts';
import type { UnkeptFile } from '#db/schema.ts';
import { StoreError } from '#db/store-error.ts';
import {
  attachmentType,
  cleanName,
  isDiskError,
  sumBytes,
  writeFile,
} from './attachment-intake.server.ts';
import { isScanning, scanReceivedFiles } from './scanning.server.ts';

interface SentFile {
  name: string;
  isInline: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Receives the files of one message with the limits of a verified sender (AN-4). Unlike the files of a
 * form, each is kept or named with its reason: nobody is there to send the others again. The caller
 * must end it with `drop`, and calls `keep` before the transaction that stores their rows.
 */
export class MessageFiles {
  readonly unkeptFiles: UnkeptFile[] = [];
  #receivedFiles: ReceivedFile[] = [];
  readonly #openedFiles: string[] = [];

  async receive({ name: sentName, isInline, bytes }: SentFile): Promise<void> {
    const name = cleanName(sentName);
    const result = await this.#write(name, isInline, bytes);
    if ('file' in result) this.#receivedFiles.push(result);
    else this.refuse(result);
  }

  /** Names a file that is not kept. Of very many only the first are named. */
  refuse(file: UnkeptFile): void {
    if (this.unkeptFiles.length < MAILBOX.unkeptNamed)
      this.unkeptFiles.push({ ...file, name: cleanName(file.name) });
  }

  async #write(
    name: string,
    isInline: boolean,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<ReceivedFile | UnkeptFile> {
    const { files: maxFiles, fileMb } = getFileLimits(true);
    if (this.#receivedFiles.length >= maxFiles) return { kind: 'tooMany', name, count: maxFiles };
    const receivedBytes = sumBytes(this.#receivedFiles);
    if (!areAttachmentsEnabled() || !(await canStoreFiles(database(), receivedBytes)))
      return { kind: 'no-room', name };
    const roomBytes = ATTACHMENTS.togetherMb * MB - receivedBytes;
    const maxBytes = Math.min(fileMb * MB, roomBytes);
    try {
      const { file, handle } = await openPart();
      this.#openedFiles.push(file);
      const writing = writeFile(handle, bytes, { maxBytes, typeOf: attachmentType });
      const contents = await writing.finally(() => handle.close());
      if (contents === 'tooLarge')
        return roomBytes < fileMb * MB
          ? { kind: 'together', name, mb: ATTACHMENTS.togetherMb }
          : { kind: 'tooLarge', name, mb: fileMb };
      if (typeof contents === 'string') return { kind: contents, name };
      const isSmall = contents.size < MAILBOX.smallPictureKb * KB;
      return isInline && isSmall ? { kind: 'small', name } : { name, file, ...contents };
    } catch (error) {
      if (isOutOfSpace(error)) return { kind: 'no-room', name };
      throw isDiskError(error) ? new StoreError(error.code, error.message) : error;
    }
  }

  /** Scans the files and syncs them to the disk. Throws StoreError. */
  async keep(): Promise<void> {
    if (isScanning() && this.#receivedFiles.length > 0) await this.#scan();
    await publishParts(this.#receivedFiles.map(({ file }) => file));
  }

  async #scan(): Promise<void> {
    const paths = this.#receivedFiles.map(({ file }) => getPartPath(file));
    const verdicts = await scanReceivedFiles(paths);
    const scanned_at = new Date().toISOString();
    this.#receivedFiles = this.#receivedFiles.flatMap((file, index) => {
      if (verdicts[index] === 'clean') return [{ ...file, scanned_at }];
      if (verdicts[index] !== 'infected') return [file];
      this.refuse({ kind: 'notAccepted', name: file.name });
      countEvent(SERVER, 'attachment.infected');
      return [];
    });
  }

  /** Returns the files to store; none if other uploads have taken the space in the meantime. */
  async list(tx: Db): Promise<{ files: ReceivedFile[]; unkeptFiles: UnkeptFile[] }> {
    const files = this.#receivedFiles;
    if (await isWithinStorageLimit(tx, sumBytes(files)))
      return { files, unkeptFiles: this.unkeptFiles };
    const crowdedOut = files.map(({ name }) => ({ kind: 'no-room', name }) as const);
    return { files: [], unkeptFiles: [...this.unkeptFiles, ...crowdedOut] };
  }

  /** Deletes the files that no row names. */
  async drop(): Promise<void> {
    for (const file of this.#openedFiles) {
      // If the database cannot be read, keep the file: the next sweep deletes those without a row.
      const isReferenced = await isFileReferenced(database(), file).catch(() => true);
      await (isReferenced ? forgetParts([file]) : dropFiles([file]));
    }
  }
}
