import { holdAnswer } from '#app/domain/sign-in/constant-time-response.server.ts';
import { readSecondStep, signInWithCode } from '#app/domain/sign-in/second-step.server.ts';
import { readCookie } from '#app/http/cookies/cookies.server.ts';
import { clientOfForm, secondStepCookie } from '#app/http/cookies/sign-in-cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import {
  type Attempt,
  type Passed,
  SignInRefused,
} from '#app/routes/admin/authenticator/sign-in-refused.server.ts';

/** The form of /admin/code, after the password: the second factor. Throws SignInRefused. */
export async function checkCode({ form, request, context }: Attempt) {
  const startedAt = performance.now();
  try {
    const admin = await readSecondStep(await readCookie(request, secondStepCookie()));
    const client = await clientOfForm(request, form, context);
    if (!admin || !client) throw new SignInRefused({ kind: 'security', email: '' });
    const outcome = await signInWithCode(admin, String(form.get('code') ?? ''), client);
    if (outcome.kind === 'signed-in') return outcome satisfies Passed;
    if (outcome.kind === 'second-step') throw new Error('the second step has no second step');
    throw new SignInRefused({ ...outcome, email: '' });
  } finally {
    await holdAnswer(startedAt, context.get(requestContext).hold);
  }
}
