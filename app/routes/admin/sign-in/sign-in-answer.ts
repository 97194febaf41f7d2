import { blockedMessage, signInMessages } from '#app/content/desk/sign-in.ts';
import { AUTH } from '#app/domain/limits.ts';
import type { Refused } from '#app/routes/admin/sign-in/authenticator.server.ts';

/** What the gate's page shows after a post that did not go through. */
export interface SignInAnswer {
  title: string;
  message: string;
  email: string;
  fields: ('email' | 'password')[];
  /** Seconds until the lock opens; 0 where there is none. */
  lockedSeconds: number;
}

/** The words, status and headers of a refused login (ledger AL-2 to AL-6). */
export function answerOf(refused: Refused): {
  answer: SignInAnswer;
  status: number;
  retry: number;
} {
  const { email } = refused;
  const say = (words: { title: string; message: string }, status: number, retry = 0) => ({
    answer: { ...words, email, fields: [] as SignInAnswer['fields'], lockedSeconds: 0 },
    status,
    retry,
  });
  switch (refused.kind) {
    case 'shape': {
      const said = say(signInMessages[refused.fields[0] ?? 'email'], 422);
      return { ...said, answer: { ...said.answer, fields: refused.fields } };
    }
    case 'security':
      return say(signInMessages.security, 403);
    case 'busy':
      return say(signInMessages.busy, 503, AUTH.passwordBusySeconds);
    case 'failed':
      return say(signInMessages.failed, 401);
    case 'locked': {
      const seconds = Math.ceil(refused.remainingMs / 1000);
      const words = refused.now ? signInMessages.locked : blockedMessage(Math.ceil(seconds / 60));
      const said = say(words, 429, seconds);
      return { ...said, answer: { ...said.answer, lockedSeconds: seconds } };
    }
  }
}
