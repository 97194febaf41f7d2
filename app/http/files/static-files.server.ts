import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { byteRange } from './byte-range.server.ts';
import { isKnown, sendCached } from '#app/http/response/cached-response.server.ts';
import { type StaticFile, loadStaticFile } from './static-file.server.ts';

export interface StaticFiles {
  /** Answers with a file and says true, or leaves the response alone and says false. */
  serve(url: URL, request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Reads a folder once and serves exactly the files found then: no directory redirects or listings,
 * no dotfiles, no lookup on disk by a visitor's path (ledger R-8; security model 1.1).
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll('\\', '/');
    if (!entry.isFile() || /\/\.|\.(br|gz)$/.test(name)) continue;
    files.set(name, await loadStaticFile(path, name));
  }
  return {
    serve(url, request, response) {
      const file = files.get(decodeURIComponent(url.pathname));
      if (!file) return false;
      const isPart = request.method === 'GET' && request.headers.range !== undefined;
      if (file.kept && !isPart) sendCached(file.kept, request, response);
      else sendPart(file, request, response);
      return true;
    },
  };
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
  else if (file.kept) response.end(file.kept.plain.body.subarray(first, last + 1));
  // A visitor who leaves, or a file that is gone, ends the stream and closes the file.
  else pipeline(createReadStream(file.path, { start: first, end: last }), response, () => {});
}
