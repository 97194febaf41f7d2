import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOf } from '#app/content/language.ts';
import { type RefusalReason, refusals } from '#app/content/texts/refusals.server.ts';
import { logError } from '#app/log.server.ts';

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
