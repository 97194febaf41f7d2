import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { COMPRESSED, sendFile } from '#app/http/static-files.server.ts';

const DAY_MS = 24 * 3_600_000;
export const ARCHIVE_DAYS = 30;
const PICTURE_FOLDERS = ['pictures', 'drawings'];

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

  /** Archives what pages cannot do without; called before the first page names it. */
  archiveScripts(nowMs = Date.now()): void {
    for (const name of listFiles(join(this.#buildFolder, 'assets'))) {
      this.#archive('assets', name, nowMs);
    }
  }

  /** Archives the pictures too, and deletes what no start has confirmed for ARCHIVE_DAYS. */
  async archiveAll(nowMs = Date.now()): Promise<void> {
    this.archiveScripts(nowMs);
    for (const folder of PICTURE_FOLDERS) {
      for (const name of listFiles(join(this.#buildFolder, folder))) {
        await nextTurn();
        this.#archive(folder, name, nowMs);
      }
    }
    for (const folder of ['assets', ...PICTURE_FOLDERS]) {
      for (const name of listFiles(this.#getFolder(folder))) {
        const path = join(this.#getFolder(folder), name);
        const { mtimeMs = nowMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
        if (mtimeMs < nowMs - ARCHIVE_DAYS * DAY_MS) rmSync(path, { force: true });
      }
    }
  }

  async serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [, folder = '', name = ''] = ARCHIVED.exec(path) ?? [];
    if (name === '' || COMPRESSED.test(name)) return false;
    return sendFile(join(this.#getFolder(folder), name), { path, request, response });
  }

  #archive(folder: string, name: string, nowMs: number): void {
    const source = join(this.#buildFolder, folder, name);
    const target = join(this.#getFolder(folder), name);
    if (statSync(target, { throwIfNoEntry: false })?.size !== statSync(source).size) {
      mkdirSync(this.#getFolder(folder), { recursive: true, mode: 0o700 });
      // A file gets its name only when it is complete, even if two processes copy it or one stops.
      const partialFile = `${target}.${randomBytes(4).toString('hex')}~`;
      linkOrCopy(source, partialFile);
      renameSync(partialFile, target);
    }
    utimesSync(target, nowMs / 1000, nowMs / 1000);
  }

  #getFolder(folder: string): string {
    return folder === 'assets' ? this.#archiveFolder : join(this.#archiveFolder, folder);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
