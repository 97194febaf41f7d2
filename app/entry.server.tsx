import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router';
import { config } from '#app/config.server.ts';
import { buildStructuredData } from '#app/content/structured-data.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import { findStaffLanguage, requestContext } from '#app/http/request-context.server.ts';
import { isStoreError } from '#db/store-error.ts';
import { deferModules, StructuredDataContext } from './document-scripts.tsx';
import { logError } from './log.server.ts';

// In production scripts/serve.ts does this before it imports the build.
if (import.meta.env.DEV) {
  const { showPublished } = await import('#app/domain/site/published.server.ts');
  await showPublished();
}

const RENDER_TIMEOUT_MS = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const actionData = getJsonActionData(request, entry);
  if (actionData !== undefined) {
    return Promise.resolve(Response.json(actionData, { status, headers }));
  }
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const { nonce } = context.get(requestContext);
  // Pages for staff load their scripts at once (decision 003).
  const isPublic = findStaffLanguage(context) === null;
  const { pathname } = entry.staticHandlerContext.location;
  const json = status === 200 ? buildStructuredData(pathname, config().publicUrl) : null;
  // Waits for the whole page: pages are small, and a status sent early would claim success even if
  // a later component throws.
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
          // Sent in one piece: browsers paint a page that arrives in several pieces several times.
          const respond = (page: string) => {
            const html = isPublic ? deferModules(page) : page;
            headers.set('Content-Length', String(Buffer.byteLength(html)));
            return new Response(html, { headers, status });
          };
          resolve(text(body).then(respond));
        },
        onShellError: reject,
        onError() {
          status = 500;
        },
      },
    );
    setTimeout(abort, RENDER_TIMEOUT_MS).unref();
  });
}

function getJsonActionData(request: Request, { staticHandlerContext }: EntryContext): unknown {
  if (request.headers.get('accept') !== 'application/json') return undefined;
  return Object.values(staticHandlerContext.actionData ?? {})[0];
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  // Aborted requests are no errors, and the HTTP layer logs thrown responses such as 404.
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && !isStoreError(error)) return;
  countStoreError(error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const location = stack?.split('\n')[1]?.trim();
  logError('route-error', { path: new URL(request.url).pathname, reason: message, at: location });
}
