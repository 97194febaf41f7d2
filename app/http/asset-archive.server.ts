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
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { COMPRESSED, sendFile } from '#app/http/static-files.server.ts';

const DAY_MS = 24 * 3_600_000;
export const ARCHIVE_DAYS = 30;
// The name of a hashed file changes with its contents, so a file that exists is the right one.
const HASHED_FOLDER = 'assets';
const PICTURE_FOLDERS = ['pictures', 'drawings'];
const FILES_PER_TURN = 20;

// One file of one of these folders: no path leads out of them, or to a compressed variant itself.
const ARCHIVED = /^\/(assets|pictures|drawings)\/([\w-]+(?:\.[\w-]+)+)$/;

/** Files of this build and earlier ones (ledger HC-2); processes of different builds may share it. */
export class AssetArchive {
  readonly #buildFolder: string;
  readonly #archiveFolder: string;

  constructor(buildFolder: string, archiveFolder: string) {
    this.#buildFolder = buildFolder;
    this.#archiveFolder = archiveFolder;
  }

  /** Archives what pages cannot do without; called before the first page names it. */
  archiveScripts(nowMs = Date.now()): void {
    for (const name of listFiles(join(this.#buildFolder, HASHED_FOLDER))) {
      this.#archive(HASHED_FOLDER, name, nowMs);
    }
  }

  /** Archives the pictures too, and deletes what no start has confirmed for ARCHIVE_DAYS. */
  async archiveAll(nowMs = Date.now()): Promise<void> {
    this.archiveScripts(nowMs);
    for (const folder of PICTURE_FOLDERS) {
      for (const [i, name] of listFiles(join(this.#buildFolder, folder)).entries()) {
        if (i % FILES_PER_TURN === 0) await nextTurn();
        this.#archive(folder, name, nowMs);
      }
    }
    for (const folder of [HASHED_FOLDER, ...PICTURE_FOLDERS]) {
      this.#deleteBefore(folder, nowMs - ARCHIVE_DAYS * DAY_MS);
    }
  }

  async serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [, folder = '', name = ''] = ARCHIVED.exec(path) ?? [];
    if (name === '' || COMPRESSED.test(name)) return false;
    return sendFile(this.#archivePath(folder, name), { path, request, response });
  }

  #archive(folder: string, name: string, nowMs: number): void {
    const source = join(this.#buildFolder, folder, name);
    const target = this.#archivePath(folder, name);
    if (!existsSync(target) || statSync(target).size !== statSync(source).size) {
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      // A file gets its name when it is whole, even if another process copies it or this one ends.
      const partial = `${target}.${randomBytes(4).toString('hex')}~`;
      linkOrCopy(source, partial);
      renameSync(partial, target);
    }
    utimesSync(target, nowMs / 1000, nowMs / 1000);
  }

  #deleteBefore(folder: string, limitMs: number): void {
    for (const name of listFiles(this.#archivePath(folder, ''))) {
      const path = this.#archivePath(folder, name);
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: limitMs };
      if (mtimeMs < limitMs) rmSync(path, { force: true });
    }
  }

  #archivePath(folder: string, name: string): string {
    if (folder === HASHED_FOLDER) return join(this.#archiveFolder, name);
    return join(this.#archiveFolder, folder, name);
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
