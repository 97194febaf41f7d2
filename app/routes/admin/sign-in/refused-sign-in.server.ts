import { data } from 'react-router';
import type { Language } from '#app/content/language.ts';
import { blockedMessage, signInMessages } from '#app/content/desk/sign-in.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import type { SignInAnswer } from './sign-in-answer.ts';
import type { Refused } from '#app/routes/admin/authenticator/authenticator.server.ts';

/** The words, status and headers of a refused login (ledger AL-2 to AL-6). */
export function answerOf(
  refused: Refused,
  language: Language,
): {
  answer: SignInAnswer;
  status: number;
  retry: number;
} {
  const { email } = refused;
  const messages = signInMessages[language];
  const say = (words: { title: string; message: string }, status: number, retry = 0) => ({
    answer: { ...words, email, fields: [] as SignInAnswer['fields'], lockedSeconds: 0 },
    status,
    retry,
  });
  switch (refused.kind) {
    case 'shape': {
      const said = say(messages[refused.fields[0] ?? 'email'], 422);
      return { ...said, answer: { ...said.answer, fields: refused.fields } };
    }
    case 'security':
      return say(messages.security, 403);
    case 'busy':
      return say(messages.busy, 503, AUTH.passwordBusySeconds);
    case 'failed':
      return say(messages.failed, 401);
    case 'locked': {
      const seconds = Math.ceil(refused.remainingMs / 1000);
      const words = refused.now
        ? messages.locked
        : blockedMessage(Math.ceil(seconds / 60), language);
      const said = say(words, 429, seconds);
      return { ...said, answer: { ...said.answer, lockedSeconds: seconds } };
    }
  }
}

/** The answer of the login's page to a post that did not go through. */
export function refuse(
  answer: Pick<SignInAnswer, 'title' | 'message' | 'email'> & Partial<SignInAnswer>,
  status: number,
  retrySeconds = 0,
) {
  const headers: HeadersInit = retrySeconds ? { 'Retry-After': String(retrySeconds) } : {};
  return data({ fields: [], lockedSeconds: 0, ...answer } satisfies SignInAnswer, {
    status,
    headers,
  });
}
