import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { byteRange } from './byte-range.server.ts';
import { isKnown, sendCached } from '#app/http/response/cached-response.server.ts';
import type { StaticFile } from './static-file.server.ts';

/** Answers with a file: whole, in part, or that it is known. */
export function sendStaticFile(
  file: StaticFile,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const isPart = request.method === 'GET' && request.headers.range !== undefined;
  if (file.kept && !isPart) sendCached(file.kept, request, response);
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
  else if (file.kept) response.end(file.kept.plain.body.subarray(first, last + 1));
  // A visitor who leaves, or a file that is gone, ends the stream and closes the file.
  else pipeline(createReadStream(file.path, { start: first, end: last }), response, () => {});
}
