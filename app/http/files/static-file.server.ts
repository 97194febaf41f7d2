import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { ENCODINGS, type Encoding } from '#app/http/response/accepted-encoding.server.ts';
import { type CachedResponse, cacheResponse } from '#app/http/response/cached-response.server.ts';

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
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A file of the build as it was at start. */
export interface StaticFile {
  path: string;
  size: number;
  etag: string;
  headers: Record<string, string>;
  /** The whole answer, for text and small files; others are read from disk when asked for. */
  kept: CachedResponse | undefined;
}

/** Reads a file and the compressed forms that the build laid beside it; `name` is its URL path. */
export async function loadStaticFile(path: string, name: string): Promise<StaticFile> {
  const { size, mtimeMs } = await stat(path);
  const headers = {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'cache-control': `public, max-age=${name.startsWith('/assets/') ? '31536000, immutable' : '86400'}`,
    'accept-ranges': 'bytes',
  };
  const compressed = await readCompressed(path);
  const isText = Object.keys(compressed).length > 0;
  if (isText || size <= IN_MEMORY_BYTES) {
    const kept = cacheResponse(name, 200, headers, await readFile(path), compressed);
    return { path, size, etag: kept.plain.etag, headers, kept };
  }
  const digest = createHash('sha256').update(`${name}-${size}-${mtimeMs}`).digest('base64url');
  return { path, size, etag: `"${digest.slice(0, 22)}"`, headers, kept: undefined };
}

async function readCompressed(path: string): Promise<Partial<Record<Encoding, Buffer>>> {
  const forms: Partial<Record<Encoding, Buffer>> = {};
  for (const encoding of ENCODINGS) {
    const bytes = await readFile(path + ENDINGS[encoding]).catch(() => null);
    if (bytes) forms[encoding] = bytes;
  }
  return forms;
}
