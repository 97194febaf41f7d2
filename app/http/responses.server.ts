import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sendResponse } from '@remix-run/node-fetch-server';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { getPathLanguage, LANGUAGES } from '#app/content/language.ts';
import { refusals, type RefusalReason } from '#app/content/texts/failures.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { logError } from '#app/log.server.ts';
import { isStoreError } from '#db/store-error.ts';
import {
  addSecurityHeadersOnSend,
  buildSecurityHeaders,
  type ResponseInfo,
} from './headers.server.ts';

/** Content encodings, the best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A response that is the same for everybody, with all its headers, in each encoding. */
export interface CachedResponse {
  status: number;
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>;
}

export interface Variant {
  headers: OutgoingHttpHeaders & { etag: string };
  body: Buffer;
}

/** Sends the best variant for the client, or 304 if its copy is current. */
export function sendCachedResponse(
  { status, variants }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const available = ENCODINGS.filter((encoding) => variants[encoding]);

  const { headers, body } = variants[selectEncoding(request, available) ?? 'identity']!;
  if (status === 200 && matchesEtag(request, headers.etag)) {
    const { 'content-length': _, ...notModifiedHeaders } = headers;
    response.writeHead(304, notModifiedHeaders).end();
    return;
  }
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Returns a strong ETag from a hash of the contents, so it survives a restart. */
export function createEtag(bytes: Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}

/** Returns whether the client has this version already. Ignores Cache-Control: no-cache, which fetch() always adds. */
export function matchesEtag({ headers }: IncomingMessage, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}

/** Returns the available encoding that the client prefers, Brotli between equals; undefined for plain bytes. */
export function selectEncoding(
  request: IncomingMessage,
  available: readonly Encoding[],
): Encoding | undefined {
  if (available.length === 0) return undefined;

  // @types/negotiator describes version 0.6, which has no options.
  const negotiator = new Negotiator(request) as {
    encoding(
      names: readonly string[],
      options: { preferred: readonly string[] },
    ): string | undefined;
  };
  const name = negotiator.encoding([...available, 'identity'], { preferred: ENCODINGS });
  return available.find((encoding) => encoding === name);
}

/** Sends a response of the router; HEAD gets only its headers. Cancels a body that is not sent. */
export async function sendRouterResponse(
  response: ServerResponse,
  rendered: Response,
): Promise<void> {
  if (response.req.method === 'HEAD' || response.destroyed) {
    // sendResponse ignores the body for HEAD. Some streams reject when they are cancelled, even with undefined.
    rendered.body?.cancel().catch(() => undefined);
  }
  if (!response.destroyed) await sendResponse(response, rendered);
}

/** A step before the router throws it to end a request with a status and a text in the request's language. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: RefusalReason;
  readonly headers: Record<string, string>;
  readonly values: Record<string, number>;
  /** The fields that had arrived of a form that is refused, so that its page shows them again. */
  fields: FormData | undefined;

  constructor(
    status: number,
    reason: RefusalReason,
    details: { headers?: Record<string, string>; values?: Record<string, number> } = {},
  ) {
    super(reason);
    this.status = status;
    this.reason = reason;
    this.headers = details.headers ?? {};
    this.values = details.values ?? {};
  }
}

// An error is shown to one person only, and not at the path of a page.
const ERROR_RESPONSE: ResponseInfo = { path: '', isPrivate: true };

/**
 * Sends a Refusal, and 500 for any other error, which it logs unless the client's connection has failed. Closes the
 * connection if the response has begun.
 */
export function sendErrorResponse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  addSecurityHeadersOnSend(response, requestId, ERROR_RESPONSE);

  const isRefusal = error instanceof Refusal;
  if (!isRefusal && !request.errored) {
    logError('unhandled', { requestId, reason: getErrorMessage(error) });
  }

  if (response.headersSent) return void response.destroy();

  const refusal = isRefusal ? error : new Refusal(500, 'broken');
  const { type, text } = renderRefusal(refusal, request);
  response.writeHead(refusal.status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...refusal.headers,
  });

  response.end(request.method === 'HEAD' ? undefined : text);
}

const TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT';
const RESPONSES_BY_ERROR_CODE: Record<string, readonly [string, RefusalReason]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers'],
  [TIMEOUT_CODE]: ['408 Request Timeout', 'timedOut'],
};
const BAD_REQUEST = ['400 Bad Request', 'request'] as const;

/** Responds 408 (too slow), 431 (large headers) or 400 to a request that Node cannot parse, and ends the connection. */
export function refuseUnparsedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const [statusLine, reason] = RESPONSES_BY_ERROR_CODE[error.code ?? ''] ?? BAD_REQUEST;

  // A request that cannot be parsed has no path, and so no language.
  const text = LANGUAGES.map((language) => `${refusals[language][reason]}\n`).join('');
  const headers = {
    ...buildSecurityHeaders(ERROR_RESPONSE, {}),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };

  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end(`HTTP/1.1 ${statusLine}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);

  // A client that was too slow could go on sending on its half of the connection.
  if (error.code === TIMEOUT_CODE) socket.destroySoon();
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function renderRefusal({ reason, values }: Refusal, { url = '', headers }: IncomingMessage) {
  const path = url.split(/[?#]/)[0]!;
  const language = getPathLanguage(path);

  const texts = refusals[language];
  const sentence = texts[reason].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

  if (!headers.accept?.includes('text/html')) return { type: 'text/plain', text: `${sentence}\n` };

  // Write only a plain path into the page; otherwise the link leads to the home page.
  const backPath = /^(\/[\w.~-]+)+$/.test(path) ? path : '/';
  return {
    type: 'text/html',
    text: `<!doctype html>
<html lang="${language}"><meta name="viewport" content="width=device-width">
<title>${texts.title} | ${getCompanyFacts().brand.replace(/[<&]/g, '')}</title>
<h1>${texts.title}</h1>
<p>${sentence}</p>
<p><a href="${backPath}">${texts.backToPage}</a></p>
</html>
`,
  };
}

/** Counts and logs an error of the database, and returns the HTTP status for it (503). Rethrows any other error. */
export function reportOrRethrowStoreError(logEvent: string, error: unknown): number {
  if (!isStoreError(error)) throw error;
  countStoreError(error);
  logError(logEvent, { reason: error.code });
  return error.status;
}
