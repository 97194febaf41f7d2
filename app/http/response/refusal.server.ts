import type { IncomingMessage, ServerResponse } from 'node:http';
import { logError } from '#app/log.server.ts';

/** A request the front door does not let in, with the words for whoever sent it. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Answers with a refusal, or, for any other error, with a 500 that says nothing about its cause. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'Something went wrong here.');
  if (!(error instanceof Refusal) && !request.errored) {
    logError('unhandled', { requestId, reason: (error as Error).message });
  }
  if (response.headersSent) return void response.destroy();
  const text = `${refusal.message}\n`;
  response.writeHead(refusal.status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...refusal.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
