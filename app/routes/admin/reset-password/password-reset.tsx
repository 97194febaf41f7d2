import { resetErrors } from '#app/content/desk/sign-in.ts';
import { LinkEntry } from './link-entry.tsx';
import { PasswordForm } from './password-form.tsx';
import type { ResetAnswer } from './reset-answer.ts';
import { useLinkInHash } from './use-link-in-hash.ts';

interface PasswordResetProps {
  /** `email` is the account whose form an accepted link has opened in this browser. */
  page: { token: string; email: string | null };
  answer: ResetAnswer | undefined;
}

/** Takes a link or code, or the password that an accepted one allows; the newest link wins. */
export function PasswordReset({ page: { token, email }, answer }: PasswordResetProps) {
  const { opening, fault, again } = useLinkInHash(token);
  const incomplete = fault === resetErrors.incomplete;
  if (email === null || opening || incomplete || answer?.link) {
    const message = incomplete ? fault : (answer?.message ?? fault);
    return <LinkEntry token={token} message={message} again={answer?.unanswered ? again : null} />;
  }
  return <PasswordForm key={email} token={token} email={email} answer={answer} />;
}
