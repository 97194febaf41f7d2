import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, extname, join } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CachedResponse,
  type Encoding,
  cacheResponse,
  ENCODINGS,
  isKnown,
  sendCached,
} from '#app/http/responses.server.ts';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { entryFiles } from '#app/content/catalogue/documents.server.ts';
import { isUpload } from '#app/content/kinds.server.ts';
import { sampleFile } from '#app/content/sample.server.ts';
import { NO_STORE } from '#app/http/headers.server.ts';
import { config } from '#app/config.server.ts';

export interface StaticFiles {
  serve(url: URL, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/**
 * Exactly the files found now, each read when it is first asked for: no redirects, listings or dotfiles,
 * and no visitor's path is looked up on disk (ledger R-8; security model 1.1).
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, () => Promise<StaticFile | undefined>>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll('\\', '/');
    if (!entry.isFile() || /\/\.|\.(br|gz)$/.test(name)) continue;
    let read: Promise<StaticFile | undefined> | undefined;
    files.set(name, () => (read ??= loadStaticFile(path, name).catch(() => (read = undefined))));
  }
  return {
    async serve(url, request, response) {
      const file = await files.get(decodeURIComponent(url.pathname))?.();
      if (file) sendStaticFile(file, request, response);
      return file !== undefined;
    },
  };
}

const DAY_MS = 24 * 3_600_000;
export const KEPT_DAYS = 30;
// Their names change with what is in them: a file that is there is the right one.
const HASHED = 'assets';
const PICTURES = ['pictures', 'drawings'];
const COPIED_A_TURN = 20;

// One file of one of these folders: no way leads out of them, and to no compressed form itself.
const KEPT = /^\/(assets|pictures|drawings)\/([\w-]+(?:\.[\w-]+)+)$/;
const COMPRESSED = /\.(br|gz)$/;

/** Of this build and those before it (ledger HC-2); processes of different builds may share it. */
export class KeptAssets {
  readonly #built: string;
  readonly #folder: string;

  constructor(built: string, folder: string) {
    this.#built = built;
    this.#folder = folder;
  }

  /** Keeps what pages cannot do without: done before the first page names it. */
  keepScripts(now = Date.now()): void {
    for (const name of filesOf(join(this.#built, HASHED))) this.#keep(HASHED, name, now);
  }

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
  async serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [, folder = '', name = ''] = KEPT.exec(path) ?? [];
    if (name === '' || COMPRESSED.test(name)) return false;
    const file = await loadStaticFile(this.#place(folder, name), path).catch(() => null);
    if (file) sendStaticFile(file, request, response);
    return file !== null;
  }

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

const MEDIA = /^\/media-files\/([\w-]{1,80})(-\w+\.(?:avif|jpg|png)|\.svg|\.pdf)$/;

/**
 * What came through the desk, under the hash of its contents (PB-5). A PDF, and what is of the sample, is
 * the public's only at the address of an entry: here it is for who is signed in.
 */
export async function serveMedia(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  isSignedIn: () => Promise<boolean>,
): Promise<boolean> {
  const [, name, form] = MEDIA.exec(path) ?? [];
  if (name === undefined || form === undefined) return false;
  const isPublic = isUpload(name) && form !== '.pdf';
  if (!isPublic && !(await isSignedIn())) return false;
  const own = isPublic ? undefined : { 'cache-control': NO_STORE };
  return sendKept(keptFile(name, form), path, own, request, response);
}

const REVALIDATED = { 'cache-control': 'public, max-age=0, must-revalidate' };

/** What is there because of a published entry (PB-7): another with the next file, and gone with it. */
export async function serveEntryFile(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const file = entryFiles().get(decodeURIComponent(path));
  if (!file) return false;
  if ('to' in file) {
    response.writeHead(301, { location: encodeURI(file.to), 'content-length': 0 }).end();
    return true;
  }
  // Another PDF may come under its name; another drawing has another.
  const own = file.form === 'pdf' ? REVALIDATED : undefined;
  return sendKept(keptFile(file.name, `.${file.form}`), path, own, request, response);
}

// A drawing needs nothing, should a browser open it as a page.
const DRAWING_POLICY = "default-src 'none'; sandbox";

function keptFile(name: string, form: string): string {
  if (isUpload(name)) return join(config().dataDir, 'media', name + form);
  return sampleFile(name, form === '.pdf' ? 'pdf' : 'svg');
}

async function sendKept(
  file: string,
  path: string,
  own: Record<string, string> | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const policy = file.endsWith('.svg') && { 'content-security-policy': DRAWING_POLICY };
  const found = await loadStaticFile(file, path, { ...own, ...policy }).catch(() => null);
  if (found) sendStaticFile(found, request, response);
  return found !== null;
}

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

const IN_MEMORY_BYTES = 128 * 1024;
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

// Feed readers and link previews show the public pictures on their own sites (SE-2, SE-5).
const SHOWN_ELSEWHERE = /^\/(pictures|og|media-files)\/.*\.(avif|jpg|png)$/;

interface StaticFile {
  path: string;
  size: number;
  etag: string;
  headers: Record<string, string>;
  cached: CachedResponse | undefined;
}

async function loadStaticFile(
  path: string,
  name: string,
  own: Record<string, string> = {},
): Promise<StaticFile> {
  const { size, mtimeMs } = await stat(path);
  const headers = {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'cache-control': `public, max-age=${/^\/(assets|media-files)\//.test(name) ? '31536000, immutable' : '86400'}`,
    'accept-ranges': 'bytes',
    ...(SHOWN_ELSEWHERE.test(name) && { 'cross-origin-resource-policy': 'cross-origin' }),
    ...own,
  };
  const compressed = await compressedForms(path);
  const isText = Object.keys(compressed).length > 0;
  if (isText || size <= IN_MEMORY_BYTES) {
    const cached = cacheResponse(name, 200, headers, await readFile(path), compressed);
    return { path, size, etag: cached.plain.etag, headers, cached };
  }
  const digest = createHash('sha256')
    .update(`${name}-${basename(path)}-${size}-${mtimeMs}`)
    .digest('base64url');
  return { path, size, etag: `"${digest.slice(0, 22)}"`, headers, cached: undefined };
}

type CompressedForms = Partial<Record<Encoding, Buffer>>;

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

// Of drawings that no build has compressed; what lies there never changes.
const drawings = new LRUCache<string, Promise<CompressedForms>>({
  max: 200,
  memoMethod: async (path) => {
    const bytes = await readFile(path);
    return { br: await brotli(bytes), gzip: await gzipped(bytes) };
  },
});

async function compressedForms(path: string): Promise<CompressedForms> {
  const forms: CompressedForms = {};
  for (const encoding of ENCODINGS) {
    const bytes = await readFile(path + ENDINGS[encoding]).catch(() => null);
    if (bytes) forms[encoding] = bytes;
  }
  if (extname(path) === '.svg' && !forms.br) return drawings.memo(path);
  return forms;
}

function sendStaticFile(
  file: StaticFile,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const isPart = request.method === 'GET' && request.headers.range !== undefined;
  if (file.cached && !isPart) sendCached(file.cached, request, response);
  else sendPart(file, request, response);
}

function sendPart(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  const { etag, size } = file;
  const headers = { ...file.headers, etag };
  if (isKnown(etag, request.headers['if-none-match'])) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = request.method === 'GET' ? byteRange(request, etag, size) : null;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end();
    return;
  }
  const [first, last] = range ?? [0, size - 1];
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': last - first + 1,
    ...(range ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
  });
  if (request.method === 'HEAD') response.end();
  else if (file.cached) response.end(file.cached.plain.body.subarray(first, last + 1));
  // A visitor who leaves, or a file that is gone, ends the stream and closes the file.
  else pipeline(createReadStream(file.path, { start: first, end: last }), response, () => {});
}
type ByteRange = readonly [first: number, last: number];

/**
 * The part of a file that a request asks for (RFC 9110, 14): null for all of it, which is also the
 * answer to several ranges, to what is no range, and to an If-Range that no longer holds.
 */
export function byteRange(
  request: Pick<IncomingMessage, 'headers'>,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const { range, 'if-range': condition } = request.headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return null;
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === undefined || to === undefined || !(from || to)) return null;
  if (from && to && Number(to) < Number(from)) return null;
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first > last ? 'unsatisfiable' : [first, last];
}
