import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { config } from '#app/config.server.ts';
import { structuredData } from '#app/content/structured-data.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { logError } from './log.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { isStoreError } from '#db/store-error.ts';
import { StructuredDataContext } from './document-scripts.tsx';

const RENDER_LIMIT_MS = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const answer = actionAnswer(request, entry);
  if (answer !== undefined) return Promise.resolve(Response.json(answer, { status, headers }));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const { nonce } = context.get(requestContext);
  const { pathname } = entry.staticHandlerContext.location;
  const json = status === 200 ? structuredData(pathname, config().publicUrl) : null;
  // Everybody waits for the whole page, as crawlers do: pages are small, and a status sent before
  // an error in the last component would claim a success that was none.
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <StructuredDataContext value={json}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </StructuredDataContext>,
      {
        nonce,
        onAllReady() {
          const body = new PassThrough();
          pipe(body);
          // In one piece: sent in several, a page is painted in several.
          resolve(text(body).then((html) => new Response(html, { headers, status })));
        },
        onShellError: reject,
        onError() {
          status = 500;
        },
      },
    );
    setTimeout(abort, RENDER_LIMIT_MS).unref();
  });
}

function actionAnswer(request: Request, { staticHandlerContext }: EntryContext): unknown {
  if (request.headers.get('accept') !== 'application/json') return undefined;
  return Object.values(staticHandlerContext.actionData ?? {})[0];
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  // An answer thrown on purpose (404) is logged by the front door; a visitor who left is no fault.
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && !isStoreError(error)) return;
  countStoreError(error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const at = stack?.split('\n')[1]?.trim();
  logError('route-error', { path: new URL(request.url).pathname, reason: message, at });
}
