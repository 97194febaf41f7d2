import type { Unanswered } from '#app/routes/request-failure.ts';

/** What the gate's page shows after a post that did not go through. */
export interface SignInAnswer {
  title: string;
  message: string;
  email: string;
  fields: ('email' | 'password')[];
  /** Seconds until the lock opens; 0 where there is none. */
  lockedSeconds: number;
}

/** What the page itself has to say for a post that no answer came to. */
export interface UnansweredSignIn {
  unanswered: Unanswered;
  email: string;
}

interface UnansweredWords {
  failures: Record<Unanswered, string>;
  /** The title above the reason; or, with a message, what is said whatever the reason. */
  said: { title: string; message?: string };
}

/** The answer to show: what the server said, or that it said nothing. */
export function answerToShow(
  answer: SignInAnswer | UnansweredSignIn | undefined,
  { failures, said }: UnansweredWords,
): SignInAnswer | undefined {
  if (!answer || !('unanswered' in answer)) return answer;
  const { email, unanswered } = answer;
  const message = said.message ?? failures[unanswered];
  return { title: said.title, message, email, fields: [], lockedSeconds: 0 };
}
