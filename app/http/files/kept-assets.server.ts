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
import { sendStaticFile } from './send-static-file.server.ts';
import { loadStaticFile } from './static-file.server.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a page of an earlier build finds what it is made of. */
export const KEPT_DAYS = 30;
/** Their names change with what is in them: a file that is there is the right one. */
const HASHED = 'assets';
/** What pages show; a build may leave one out that the one before had. */
const PICTURES = ['pictures', 'drawings', 'clients'];
const COPIED_A_TURN = 20;

/** One file of one of these folders: no way leads out of them, and to no compressed form itself. */
const KEPT = /^\/(assets|pictures|drawings|clients)\/([\w-]+(?:\.[\w-]+)+)$/;
const COMPRESSED = /\.(br|gz)$/;

/**
 * The assets of this build and of those before it, in a folder that outlives them (ledger HC-2).
 * Several processes may share it, of different builds too.
 */
export class KeptAssets {
  readonly #built: string;
  readonly #folder: string;

  /** `built` is what the build made for browsers. */
  constructor(built: string, folder: string) {
    this.#built = built;
    this.#folder = folder;
  }

  /** Keeps what pages cannot do without: done before the first page names it. */
  keepScripts(now = Date.now()): void {
    for (const name of filesOf(join(this.#built, HASHED))) this.#keep(HASHED, name, now);
  }

  /** Keeps the rest, a little at a time, and then forgets what nobody has kept for KEPT_DAYS. */
  async keepAll(now = Date.now()): Promise<void> {
    this.keepScripts(now);
    for (const folder of PICTURES) {
      for (const [i, name] of filesOf(join(this.#built, folder)).entries()) {
        if (i % COPIED_A_TURN === 0) await nextTurn();
        this.#keep(folder, name, now);
      }
    }
    for (const folder of [HASHED, ...PICTURES]) this.#forget(folder, now - KEPT_DAYS * DAY_MS);
  }

  /** Answers with a file that this build lacks and says true, or leaves the response alone. */
  async serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [, folder = '', name = ''] = KEPT.exec(path) ?? [];
    if (name === '' || COMPRESSED.test(name)) return false;
    const file = await loadStaticFile(this.#place(folder, name), path).catch(() => null);
    if (file) sendStaticFile(file, request, response);
    return file !== null;
  }

  /** A file whose day is today is one that is in use. */
  #keep(folder: string, name: string, now: number): void {
    const [from, to] = [join(this.#built, folder, name), this.#place(folder, name)];
    if (!existsSync(to) || statSync(to).size !== statSync(from).size) {
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      // Never half a file under its name, whoever else copies it or whenever this ends.
      const half = `${to}.${randomBytes(4).toString('hex')}~`;
      duplicate(from, half);
      renameSync(half, to);
    }
    utimesSync(to, now / 1000, now / 1000);
  }

  #forget(folder: string, before: number): void {
    for (const name of filesOf(this.#place(folder, ''))) {
      const path = this.#place(folder, name);
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: before };
      if (mtimeMs < before) rmSync(path, { force: true });
    }
  }

  #place(folder: string, name: string): string {
    return folder === HASHED ? join(this.#folder, name) : join(this.#folder, folder, name);
  }
}

/** A second name where both folders are on one disk: at once, and without the space. */
function duplicate(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
