import { data, isRouteErrorResponse, type HeadersArgs } from 'react-router';

const SERVICE_UNAVAILABLE = 503;

/** The status of a form that names another account than the link that this browser opened last. */
export const OTHER_ACCOUNT_STATUS = 409;

/**
 * Reads the form that a request posts. WebKit cannot read a file in memory from a request, such as a pasted picture: then
 * the form of the page is read, which has no more than one field for files. A clone is read, because the server action
 * sends the body of the request itself.
 */
export function readPostedForm(request: Request): Promise<FormData> {
  return request
    .clone()
    .formData()
    .catch((error: unknown) => {
      const form = document.querySelector<HTMLInputElement>('[type=file][name=files]')?.form;
      if (!form) throw error;
      return new FormData(form);
    });
}

/** The arguments of a route's `clientAction`. */
export interface Submission<Result> {
  request: Request;
  serverAction: () => Promise<Result>;
}

export type FailureReason = 'unreachable' | 'broken';

/**
 * Runs a server action in the browser and returns its data. Without a usable response (no network, a proxy's error
 * page, a server error) it returns the data of `buildFailure` with status 503, so that the page keeps the typed
 * text. Rethrows redirects.
 */
export async function runServerAction<Result, Failure>(
  serverAction: () => Promise<Result>,
  { buildFailure }: { buildFailure: (reason: FailureReason) => Failure },
) {
  try {
    const result = await serverAction();
    // An empty response does not come from this server: every action returns data.
    if (result !== undefined) return result;
    return data(buildFailure('broken'), { status: SERVICE_UNAVAILABLE });
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(buildFailure(getFailureReason(error)), { status: SERVICE_UNAVAILABLE });
  }
}

/** Returns only Retry-After and Refresh: those of the action, or else of the loader. */
export function getRetryHeaders({
  actionHeaders,
  loaderHeaders,
}: HeadersArgs): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['Retry-After', 'Refresh']) {
    const value = actionHeaders.get(name) ?? loaderHeaders.get(name);
    if (value) headers[name] = value;
  }
  return headers;
}

// The messages of Chromium, Firefox and WebKit for a failed connection. Other TypeErrors are faults of the page.
const NETWORK_ERROR = /failed to fetch|networkerror|load failed|network connection/i;

/** Returns 'unreachable' for an error of the network, 'broken' for any other. */
export function getFailureReason(error: unknown): FailureReason {
  const isNetworkError = error instanceof TypeError && NETWORK_ERROR.test(error.message);
  return isNetworkError ? 'unreachable' : 'broken';
}

/**
 * Returns whether 'Try again' has to load a document: the code of an open page may be older than the data that it now
 * gets. A page that could not be fetched is fetched again within the document, because its memory has the typed texts
 * (CF-15); so is one for which a proxy responded, whose page a document would show.
 */
export function mustReloadDocument(error: unknown): boolean {
  // The site itself sends 500.
  const isProxyError = isRouteErrorResponse(error) && error.status > 500;
  return getFailureReason(error) === 'broken' && !isProxyError;
}
