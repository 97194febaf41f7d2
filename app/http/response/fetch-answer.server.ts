import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse } from '@remix-run/node-fetch-server';

/** Aborted when the visitor leaves before the answer is sent. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) gone.abort();
  return gone.signal;
}

/**
 * A page whose whole text is there: what rendered it is free while a slow line takes it. Streams
 * that go on (events, exports) are left as they are.
 */
export async function wholePage(answered: Response): Promise<Response> {
  const { status, headers, body } = answered;
  if (!body || !headers.get('content-type')?.startsWith('text/html')) return answered;
  const page = await answered.arrayBuffer();
  headers.set('content-length', String(page.byteLength));
  return new Response(page, { status, headers });
}

/** Sends an answer of the router. One that nobody will read is ended, or it would go on for ever. */
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
