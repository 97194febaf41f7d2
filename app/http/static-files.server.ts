import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const IN_MEMORY_BYTES = 256 * 1024;
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
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;

interface StaticFile {
  path: string;
  size: number;
  etag: string;
  type: string;
  immutable: boolean;
  memory: Buffer | undefined;
  /** Variants made at build time, best first. */
  variants: { encoding: keyof typeof COMPRESSED; bytes: Buffer }[];
}

export interface StaticFiles {
  /** Answers with a file and says true, or leaves the response alone and says false. */
  serve(url: URL, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/**
 * Reads a folder once and serves exactly the files found then: no directory redirects or listings,
 * no dotfiles, no lookup on disk by a visitor's path (ledger R-8; security model 1.1, step 7).
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll('\\', '/');
    if (!entry.isFile() || /\/\.|\.(br|gz)$/.test(name)) continue;
    files.set(name, await loadFile(path, name));
  }
  return {
    async serve(url, request, response) {
      const file = files.get(decodeURIComponent(url.pathname));
      if (!file) return false;
      send(file, request, response);
      return true;
    },
  };
}

async function loadFile(path: string, name: string): Promise<StaticFile> {
  const { size, mtimeMs } = await stat(path);
  const memory = size <= IN_MEMORY_BYTES ? await readFile(path) : undefined;
  const digest = createHash('sha256').update(memory ?? `${size}-${mtimeMs}`);
  const variants: StaticFile['variants'] = [];
  for (const [encoding, ending] of Object.entries(COMPRESSED)) {
    const bytes = await readFile(path + ending).catch(() => null);
    if (bytes) variants.push({ encoding: encoding as keyof typeof COMPRESSED, bytes });
  }
  return {
    path,
    size,
    memory,
    variants,
    etag: digest.digest('base64url').slice(0, 22),
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    immutable: name.startsWith('/assets/'),
  };
}

function send(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const ranged = request.headers.range !== undefined;
  const variant = ranged ? undefined : file.variants.find((v) => accepted.includes(v.encoding));
  const etag = `"${file.etag}${variant ? `-${variant.encoding}` : ''}"`;
  const headers: OutgoingHttpHeaders = {
    'content-type': file.type,
    'cache-control': `public, max-age=${file.immutable ? '31536000, immutable' : '86400'}`,
    etag,
    'accept-ranges': 'bytes',
    ...(file.variants.length ? { vary: 'Accept-Encoding' } : {}),
    ...(variant ? { 'content-encoding': variant.encoding } : {}),
  };
  if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const size = variant?.bytes.length ?? file.size;
  const range =
    ranged && ifRangeHolds(request, etag) ? readRange(request.headers.range!, size) : null;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end();
    return;
  }
  const [start, end] = range ?? [0, size - 1];
  headers['content-length'] = end - start + 1;
  if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`;
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === 'HEAD') response.end();
  else if (variant ?? file.memory) {
    response.end((variant?.bytes ?? file.memory)!.subarray(start, end + 1));
  } else createReadStream(file.path, { start, end }).pipe(response);
}

function ifRangeHolds(request: IncomingMessage, etag: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag;
}

/** First and last byte of a single range; null (send all) for what is not one. */
function readRange(header: string, size: number): [number, number] | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  if (!match || (!match[1] && !match[2])) return null;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start >= size || start > end ? 'unsatisfiable' : [start, end];
}
