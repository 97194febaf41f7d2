import { isEmailAddress, normaliseEmail } from '#app/domain/email-address.ts';
import { AUTH } from '#app/domain/limits.ts';
import { holdAnswer } from '#app/domain/sign-in/constant-time-response.server.ts';
import { signIn } from '#app/domain/sign-in/sign-in.server.ts';
import { clientOfForm } from '#app/http/cookies/sign-in-cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import {
  type Attempt,
  type Passed,
  SignInRefused,
} from '#app/routes/admin/authenticator/sign-in-refused.server.ts';

/** The form of /admin: address and password (ledger AL-1 to AL-6). Throws SignInRefused. */
export async function checkPassword({ form, request, context }: Attempt): Promise<Passed> {
  const email = normaliseEmail(String(form.get('email') ?? ''));
  const password = String(form.get('password') ?? '');
  const fields = shapeErrors(email, password);
  if (fields.length > 0) throw new SignInRefused({ kind: 'shape', fields, email });
  const startedAt = performance.now();
  try {
    const client = await clientOfForm(request, form, context);
    if (!client) throw new SignInRefused({ kind: 'security', email });
    const outcome = await signIn(email, password, client);
    if (outcome.kind === 'signed-in' || outcome.kind === 'second-step') return outcome;
    throw new SignInRefused({ ...outcome, email });
  } finally {
    await holdAnswer(startedAt, context.get(requestContext).hold);
  }
}

function shapeErrors(email: string, password: string): ('email' | 'password')[] {
  const emailFits = email.length <= AUTH.emailMax && isEmailAddress(email);
  return [
    ...(emailFits ? [] : (['email'] as const)),
    ...([...password].length >= AUTH.passwordMin ? [] : (['password'] as const)),
  ];
}
