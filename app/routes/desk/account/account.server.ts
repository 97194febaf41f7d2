import { data, href, redirect, redirectDocument, type ActionFunctionArgs } from 'react-router';
import { languageNames, LANGUAGES } from '#app/content/language.ts';
import { account } from '#app/content/messages/account.server.ts';
import { resetErrors, resetPassword, signInMessages } from '#app/content/messages/auth.server.ts';
import { adminPages } from '#app/content/messages/desk-pages.server.ts';
import {
  changePassword,
  readOwnAccount,
  saveDigest,
  saveLanguage,
  signOutElsewhere,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#app/domain/accounts/accounts.server.ts';
import { PasswordsBusy } from '#app/domain/accounts/passwords.server.ts';
import {
  describeOffer,
  offerSecondFactor,
  type SecondFactorOffer,
} from '#app/domain/accounts/second-factor.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import type { SignInClient } from '#app/domain/accounts/sign-in.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { languageCookie, sessionCookie, withCookies } from '#app/http/cookies.server.ts';
import { presentAccountError, type ShownError } from '#app/routes/auth/presenter.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/answers.server.ts';
import { flashCookie } from '#app/routes/flash.server.ts';
import { ensureBrowserId, getSignInClient } from '#app/routes/sign-in-cookies.server.ts';

type PageArgs = Pick<ActionFunctionArgs, 'context' | 'url'>;
type FormArgs = Pick<ActionFunctionArgs, 'request' | 'context'>;

const ACCOUNT = href('/admin/dashboard/account');

export async function readAccountPage({ context, url }: PageArgs) {
  if (url.pathname !== ACCOUNT) throw redirect(ACCOUNT, 303);
  const admin = requireAdmin(context);
  const messages = account[admin.language];
  const head = { ...adminPages[admin.language].account, title: messages.title };
  return { head, messages, ...(await readOwnAccount(admin)), languageNames };
}

const forms: Record<string, (args: FormArgs) => Promise<Response>> = {
  language: changeLanguage,
  digest: changeDigest,
  sessions: endOtherSessions,
};

export function changeAccount({ url, ...args }: PageArgs & FormArgs) {
  const name = url.pathname.split('/').at(-1)!;
  if (!Object.hasOwn(forms, name)) throw new Response(null, { status: 405 });
  return forms[name]!(args);
}

async function changeLanguage({ request, context }: FormArgs) {
  const admin = requireAdmin(context);
  const chosen = (await request.formData()).get('language');
  const language = LANGUAGES.find((each) => each === chosen);
  if (!language) return redirect(ACCOUNT, 303);
  await saveLanguage(admin, language);
  // The language is that of the whole document.
  const headers = await withCookies([flashCookie('language-saved'), languageCookie(language)]);
  return redirectDocument(ACCOUNT, { status: 303, headers });
}

async function changeDigest({ request, context }: FormArgs) {
  const admin = requireAdmin(context);
  // A checkbox that is off is not sent, or empty (DA-4).
  const wanted = Boolean((await request.formData()).get('digest'));
  await saveDigest(admin, wanted);
  return redirectWithFlash(ACCOUNT, wanted ? 'digest-on' : 'digest-off');
}

async function endOtherSessions({ request, context }: FormArgs) {
  const admin = requireAdmin(context);
  await signOutElsewhere(admin, await getSignInClient(request, context, ''));
  return redirectWithFlash(ACCOUNT, 'signed-out-everywhere');
}

export function readPasswordPage({ context }: PageArgs) {
  const { email, language } = requireAdmin(context);
  const messages = account[language];
  const { failed } = resetErrors[language];
  const { password, confirmation } = resetPassword[language];
  const head = { ...adminPages[language].password, title: messages.password.link };
  return { head, email, messages, fields: { password, confirmation, failed } };
}

export const changeOwnPassword = confirmedChange(async (posted) => {
  const { admin, field, client, cookies, refuse } = posted;
  const given = {
    current: field('current_password'),
    password: field('password'),
    confirmation: field('confirm_password'),
  };
  const result = await changePassword(admin, given, client);
  if ('kind' in result) return refuse(presentAccountError(result, admin.language));
  const session = sessionCookie().serialize(result.session);
  return redirectWithFlash(ACCOUNT, 'password-updated', { cookies: [session, ...cookies] });
});

export async function readTwoStepPage({ context }: PageArgs) {
  const admin = requireAdmin(context);
  const messages = account[admin.language];
  const { secondFactor } = await readOwnAccount(admin);
  const head = { ...adminPages[admin.language].twoStep, title: messages.twoStep.heading };
  return { head, messages, offer: secondFactor ? null : offerSecondFactor(admin) };
}

export const changeTwoStep = confirmedChange(async (posted) => {
  const { admin, field, client, cookies, refuse } = posted;
  const [setup, code, current] = [field('setup'), field('code'), field('current_password')];
  if (!setup) {
    const error = await turnOffSecondFactor(admin, current, client);
    if (error) return refuse(presentAccountError(error, admin.language));
    return redirectWithFlash(ACCOUNT, 'second-factor-off', { cookies });
  }
  const result = await turnOnSecondFactor(admin, { setup, code, current }, client);
  if ('kind' in result) return refuse(presentAccountError(result, admin.language));
  const headers = await withCookies([flashCookie('second-factor-on'), ...cookies]);
  return data({ codes: result.codes }, { headers });
});

interface PostedForm {
  admin: SignedInAdmin;
  field: (name: string) => string;
  client: SignInClient;
  cookies: readonly string[];
  refuse: (error: ShownError) => ReturnType<typeof refuseChange>;
}

/** What a borrowed browser must not do: its form asks for the password. */
function confirmedChange<Answer>(change: (posted: PostedForm) => Promise<Answer>) {
  return async ({ request, context }: FormArgs) => {
    const admin = requireAdmin(context);
    const form = await request.formData();
    const field = (name: string) => String(form.get(name) ?? '');
    const { id, cookies } = await ensureBrowserId(request);
    // The same key again after a refusal: the app has it already.
    const offer = describeOffer(admin, field('setup'));
    const refuse = (error: ShownError, status?: number) =>
      refuseChange(error, offer, cookies, status);
    try {
      const client = await getSignInClient(request, context, id);
      return await change({ admin, field, client, cookies, refuse });
    } catch (error) {
      if (!(error instanceof PasswordsBusy)) throw error;
      const { message } = signInMessages[admin.language].busy;
      return refuse({ field: null, message, retryAfterSeconds: AUTH.passwordBusySeconds }, 503);
    }
  };
}

async function refuseChange(
  { field, message, retryAfterSeconds = 0 }: ShownError,
  offer: SecondFactorOffer | null,
  cookies: readonly string[],
  status = retryAfterSeconds ? 429 : 422,
) {
  const retry: HeadersInit = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {};
  return data({ field, message, offer }, { status, headers: await withCookies(cookies, retry) });
}
