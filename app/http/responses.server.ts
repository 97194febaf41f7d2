import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sendResponse } from '@remix-run/node-fetch-server';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { getLanguage, LANGUAGES } from '#app/content/language.ts';
import { refusals, type RefusalReason } from '#app/content/messages/failures.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { logError } from '#app/log.server.ts';
import { isStoreError } from '#db/store-error.ts';
import { buildSecurityHeaders, setFinalHeaders } from './headers.server.ts';

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

export function sendCached(
  { status, variants }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const available = ENCODINGS.filter((encoding) => variants[encoding]);
  const { headers, body } = variants[selectEncoding(request, available) ?? 'identity']!;
  if (status === 200 && matchesEtag(request, headers.etag)) {
    const { 'content-length': _, ...headersOf304 } = headers;
    response.writeHead(304, headersOf304).end();
    return;
  }
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Returns the tag of contents: the same after a restart, and for another copy of the same build. */
export function createEtag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/**
 * Compares If-None-Match with the tag. `fresh` gets no other header, because it ignores the condition if
 * Cache-Control is no-cache, which fetch() adds to every conditional request.
 */
export function matchesEtag({ headers }: IncomingMessage, etag: string): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}

/** Returns the encoding the client wants most; between equals, Brotli. Undefined: plain bytes. */
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

/** Returns a signal that aborts when the client leaves before the response is finished. */
export function createClientLeftSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed) controller.abort();
  return controller.signal;
}

/** Sends a response of the router. Cancels its body for HEAD and for a client that has left. */
export async function sendRouterResponse(
  response: ServerResponse,
  rendered: Response,
): Promise<void> {
  if (response.req.method === 'HEAD' || response.destroyed) {
    // Some streams reject when they are cancelled, even with undefined.
    rendered.body?.cancel().catch(() => undefined);
  }
  if (!response.destroyed) await sendResponse(response, rendered);
}

/** Any step before the router throws it to end a request with a sentence in the visitor's language. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: RefusalReason;
  readonly headers: Record<string, string>;
  readonly values: Record<string, number>;

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

export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  setFinalHeaders(response, requestId);
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'broken');
  if (error !== refusal && !request.errored) {
    logError('unhandled', { requestId, reason: getErrorReason(error) });
  }
  if (response.headersSent) return void response.destroy();
  const { type, text } = renderRefusal(refusal, request);
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
  // A request that cannot be parsed has no path, and so no language.
  const text = LANGUAGES.map((language) => `${refusals[language][reason]}\n`).join('');
  const headers = {
    ...buildSecurityHeaders({ path: '', isPrivate: true }, {}),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
  // A client that is too slow could go on sending on its half of the connection.
  if (error.code === TIMEOUT_CODE) socket.destroySoon();
}

const TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT';
const UNPARSED: Record<string, readonly [status: string, reason: RefusalReason]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers'],
  [TIMEOUT_CODE]: ['408 Request Timeout', 'timedOut'],
};

export function getErrorReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function renderRefusal({ reason, values }: Refusal, { url = '', headers }: IncomingMessage) {
  const path = url.split(/[?#]/)[0]!;
  const language = getLanguage(path);
  const messages = refusals[language];
  const sentence = messages[reason].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name]),
  );
  if (!headers.accept?.includes('text/html')) return { type: 'text/plain', text: `${sentence}\n` };
  // Write only a plain path into the page; otherwise the link leads to the home page.
  const backPath = /^(\/[\w.~-]+)+$/.test(path) ? path : '/';
  return {
    type: 'text/html',
    text: `<!doctype html>
<html lang="${language}"><meta name="viewport" content="width=device-width">
<title>${messages.title} | ${getCompanyFacts().brand.replace(/[<&]/g, '')}</title>
<h1>${messages.title}</h1>
<p>${sentence}</p>
<p><a href="${backPath}">${messages.backToPage}</a></p>
</html>
`,
  };
}

export function reportStoreError(event: string, error: unknown): number {
  if (!isStoreError(error)) throw error;
  countStoreError(error);
  logError(event, { reason: error.code });
  return error.status;
}
