import { type RouterContextProvider, href, redirect } from 'react-router';
import { signInMessages } from '#app/content/desk/sign-in.server.ts';
import { requestReset } from '#app/domain/accounts/password-reset.server.ts';
import { isEmailAddress, normaliseEmail } from '#app/domain/email-address.ts';
import { AUTH } from '#app/domain/limits.ts';
import { holdAnswer } from '#app/domain/sign-in/sign-in.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { clientOfForm } from '#app/http/sign-in-cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { staffLanguage } from '#app/http/staff-language.server.ts';
import { refuse } from '#app/routes/admin/sign-in/refused-sign-in.server.ts';

/** The same answer whether the address is known or not (ledger AL-7). */
export async function askForReset(request: Request, context: Readonly<RouterContextProvider>) {
  const messages = signInMessages[staffLanguage(context)];
  const form = await request.formData();
  const email = normaliseEmail(String(form.get('email') ?? ''));
  if (email.length > AUTH.emailMax || !isEmailAddress(email)) {
    return refuse({ ...messages.email, email, fields: ['email'] }, 422);
  }
  const startedAt = performance.now();
  try {
    const client = await clientOfForm(request, form, context);
    if (!client) return refuse({ ...messages.security, email }, 403);
    await requestReset(email, client);
  } finally {
    await holdAnswer(startedAt, context.get(requestContext).hold);
  }
  return redirect(`${href('/admin')}?forgot`, {
    status: 303,
    headers: await withCookies([flashCookie('reset-sent')]),
  });
}
