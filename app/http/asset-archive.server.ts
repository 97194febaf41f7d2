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
import { dirname, join } from 'node:path';
import {
  COMPRESSED_FILE,
  sendFileIfExists,
  type FileExchange,
} from '#app/http/static-files.server.ts';

const DAY_MS = 24 * 3_600_000;
export const ARCHIVE_DAYS = 30;
const FOLDERS = ['assets', 'pictures', 'drawings'];

// A file directly in one of FOLDERS. Without '..' and further slashes, no path leads out of them.
const ARCHIVED_PATH = /^\/(assets|pictures|drawings)\/([\w-]+(?:\.[\w-]+)+)$/;

/**
 * Serves the files of this build and of earlier ones, for pages that were loaded before an upgrade (HC-2).
 * Processes of different builds may share the archive folder. The name of a file changes with its
 * contents, so a file that exists is the right one.
 */
export class AssetArchive {
  readonly #buildFolder: string;
  readonly #archiveFolder: string;

  constructor(buildFolder: string, archiveFolder: string) {
    this.#buildFolder = buildFolder;
    this.#archiveFolder = archiveFolder;
  }

  /** Copies or touches this build's files, and deletes files that no start has touched for ARCHIVE_DAYS. */
  archiveAndPrune(nowMs = Date.now()): void {
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

  /** Resolves to false if the archive has no file at this path. */
  async serve(exchange: FileExchange): Promise<boolean> {
    const [, folder = '', name = ''] = ARCHIVED_PATH.exec(exchange.path) ?? [];
    if (name === '' || COMPRESSED_FILE.test(name)) return false;
    return sendFileIfExists(join(this.#getFolder(folder), name), exchange);
  }

  #getFolder(folder: string): string {
    return folder === 'assets' ? this.#archiveFolder : join(this.#archiveFolder, folder);
  }
}

/** Compares the sizes only. */
function copyIfMissing(source: string, target: string): void {
  if (statSync(target, { throwIfNoEntry: false })?.size === statSync(source).size) return;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  // Copy under another name, so that a file is complete even if two processes copy it or one is killed.
  const partialFile = `${target}.${randomBytes(4).toString('hex')}~`;
  copyFileSync(source, partialFile);
  renameSync(partialFile, target);
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
