import { type Unanswered, typedIn } from '#app/routes/request-failure.ts';

/** What a login page shows after a post that did not go through. */
export interface SignInAnswer {
  title: string;
  message: string;
  email: string;
  fields: ('email' | 'password')[];
  /** Seconds until the lock opens; 0 where there is none. */
  lockedSeconds: number;
  draft?: string | undefined;
}

/** What the page shows that a form was sent on to: see toLogin(). */
export interface CarriedDraft {
  carried: true;
  draft: string | undefined;
}

export interface UnansweredSignIn {
  unanswered: Unanswered;
  email: string;
  draft?: string | undefined;
}

interface UnansweredWords {
  failures: Record<Unanswered, string>;
  /** The title above the reason; or, with a message, what is said whatever the reason. */
  text: { title: string; message?: string };
}

export function answerToShow(
  answer: SignInAnswer | UnansweredSignIn | CarriedDraft | undefined,
  { failures, text }: UnansweredWords,
): SignInAnswer | undefined {
  if (answer && 'carried' in answer) return undefined;
  if (!answer || !('unanswered' in answer)) return answer;
  const { email, unanswered } = answer;
  const message = text.message ?? failures[unanswered];
  return { title: text.title, message, email, fields: [], lockedSeconds: 0 };
}

export async function draftIn(request: Request): Promise<string | undefined> {
  return (await typedIn(request, 'draft')) || undefined;
}

export const OTHER_ACCOUNT = 409;

/** What is wrong with a post; `field` when it is about one, else about the link or the server. */
export interface ResetAnswer {
  field: string | null;
  message: string;
  /** About the link or code, not the password: a form that was open before gives way to it. */
  link?: boolean;
  /** No answer came: the same link can be sent again. */
  unanswered?: boolean;
}

export function resetAnswerToShow(
  answer: ResetAnswer | { unanswered: true; link: boolean } | undefined,
  failed: string,
): ResetAnswer | undefined {
  if (!answer || 'message' in answer) return answer;
  return { field: null, message: failed, ...answer };
}
