import { type HeadersArgs, data } from 'react-router';

const SERVICE_UNAVAILABLE = 503;

export type Unanswered = 'unreachable' | 'broken';

/**
 * When no answer comes (no network, a proxy's page, a fault of the server), the open page stays
 * with what was typed, shows `failure` and does not load its data again. A redirect goes on.
 */
export async function answerOr<Answer, Failure>(
  serverAction: () => Promise<Answer>,
  failure: (reason: Unanswered) => Failure,
) {
  try {
    const answer = await serverAction();
    // An empty answer is none of ours: every action says something.
    if (answer !== undefined) return answer;
    return data(failure('broken'), { status: SERVICE_UNAVAILABLE });
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(failure(failureOf(error)), { status: SERVICE_UNAVAILABLE });
  }
}

/** Of an answer and its page only what says when to come again, and where to go on. */
export function answerHeaders({ actionHeaders, loaderHeaders }: HeadersArgs) {
  const kept = ['Retry-After', 'Refresh'].map((name) => {
    return [name, actionHeaders.get(name) ?? loaderHeaders.get(name)];
  });
  return Object.fromEntries(kept.filter(([, value]) => value)) as Record<string, string>;
}

export function failureOf(error: unknown): Unanswered {
  // What fetch throws when there is no connection, or none any more.
  return error instanceof TypeError ? 'unreachable' : 'broken';
}
