import { data, type HeadersArgs } from 'react-router';

const SERVICE_UNAVAILABLE = 503;

export type FailureReason = 'unreachable' | 'broken';

/**
 * Runs a server action. Without a usable response (no network, a proxy's error page, a server error)
 * it returns `failure` with status 503, so that the page keeps what was typed. Redirects are thrown on.
 */
export async function runServerAction<Answer, Failure>(
  serverAction: () => Promise<Answer>,
  failure: (reason: FailureReason) => Failure,
) {
  try {
    const answer = await serverAction();
    // An empty response does not come from this server: every action returns data.
    if (answer !== undefined) return answer;
    return data(failure('broken'), { status: SERVICE_UNAVAILABLE });
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(failure(getFailureReason(error)), { status: SERVICE_UNAVAILABLE });
  }
}

/** Returns Retry-After and Refresh of the action, or else of the loader; other headers are dropped. */
export function getActionHeaders({ actionHeaders, loaderHeaders }: HeadersArgs) {
  const headers = ['Retry-After', 'Refresh'].map((name) => {
    return [name, actionHeaders.get(name) ?? loaderHeaders.get(name)];
  });
  return Object.fromEntries(headers.filter(([, value]) => value)) as Record<string, string>;
}

export function getFailureReason(error: unknown): FailureReason {
  // fetch throws a TypeError when there is no connection.
  return error instanceof TypeError ? 'unreachable' : 'broken';
}
