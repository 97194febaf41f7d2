import { useMemo } from 'react';
import { data, type ShouldRevalidateFunctionArgs as RevalidateArgs } from 'react-router';
import type { Route } from './+types/reset-password.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { flashMessages } from '#app/content/desk/flash-messages.server.ts';
import { resetWords } from '#app/content/desk/reset-password.server.ts';
import { MOTION } from '#app/ui/site-limits.ts';
import { findPasswordForm } from '#app/domain/accounts/password-reset.server.ts';
import { readCookie, takeFlashMessage, withCookies } from '#app/http/cookies.server.ts';
import { meetBrowser, passwordFormCookie } from '#app/http/sign-in-cookies.server.ts';
import { staffLanguage } from '#app/http/staff-language.server.ts';
import { answerReset } from '#app/routes/admin/reset-password/reset-action.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { AuthPageHead } from '#app/routes/admin/auth-page/auth-page-head.tsx';
import { AuthPage } from '#app/routes/admin/auth-page/auth-page.tsx';
import { PasswordReset } from './password-reset.tsx';
import { PasswordSet } from './password-set.tsx';
import { OTHER_ACCOUNT, resetAnswerToShow } from './reset-answer.ts';
import '#app/styles/desk.css';

const REDIRECT_SECONDS = MOTION.passwordSetRedirectMs / 1000;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  const kept = ['Retry-After', 'Refresh'].map((name) => [
    name,
    actionHeaders.get(name) ?? loaderHeaders.get(name),
  ]);
  return Object.fromEntries(kept.filter(([, value]) => value)) as Record<string, string>;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { token, cookies } = await meetBrowser(request);
  const said = await takeFlashMessage(request);
  const open = await findPasswordForm(await readCookie(request, passwordFormCookie()));
  const done = said.notice === 'password-updated';
  const language = staffLanguage(context);
  const words = resetWords(language);
  const page = {
    head: { ...adminPages[language].resetPassword, title: words.title },
    words,
    token,
    email: open?.admin.email ?? null,
    done: done ? flashMessages[language]['password-updated'] : null,
  };
  // Browsers without scripts follow this header where others count the seconds (ledger RP-5).
  const refresh: HeadersInit = done ? { Refresh: `${REDIRECT_SECONDS}; url=/admin` } : {};
  return data(page, { headers: await withCookies([...cookies, ...said.cookies], refresh) });
}

export function action(args: Route.ActionArgs) {
  return answerReset(args);
}

/** What was typed stays typed, and a link can be sent again (RP-5). */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const link = !(await request.clone().formData()).has('password');
  return answerOr(serverAction, () => ({ unanswered: true as const, link }));
}

/** The form of another account is no longer right: the page asks again whose it is. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: RevalidateArgs) {
  return defaultShouldRevalidate || actionStatus === OTHER_ACCOUNT;
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { done, words } = loaderData;
  const toast = useToast('success', done);
  const answer = useMemo(
    () => resetAnswerToShow(actionData, words.faults.failed),
    [actionData, words],
  );
  return (
    <AuthPage>
      <Toasts messages={toast} />
      <AuthPageHead title={words.title} />
      {done ? <PasswordSet words={words} /> : <PasswordReset page={loaderData} answer={answer} />}
    </AuthPage>
  );
}
