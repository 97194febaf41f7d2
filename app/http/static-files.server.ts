import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import send, { type SendOptions } from 'send';
import { config } from '#app/config.server.ts';
import { getEntryFiles } from '#app/content/catalogue/documents.server.ts';
import { findPreviewCard } from '#app/content/pages.server.ts';
import { getStoredName } from '#app/content/site-content.server.ts';
import { makePreviewCard } from '#app/domain/site/preview-cards.server.ts';
import { NO_STORE } from '#app/http/headers.server.ts';
import { createEtag, ENCODINGS, matchesEtag, selectEncoding } from '#app/http/responses.server.ts';

export interface StaticFiles {
  serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/**
 * Lists the files of a folder and serves exactly these: no redirects, listings or dotfiles, and no
 * visitor's path is looked up on disk (ledger R-8; security model 1.1).
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
      .filter((path) => !/\/\./.test(path) && !COMPRESSED.test(path)),
  );
  return {
    async serve(path, request, response) {
      const filePath = decodeURIComponent(path);
      if (!paths.has(filePath)) return false;
      return sendFile(join(folder, filePath), { path, request, response });
    },
  };
}

const MEDIA = /^\/media-files\/([0-9a-f]{16}|[0-9a-f]{64})(-\w+\.(?:avif|jpg|png)|\.svg|\.pdf)$/;

/**
 * Serves a file of the panel under the hash of its contents (PB-5). PDFs are public only at the address
 * of an entry; here only a signed-in admin gets them.
 */
export async function serveMedia(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  isSignedIn: () => Promise<boolean>,
): Promise<boolean> {
  const [, name, extension] = MEDIA.exec(path) ?? [];
  if (name === undefined || extension === undefined) return false;
  const isPublic = extension !== '.pdf';
  if (!isPublic && !(await isSignedIn())) return false;
  const caching: Record<string, string> = isPublic ? {} : { 'cache-control': NO_STORE };
  const headers = { ...caching, ...getMarkPolicy(extension) };
  return sendFile(getMediaPath(getStoredName(name), extension), {
    path,
    request,
    response,
    headers,
  });
}

/** A word-mark needs no script, style or frame if a browser opens it as a page. */
const getMarkPolicy = (extension: string) =>
  extension === '.svg' && { 'content-security-policy': "default-src 'none'; sandbox" };

/** Serves the sharing preview of a published page, in its language (SE-2). */
export async function servePreviewCard(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const card = findPreviewCard(decodeURIComponent(path));
  const file = card ? await makePreviewCard(card) : null;
  return file !== null && sendFile(file, { path, request, response });
}

// A page shows many word-marks: a browser shows its own at once, and asks whether they have changed.
const ENTRY_FILE_CACHING = {
  pdf: 'public, max-age=0, must-revalidate',
  svg: 'public, max-age=60, stale-while-revalidate=86400',
};

/** Serves the file of a published entry (PB-7): it changes with the entry, and is gone with it. */
export async function serveEntryFile(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const file = getEntryFiles().get(decodeURIComponent(path));
  if (!file) return false;
  if ('to' in file) {
    response.writeHead(301, { location: encodeURI(file.to), 'content-length': 0 }).end();
    return true;
  }
  const extension = `.${file.form}`;
  // An entry keeps its path when the file is replaced.
  const headers = { 'cache-control': ENTRY_FILE_CACHING[file.form], ...getMarkPolicy(extension) };
  return sendFile(getMediaPath(file.name, extension), { path, request, response, headers });
}

const getMediaPath = (name: string, extension: string) =>
  join(config().dataDir, 'media', name + extension);

export const COMPRESSED = /\.(br|gz)$/;
const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;
const ETAGS_LIMIT = 5000;

const etags = new LRUCache<string, string>({
  max: ETAGS_LIMIT,
  fetchMethod: async (file) => createEtag(await readFile(file)),
});

interface FileExchange {
  path: string;
  request: IncomingMessage;
  response: ServerResponse;
  headers?: Record<string, string>;
}

/** Sends a file, a compressed variant or a range. Resolves to false if the file does not exist. */
export async function sendFile(file: string, exchange: FileExchange): Promise<boolean> {
  const { path, request, response } = exchange;
  const available = ENCODINGS.filter((encoding) => existsSync(file + EXTENSIONS[encoding]));
  // A range counts the plain bytes.
  const isRange = request.headers.range !== undefined;
  const encoding = isRange ? undefined : selectEncoding(request, available);
  const variant = encoding ? file + EXTENSIONS[encoding] : file;
  const etag = existsSync(variant) ? await etags.fetch(variant).catch(() => null) : null;
  if (!etag) return false;
  const headers = {
    'content-type': contentType(extname(path)) || 'application/octet-stream',
    'cache-control': `public, max-age=${isImmutable(path) ? '31536000, immutable' : '86400'}`,
    ...(available.length > 0 && { vary: 'Accept-Encoding' }),
    ...(encoding && { 'content-encoding': encoding }),
    ...(SHOWN_ELSEWHERE.test(path) && { 'cross-origin-resource-policy': 'cross-origin' }),
    ...exchange.headers,
    etag,
  };
  if (matchesEtag(request, etag)) {
    response.writeHead(304, headers).end();
    return true;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // The path of the data folder may contain a folder with a dot.
  const options: SendOptions = { dotfiles: 'allow', cacheControl: false, lastModified: false };
  send(request, encodeURI(variant), options)
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

const isImmutable = (path: string) => /^\/(assets|media-files)\//.test(path);

// Feed readers and link previews show the public pictures on their own sites (SE-2, SE-5).
const SHOWN_ELSEWHERE = /^\/(pictures|og|media-files)\/.*\.(avif|jpg|png)$/;
