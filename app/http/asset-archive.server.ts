import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { COMPRESSED, sendFile } from '#app/http/static-files.server.ts';

const DAY_MS = 24 * 3_600_000;
export const ARCHIVE_DAYS = 30;
const FOLDERS = ['assets', 'pictures', 'drawings'];

// One file of one of these folders: no path leads out of them, or to a compressed variant itself.
const ARCHIVED = /^\/(assets|pictures|drawings)\/([\w-]+(?:\.[\w-]+)+)$/;

/**
 * Files of this build and earlier ones (ledger HC-2); processes of different builds may share it. The name
 * of a file changes with its contents, so a file that exists is the right one.
 */
export class AssetArchive {
  readonly #buildFolder: string;
  readonly #archiveFolder: string;

  constructor(buildFolder: string, archiveFolder: string) {
    this.#buildFolder = buildFolder;
    this.#archiveFolder = archiveFolder;
  }

  /** Archives the files of this build, and deletes those that no process has confirmed for ARCHIVE_DAYS. */
  archive(nowMs = Date.now()): void {
    for (const folder of FOLDERS) {
      const buildFolder = join(this.#buildFolder, folder);
      const archiveFolder = this.#getFolder(folder);
      for (const name of listFiles(buildFolder)) {
        const file = join(archiveFolder, name);
        copyIfMissing(join(buildFolder, name), file);
        utimesSync(file, nowMs / 1000, nowMs / 1000);
      }
      for (const name of listFiles(archiveFolder)) {
        const file = join(archiveFolder, name);
        const { mtimeMs = nowMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
        if (mtimeMs < nowMs - ARCHIVE_DAYS * DAY_MS) rmSync(file, { force: true });
      }
    }
  }

  async serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [, folder = '', name = ''] = ARCHIVED.exec(path) ?? [];
    if (name === '' || COMPRESSED.test(name)) return false;
    return sendFile(join(this.#getFolder(folder), name), { path, request, response });
  }

  #getFolder(folder: string): string {
    return folder === 'assets' ? this.#archiveFolder : join(this.#archiveFolder, folder);
  }
}

function copyIfMissing(source: string, target: string): void {
  if (statSync(target, { throwIfNoEntry: false })?.size === statSync(source).size) return;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  // A file gets its name only when it is complete, even if two processes copy it or one stops.
  const partialFile = `${target}.${randomBytes(4).toString('hex')}~`;
  copyFileSync(source, partialFile);
  renameSync(partialFile, target);
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
