import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';
import { addressGroup } from '#app/domain/address-group.server.ts';
import { logAnswer } from './answer-log.server.ts';
import { Answerer } from './answerer.server.ts';
import { addressOf } from '#app/http/guard/client-address.server.ts';
import { finalHeaders } from '#app/http/response/final-headers.server.ts';
import { canonicalPath, lowerCasePath } from '#app/http/cache/cache-key.server.ts';
import { refuse } from '#app/http/response/refusal.server.ts';
import { BODY_LIMIT_BYTES, guardSize, readForm } from '#app/http/guard/request-body.server.ts';
import { guardRequest, readUrl } from '#app/http/guard/request-guard.server.ts';
import { createRequestIds } from './request-ids.server.ts';
import { readRoutes } from './route-table.server.ts';
import type { IncomingRequest } from './router.server.ts';
import type { KeptAssets } from '#app/http/files/kept-assets.server.ts';
import { UPLOAD_LIMIT_BYTES, Upload, bringsFiles } from '#app/http/uploads/upload.server.ts';
import { UploadQueue } from '#app/http/uploads/upload-queue.server.ts';
import type { StaticFiles } from '#app/http/files/static-files.server.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Everything between the socket and the router, in the order of the security model 1.1:
 * headers on every answer, gate, pages from memory, static files, those of earlier builds, router,
 * last resort.
 */
export function createFrontDoor(
  build: ServerBuild,
  files: StaticFiles,
  earlier?: KeptAssets,
): Listener {
  const answer = new Answerer(build);
  const destinationOf = readRoutes(build);
  const nextRequestId = createRequestIds();
  const uploads = new UploadQueue();
  return function listen(request, response) {
    let url: URL;
    try {
      guardRequest(request);
      // Most requests end here: nothing is made for them that they do not need.
      if (answer.fromMemory(request, response)) return;
      url = readUrl(request.url!);
    } catch (error) {
      return refuseFinally(request, response, error, nextRequestId());
    }
    const requestId = nextRequestId();
    const path = canonicalPath(url.pathname);
    finalHeaders(response, requestId, { path, isPrivate: destinationOf(path).isPrivate });
    const handle = request.method === 'POST' ? answerPost : answerGet;
    handle({ request, response, url, path, requestId }).catch((error: unknown) =>
      refuseFinally(request, response, error, requestId),
    );
  };

  async function answerGet(asked: Asked): Promise<void> {
    const { request, response, url, path } = asked;
    // Nobody's browser sends a fragment: it is no part of the path.
    if (path !== request.url!.split(/[?#]/)[0]) return redirect(response, path + url.search);
    if (files.serve(url, request, response)) return;
    if (await earlier?.serve(path, request, response)) return;
    const lower = lowerCasePath(path);
    if (lower !== path && (await isPage(lower, asked))) {
      return redirect(response, lower + url.search);
    }
    await answerByRouter(asked);
  }

  /** A form is not sent back for how its address is spelled: it goes where a GET would be led. */
  async function answerPost(asked: Asked): Promise<void> {
    const { request, response, url, path } = asked;
    const lower = lowerCasePath(path);
    const { isUnknown, takesFiles } = destinationOf(lower);
    url.pathname = isUnknown ? path : lower;
    if (takesFiles && bringsFiles(request)) return answerUpload(asked);
    guardSize(request, BODY_LIMIT_BYTES);
    await answerByRouter(asked, await readForm(request, response));
  }

  /** A form with files is read by its route, as it arrives; large ones wait for each other (AT-4). */
  async function answerUpload(asked: Asked): Promise<void> {
    const { request, response } = asked;
    guardSize(request, UPLOAD_LIMIT_BYTES);
    const answer = async () => {
      const upload = new Upload(request, response);
      await answerByRouter(asked, upload.body).finally(() => upload.linger());
    };
    if (Number(request.headers['content-length']) <= BODY_LIMIT_BYTES) return answer();
    await uploads.run(addressGroup(addressOf(request)), answer);
  }

  async function answerByRouter(asked: Asked, body?: IncomingRequest['body']): Promise<void> {
    const startedAt = performance.now();
    const { request, response, path } = asked;
    const arrival = arrivalOf(asked, body);
    const status = await answer.byRouter(request, response, arrival, destinationOf(path));
    logAnswer(request.method, arrival, status, performance.now() - startedAt);
  }

  /** Whether a path leads somewhere; of many, such as projects, the one is asked (null: it moved). */
  async function isPage(path: string, asked: Asked): Promise<boolean> {
    const { isUnknown, isOneOfMany } = destinationOf(path);
    if (isUnknown || !isOneOfMany) return !isUnknown;
    // A slug has no capitals: written with some it is another one, which nobody has.
    if (!asked.path.endsWith(path.slice(path.lastIndexOf('/')))) return false;
    const url = new URL(path, asked.url);
    const page = await answer.forEverybody(arrivalOf({ ...asked, url }));
    return page === null || page.status === 200;
  }
}

/** A request that the guard let in, and what is known of it. */
interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** The path as it is properly spelled. */
  path: string;
  requestId: string;
}

function arrivalOf(
  { request, url, requestId }: Asked,
  body?: IncomingRequest['body'],
): IncomingRequest {
  return { url, body, address: addressOf(request), requestId };
}

/** One spelling for every page, by a permanent redirect (ledger R-7). */
function redirect(response: ServerResponse, location: string): void {
  response.writeHead(301, { location, 'content-length': 0 }).end();
}

function refuseFinally(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  finalHeaders(response, requestId);
  refuse(request, response, error, requestId);
}
