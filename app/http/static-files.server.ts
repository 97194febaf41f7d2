import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import send, { type SendOptions } from 'send';
import { config } from '#app/config.server.ts';
import { getEntryFiles } from '#app/content/catalogue/documents.server.ts';
import { getPreviewPictures } from '#app/content/pages.server.ts';
import { getStoredPictureName } from '#app/content/site-content.server.ts';
import { ensurePreviewPicture } from '#app/domain/site/preview-pictures.server.ts';
import { NO_STORE } from '#app/http/headers.server.ts';
import { createEtag, ENCODINGS, matchesEtag, selectEncoding } from '#app/http/responses.server.ts';
import type { Exchange } from '#app/http/router.server.ts';

export type FileExchange = Pick<Exchange, 'path' | 'request' | 'response'>;

export interface StaticFiles {
  /** Resolves to false if this path has no file. */
  serve(exchange: FileExchange): Promise<boolean>;
}

/**
 * Lists the files of a folder and serves exactly these: no redirects, listings or dotfiles, and no
 * visitor's path is looked up on disk (R-8; security model 1.1).
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Set<string>();
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).replaceAll('\\', '/');
    const isHidden = path.includes('/.');
    if (entry.isFile() && !isHidden && !COMPRESSED_FILE.test(path)) paths.add(path);
  }

  return {
    async serve(exchange) {
      const filePath = decodeURIComponent(exchange.path);
      if (!paths.has(filePath)) return false;
      return sendFileIfExists(join(folder, filePath), exchange);
    },
  };
}

const MEDIA = /^\/media-files\/([0-9a-f]{16}|[0-9a-f]{64})(-\w+\.(?:avif|jpg|png)|\.svg|\.pdf)$/;

/**
 * Serves a stored file under the hash of its contents (PB-5). PDFs are public only at the path of an entry;
 * here only a signed-in admin gets them. Resolves to false if nothing was sent.
 */
export async function serveMediaFile(
  exchange: FileExchange,
  isSignedIn: () => Promise<boolean>,
): Promise<boolean> {
  const [, name, suffix] = MEDIA.exec(exchange.path) ?? [];
  if (name === undefined || suffix === undefined) return false;
  const isPdf = suffix === '.pdf';
  if (isPdf && !(await isSignedIn())) return false;
  const fileName = getStoredPictureName(name) + suffix;
  return sendMediaFile(fileName, exchange, isPdf ? { 'cache-control': NO_STORE } : {});
}

/**
 * Serves the picture of a page for link previews, and cuts it if it is missing (SE-2). Resolves to false if
 * no page has this picture, or it could not be cut.
 */
export async function servePreviewPicture(exchange: FileExchange): Promise<boolean> {
  const picture = getPreviewPictures().get(decodeURIComponent(exchange.path));
  const file = picture ? await ensurePreviewPicture(picture) : null;
  return file !== null && sendFileIfExists(file, exchange);
}

// A page shows many word-marks, so a browser may show its copies while it asks whether they have changed.
const ENTRY_FILE_CACHING = {
  pdf: 'public, max-age=0, must-revalidate',
  svg: 'public, max-age=60, stale-while-revalidate=86400',
};

/**
 * Serves the PDF or word-mark of a published entry, and redirects its former paths (PB-7). Resolves to false
 * if no published entry has this path, or its file is missing.
 */
export async function serveEntryFile(exchange: FileExchange): Promise<boolean> {
  const file = getEntryFiles().get(decodeURIComponent(exchange.path));
  if (!file) return false;
  if ('to' in file) {
    exchange.response.writeHead(301, { location: encodeURI(file.to), 'content-length': 0 }).end();
    return true;
  }
  // An entry keeps its path when the file is replaced.
  const headers = { 'cache-control': ENTRY_FILE_CACHING[file.extension] };
  return sendMediaFile(`${file.name}.${file.extension}`, exchange, headers);
}

// A word-mark needs no script, style or frame if a browser opens it as a page.
const WORD_MARK_POLICY = { 'content-security-policy': "default-src 'none'; sandbox" };

function sendMediaFile(
  fileName: string,
  exchange: FileExchange,
  headers: Record<string, string>,
): Promise<boolean> {
  const file = join(config().dataDir, 'media', fileName);
  const policy = fileName.endsWith('.svg') ? WORD_MARK_POLICY : {};
  return sendFileIfExists(file, exchange, { ...headers, ...policy });
}

export const COMPRESSED_FILE = /\.(br|gz)$/;
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;
const ETAGS_LIMIT = 5000;

const etags = new LRUCache<string, string>({
  max: ETAGS_LIMIT,
  fetchMethod: async (file) => createEtag(await readFile(file)),
});

interface FileVariant {
  file: string;
  headers: Record<string, string> & { etag: string };
}

/** Chooses the file or its compressed variant for the client. Returns null if the file does not exist. */
async function findVariant(file: string, request: IncomingMessage): Promise<FileVariant | null> {
  const available = ENCODINGS.filter((encoding) => existsSync(file + EXTENSIONS[encoding]));
  // The positions of a range refer to the uncompressed bytes.
  const isRange = request.headers.range !== undefined;
  const encoding = isRange ? undefined : selectEncoding(request, available);
  const variantFile = encoding ? file + EXTENSIONS[encoding] : file;
  const etag = existsSync(variantFile) ? await etags.fetch(variantFile).catch(() => null) : null;
  if (!etag) return null;

  const headers: FileVariant['headers'] = { etag };
  if (available.length > 0) headers['vary'] = 'Accept-Encoding';
  if (encoding) headers['content-encoding'] = encoding;
  return { file: variantFile, headers };
}

// Feed readers and link previews show the public pictures on their own sites (SE-2, SE-5).
const EMBEDDABLE_PATH = /^\/(pictures|og|media-files)\/.*\.(avif|jpg|png)$/;
// The name of a file in these folders changes with its contents.
const IMMUTABLE_PATH = /^\/(assets|media-files)\//;

function getFileHeaders(path: string): Record<string, string> {
  const maxAge = IMMUTABLE_PATH.test(path) ? '31536000, immutable' : '86400';
  const headers: Record<string, string> = {
    'content-type': contentType(extname(path)) || 'application/octet-stream',
    'cache-control': `public, max-age=${maxAge}`,
  };
  if (EMBEDDABLE_PATH.test(path)) headers['cross-origin-resource-policy'] = 'cross-origin';
  return headers;
}

/**
 * Sends the file, its compressed variant, a range of it, or 304, 412 or 416. `headers` replace those that depend on the
 * path. Resolves to false if the file does not exist, otherwise once the sending has begun.
 */
export async function sendFileIfExists(
  file: string,
  { path, request, response }: FileExchange,
  headers: Record<string, string> = {},
): Promise<boolean> {
  const variant = await findVariant(file, request);
  if (!variant) return false;

  const variantHeaders = { ...getFileHeaders(path), ...headers, ...variant.headers };
  if (matchesEtag(request, variant.headers.etag)) {
    response.writeHead(304, variantHeaders).end();
    return true;
  }

  response.setHeaders(new Map(Object.entries(variantHeaders)));
  // The path of the data folder may contain a folder with a dot.
  const options: SendOptions = { dotfiles: 'allow', cacheControl: false, lastModified: false };
  send(request, encodeURI(variant.file), options)
    .on('error', (error: SendError) => endWithError(response, error))
    .pipe(response);
  return true;
}

type SendError = Error & { status: number; headers?: Record<string, string> };

function endWithError(response: ServerResponse, { status, headers }: SendError): void {
  // The file was deleted or cannot be read.
  if (status !== 412 && status !== 416) return void response.destroy();
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(status, { ...headers, 'content-length': 0 }).end();
}
