import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router';
import { config } from '#app/config.server.ts';
import { renderStructuredData } from '#app/content/structured-data.server.ts';
import { countStoreError } from '#app/domain/audit.server.ts';
import {
  isUploadRequest,
  requestContext,
  staffLanguageContext,
} from '#app/http/request-context.server.ts';
import { logError } from '#app/log.server.ts';
import { isStoreError } from '#db/store-error.ts';
import { deferModules, DocumentContext } from './document-scripts.tsx';

// In production scripts/serve.ts does this before it imports the build.
if (import.meta.env.DEV) {
  const { refreshPublishedContent } = await import('#app/domain/site/published.server.ts');
  await refreshPublishedContent();
}

const RENDER_TIMEOUT_MS = 10_000;

/**
 * Renders a page, or returns the result of an action as JSON to a script that sends a form. The page has the status 500
 * if a component has thrown, or rendering took longer than RENDER_TIMEOUT_MS. React Router calls it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  if (isUploadRequest(request)) {
    const [actionData] = Object.values(entry.staticHandlerContext.actionData ?? {});
    if (actionData !== undefined) return Response.json(actionData, { status, headers });
  }

  const { nonce } = context.get(requestContext);
  const { pathname } = entry.staticHandlerContext.location;
  const structuredData = status === 200 ? renderStructuredData(pathname, config().publicUrl) : null;
  const { html, hasError } = await renderDocument(
    <DocumentContext value={{ nonce, structuredData }}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </DocumentContext>,
    nonce,
  );

  // Pages for staff load their scripts at once (decision 003).
  const isPublic = context.get(staffLanguageContext) === null;
  // Sent in one piece: browsers paint a page that arrives in several pieces several times.
  const page = isPublic ? deferModules(html) : html;

  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Length', String(Buffer.byteLength(page)));
  return new Response(page, { headers, status: hasError ? 500 : status });
}

/** Waits for the whole page: a status sent early would claim success even if a later component throws. */
function renderDocument(
  element: ReactNode,
  nonce: string | undefined,
): Promise<{ html: string; hasError: boolean }> {
  return new Promise((resolve, reject) => {
    let hasError = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // By default React leaves a large part behind a Suspense boundary for a script to put into its place.
      progressiveChunkSize: Infinity,
      onAllReady() {
        const stream = pipe(new PassThrough());
        resolve(text(stream).then((html) => ({ html, hasError })));
      },
      onShellError: reject,
      onError() {
        hasError = true;
      },
    });
    setTimeout(abort, RENDER_TIMEOUT_MS).unref();
  });
}

/** Logs an error of a route, and counts one of the database. React Router calls it. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // Aborted requests are no errors, and the HTTP layer logs thrown responses such as 404.
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && !isStoreError(error)) return;

  countStoreError(error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const location = stack?.split('\n')[1]?.trim();
  logError('route-error', { path: new URL(request.url).pathname, reason: message, at: location });
}
