import type { ResetWords } from '#app/content/desk/reset-password.server.ts';
import { LinkEntry } from './link-entry.tsx';
import { PasswordForm } from './password-form.tsx';
import type { ResetAnswer } from './reset-answer.ts';
import { useLinkInHash } from './use-link-in-hash.ts';

interface PasswordResetProps {
  /** `email` is the account whose form an accepted link has opened in this browser. */
  page: { token: string; email: string | null; words: ResetWords };
  answer: ResetAnswer | undefined;
}

/** Takes a link or code, or the password that an accepted one allows; the newest link wins. */
export function PasswordReset({ page, answer }: PasswordResetProps) {
  const { token, email, words } = page;
  const { opening, fault, again } = useLinkInHash(token);
  const incomplete = fault === 'incomplete';
  if (email === null || opening || incomplete || answer?.link) {
    const here = fault && words.faults[fault];
    const message = incomplete ? here : (answer?.message ?? here);
    const resend = answer?.unanswered ? again : null;
    return <LinkEntry token={token} message={message} again={resend} words={words} />;
  }
  return <PasswordForm key={email} token={token} email={email} answer={answer} words={words} />;
}
