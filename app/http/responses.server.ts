import { countStoreError } from '#app/domain/audit.server.ts';
import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finalHeaders, securityHeaders } from './headers.server.ts';
import { sendResponse } from '@remix-run/node-fetch-server';
import type { Socket } from 'node:net';
import { companyFacts } from '#app/content/company.server.ts';
import { languageOf, LANGUAGES } from '#app/content/language.ts';
import { type RefusalReason, refusals } from '#app/content/words/failures.server.ts';
import { logError } from '#app/log.server.ts';
import { isStoreError } from '#db/store-error.ts';
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

export function sendCached(
  cached: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const form = formFor(cached, rawHeader(request.rawHeaders, 'accept-encoding'));
  if (cached.status === 200 && isKnown(form.etag, rawHeader(request.rawHeaders, 'if-none-match'))) {
    response.writeHead(304, withoutLength(form.headers)).end();
    return;
  }
  response.writeHead(cached.status, form.headers);
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

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

let lastAsked: string | undefined;
let lastAccepted: readonly Encoding[] = [];

/** Most wanted first; between equals our own order decides (RFC 9110, 12.5.3). */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  // Nearly all browsers ask for the same.
  if (header === lastAsked) return lastAccepted;
  const weights = weightsOf(header ?? '');
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  lastAccepted = ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (one, other) => weightOf(other) - weightOf(one),
  );
  lastAsked = header;
  return lastAccepted;
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    weights.set(name, Number.isFinite(weight) ? weight : 0);
  }
  return weights;
}

/** Cheaper than `request.headers`, which parses all of them; `name` in lower case. */
export function rawHeader(rawHeaders: readonly string[], name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (isNamed(rawHeaders[i]!, name)) return rawHeaders[i + 1];
  }
  return undefined;
}

export function countRawHeaders(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isNamed(rawHeaders[i]!, name)) count++;
  return count;
}

function isNamed(found: string, name: string): boolean {
  return found.length === name.length && (found === name || found.toLowerCase() === name);
}
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) gone.abort();
  return gone.signal;
}

/** What rendered it is free while a slow line takes it. Streams that go on stay as they are. */
export async function wholePage(answered: Response): Promise<Response> {
  const { status, headers, body } = answered;
  if (!body || !headers.get('content-type')?.startsWith('text/html')) return answered;
  const page = await answered.arrayBuffer();
  headers.set('content-length', String(page.byteLength));
  return new Response(page, { status, headers });
}

/** An answer that nobody will read is ended, or it would go on for ever. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answered: Response,
): Promise<void> {
  const isUnread = request.method === 'HEAD' || response.destroyed;
  // Nobody waits for how it ends, or is told: some streams reject, even with undefined.
  if (isUnread) answered.body?.cancel().catch(() => undefined);
  if (response.destroyed) return;
  const { status, headers } = answered;
  await sendResponse(response, isUnread ? new Response(null, { status, headers }) : answered);
}

interface Particulars {
  headers?: Record<string, string>;
  values?: Record<string, number>;
}

export class Refusal extends Error {
  readonly status: number;
  readonly reason: RefusalReason;
  readonly headers: Record<string, string>;
  readonly values: Record<string, number>;

  constructor(
    status: number,
    reason: RefusalReason,
    { headers = {}, values = {} }: Particulars = {},
  ) {
    super(reason);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
    this.values = values;
  }
}

export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  finalHeaders(response, requestId);
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'broken');
  if (error !== refusal && !request.errored) {
    logError('unhandled', { requestId, reason: reasonOf(error) });
  }
  if (response.headersSent) return void response.destroy();
  const { type, text } = bodyOf(refusal, request);
  response.writeHead(refusal.status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...refusal.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const [status, reason] = UNPARSED[error.code ?? ''] ?? (['400 Bad Request', 'request'] as const);
  // It has no address, and so no language.
  const text = LANGUAGES.map((language) => `${refusals[language][reason]}\n`).join('');
  const headers = {
    ...securityHeaders({ path: '', isPrivate: true }, {}),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
}

const UNPARSED: Record<string, readonly [status: string, reason: RefusalReason]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'late'],
};

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function bodyOf({ reason, values }: Refusal, { url = '', headers }: IncomingMessage) {
  const path = url.split(/[?#]/)[0]!;
  const language = languageOf(path);
  const { title, back, ...words } = refusals[language];
  const sentence = words[reason].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  if (!headers.accept?.includes('text/html')) return { type: 'text/plain', text: `${sentence}\n` };
  // What is no plain path leads home: nothing of a request is written into a page.
  const way = /^(\/[\w.~-]+)+$/.test(path) ? path : '/';
  return {
    type: 'text/html',
    text: `<!doctype html>
<html lang="${language}"><meta name="viewport" content="width=device-width">
<title>${title} | ${companyFacts().brand.replace(/[<&]/g, '')}</title>
<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="${way}">${back}</a></p>
</html>
`,
  };
}

export function storeErrorStatus(event: string, error: unknown): number {
  if (!isStoreError(error)) throw error;
  countStoreError(error);
  logError(event, { reason: error.code });
  return error.status;
}
