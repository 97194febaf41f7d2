import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LANGUAGES, languageOf } from '#app/content/language.ts';
import { type RefusalReason, refusals } from '#app/content/texts/refusals.server.ts';
import { logError } from '#app/log.server.ts';
import { finalHeaders } from './final-headers.server.ts';
import { securityHeaders } from './security-headers.server.ts';

interface Particulars {
  headers?: Record<string, string>;
  /** What its words name in {braces}. */
  values?: Record<string, number>;
}

/** A request the front door does not let in; its words are those of its address's language. */
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

/** Answers with a refusal, or, for anything else that was thrown, with a 500 that hides its cause. */
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

/** What the parser cannot read never becomes a request: its answer is written by hand. */
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

/** What to write in the log of anything that was thrown: it need not be an Error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One sentence; a browser gets it as a page with a way back. */
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
<title>${title} | DRYS</title>
<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="${way}">${back}</a></p>
</html>
`,
  };
}
