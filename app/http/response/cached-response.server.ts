import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Encoding, acceptedEncodings } from './accepted-encoding.server.ts';
import { rawHeader } from './raw-header.server.ts';
import { securityHeaders } from './security-headers.server.ts';

/** A whole answer in memory: its headers are final, sending it costs a look-up and a write. */
export interface CachedResponse {
  status: number;
  plain: Form;
  compressed: Partial<Record<Encoding, Form>>;
}

interface Form {
  etag: string;
  body: Buffer;
  /** Name, value, name, value: the way node:http takes headers fastest. */
  headers: string[];
}

/** Makes an answer for everybody at one path: a body, its compressed forms, headers of its own. */
export function cacheResponse(
  path: string,
  status: number,
  own: OutgoingHttpHeaders,
  body: Buffer,
  compressed: Partial<Record<Encoding, Buffer>> = {},
): CachedResponse {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const varies = Object.keys(compressed).length > 0 ? { vary: 'Accept-Encoding' } : {};
  const form = (bytes: Buffer, encoding?: Encoding): Form => {
    const etag = `"${digest}${encoding ? `-${encoding}` : ''}"`;
    const coding = encoding ? { 'content-encoding': encoding } : {};
    const headers = { ...own, ...varies, ...coding, etag, 'content-length': bytes.length };
    return {
      etag,
      body: bytes,
      headers: rawHeaders({ ...headers, ...securityHeaders({ path, isPrivate: false }, own) }),
    };
  };
  const forms = Object.entries(compressed) as [Encoding, Buffer][];
  return {
    status,
    plain: form(body),
    compressed: Object.fromEntries(forms.map(([name, bytes]) => [name, form(bytes, name)])),
  };
}

/** Bytes of memory that an answer holds, near enough. */
export function sizeOf({ plain, compressed }: CachedResponse): number {
  const forms = [plain, ...Object.values(compressed)];
  return forms.reduce((sum, form) => sum + form.body.length + 2048, 0);
}

/** Sends the form the visitor's browser takes best, or 304 when it has that one already. */
export function sendCached(
  kept: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const form = formFor(kept, rawHeader(request.rawHeaders, 'accept-encoding'));
  if (kept.status === 200 && isKnown(form.etag, rawHeader(request.rawHeaders, 'if-none-match'))) {
    response.writeHead(304, withoutLength(form.headers)).end();
    return;
  }
  response.writeHead(kept.status, form.headers);
  if (request.method === 'HEAD') response.end();
  else response.end(form.body);
}

/** Whether an If-None-Match header names this tag (weak comparison, RFC 9110, 13.1.2). */
export function isKnown(etag: string, condition: string | undefined): boolean {
  if (condition === undefined) return false;
  return condition
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

function formFor({ plain, compressed }: CachedResponse, accepted: string | undefined): Form {
  for (const encoding of acceptedEncodings(accepted)) {
    const form = compressed[encoding];
    if (form) return form;
  }
  return plain;
}

function rawHeaders(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, String(one)]),
  );
}

function withoutLength(headers: string[]): string[] {
  const at = headers.indexOf('content-length');
  return at < 0 ? headers : headers.toSpliced(at, 2);
}
