import {
  areAttachmentsEnabled,
  canStoreFiles,
  getFileLimits,
  isOutOfSpaceError,
  readMailRoomBytes,
  SpooledFiles,
} from '#app/domain/attachments/attachment-folder.server.ts';
import { countEvent, SERVER } from '#app/domain/audit.server.ts';
import { KB, MAILBOX, MB } from '#app/domain/limits.ts';
import type { ReceivedFile } from '#db/attachments.ts';
import { getDatabase, type Db } from '#db/database.server.ts';
import type { UnkeptFile } from '#db/schema.ts';
import { StoreError } from '#db/store-error.ts';
import {
  cleanFileName,
  isDiskError,
  receiveAttachment,
  sumFileSizes,
  type ReceivedAttachment,
} from './attachment-intake.server.ts';
import { scanReceivedFiles } from './scanning.server.ts';

// No person opens these: invitations, signatures, and Outlook's own format. Of a forwarded message, only the files are kept.
const UNKEPT_TYPES =
  /^(text\/calendar|message\/rfc822|application\/((x-)?pkcs7-signature|ms-tnef|vnd\.ms-tnef))$/;

// Drawings have types `image/…` too, but even a small drawing may be the piece that the customer orders.
const DRAWING_TYPES = new Set(['application/pdf', 'image/vnd.dwg', 'image/vnd.dxf']);

export interface MessageFile {
  name: string;
  type: string;
  isInline: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * The files of one message from the mailbox, with the limits of a verified sender (AN-4). Unlike a form, a
 * message is stored without its refused files, because its sender cannot correct it; `unkeptFiles` has the names and
 * reasons of the first MAILBOX.unkeptNamed. Order of calls: `receive` for each file, `scanAndLinkFinalNames`, and
 * `listStorable` in the transaction that stores the rows.
 */
export class MessageFiles extends SpooledFiles {
  readonly unkeptFiles: UnkeptFile[] = [];
  #receivedFiles: ReceivedFile[] = [];

  /** Writes a file to the disk, or adds a refused one to `unkeptFiles`. Throws StoreError. */
  async receive({ name: sentName, type, isInline, bytes }: MessageFile): Promise<void> {
    const name = cleanFileName(sentName);
    if (UNKEPT_TYPES.test(type)) return this.#addUnkept({ kind: 'notAccepted', name });

    const result = await this.#write(name, isInline, bytes);
    if (result.kind === 'received') this.#receivedFiles.push(result.file);
    else this.#addUnkept(result);
  }

  #addUnkept(file: UnkeptFile): void {
    if (this.unkeptFiles.length < MAILBOX.unkeptNamed) this.unkeptFiles.push(file);
  }

  async #write(
    name: string,
    isInline: boolean,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<ReceivedAttachment | UnkeptFile> {
    const limits = getFileLimits({ isVerified: true });
    const { maxFiles, togetherMb } = limits;
    if (this.#receivedFiles.length >= maxFiles) return { kind: 'tooMany', name, count: maxFiles };

    const receivedBytes = sumFileSizes(this.#receivedFiles);
    const hasRoom = areAttachmentsEnabled() && (await canStoreFiles(getDatabase(), receivedBytes));
    if (!hasRoom) return { kind: 'no-room', name };

    try {
      const roomBytes = togetherMb * MB - receivedBytes;
      const result = await receiveAttachment({ name, bytes }, limits, roomBytes, this);
      if (result.kind === 'totalTooLarge') return { kind: 'together', name, mb: result.mb };

      const isIcon = result.kind === 'received' && isInline && isSmallPicture(result.file);
      return isIcon ? { kind: 'small', name } : result;
    } catch (error) {
      if (isOutOfSpaceError(error)) return { kind: 'no-room', name };
      throw isDiskError(error) ? new StoreError(error.code, error.message) : error;
    }
  }

  /** Drops infected files, and gives the others their final names. Throws StoreError. */
  async scanAndLinkFinalNames(): Promise<void> {
    const { acceptedFiles, infectedFiles } = await scanReceivedFiles(this.#receivedFiles);
    for (const { name } of infectedFiles) {
      this.#addUnkept({ kind: 'notAccepted', name });
      countEvent(SERVER, 'attachment.infected');
    }
    this.#receivedFiles = acceptedFiles;
    await this.linkFinalNames(acceptedFiles.map(({ file }) => file));
  }

  /** Returns the received files for which an enquiry has room on a day (UTC, AT-8), and all others as unkept. */
  async listStorable(
    tx: Db,
    enquiryId: number,
    day: string,
  ): Promise<{ files: ReceivedFile[]; unkeptFiles: UnkeptFile[] }> {
    let roomBytes = await readMailRoomBytes(tx, enquiryId, day);
    const files: ReceivedFile[] = [];
    const unkeptFiles = [...this.unkeptFiles];

    for (const file of this.#receivedFiles) {
      if (file.size <= roomBytes) {
        files.push(file);
        roomBytes -= file.size;
      } else {
        unkeptFiles.push({ kind: 'no-room', name: file.name });
      }
    }
    return { files, unkeptFiles };
  }
}

/** Returns whether an inline file is a logo or an icon of a signature. */
const isSmallPicture = ({ type, size }: Pick<ReceivedFile, 'type' | 'size'>) =>
  !DRAWING_TYPES.has(type) && size < MAILBOX.smallPictureKb * KB;
