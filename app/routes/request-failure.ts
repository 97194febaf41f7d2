import { data, type HeadersArgs } from 'react-router';
import { getFailureReason, type FailureReason } from '#app/components/failure-reason.ts';

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

/**
 * Runs a server action in the browser and returns its data. Without a usable response (no network, a proxy's error
 * page, a server error) it returns the data of `buildFailure` with status 503, so that the page keeps the typed
 * text. Rethrows a Response, such as a redirect.
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
