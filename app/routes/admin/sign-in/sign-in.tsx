import { useMemo } from 'react';
import { data, href, redirect } from 'react-router';
import type { Route } from './+types/sign-in.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { flashMessages } from '#app/content/desk/flash-messages.server.ts';
import { signIn, signInMessages, signInWords } from '#app/content/desk/sign-in.server.ts';
import type { Language } from '#app/content/language.ts';
import { browserKey, findMetLimit } from '#app/domain/rate-limits.server.ts';
import { SECOND, steadyNow } from '#app/domain/clock.server.ts';
import { grantSecondStep } from '#app/domain/sign-in/second-factor.server.ts';
import { takeFlashMessage, withCookies } from '#app/http/cookies.server.ts';
import { meetBrowser, secondStepCookie } from '#app/http/sign-in-cookies.server.ts';
import { staffLanguage } from '#app/http/staff-language.server.ts';
import { storeErrorStatus } from '#app/http/response/store-error-status.server.ts';
import {
  SignInRefused,
  authenticate,
} from '#app/routes/admin/authenticator/authenticator.server.ts';
import { describeSessionEnd } from '#app/routes/admin/sign-in/session-end.server.ts';
import { welcome } from '#app/routes/admin/sign-in/sign-in-response.server.ts';
import { database } from '#db/database.server.ts';
import { answerOr, typedIn } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { ForgotForm } from './forgot-form.tsx';
import { AuthPage } from '#app/routes/admin/auth-page/auth-page.tsx';
import { useAuthPageFrame } from '#app/routes/admin/auth-page/use-auth-page-frame.ts';
import { carryDraft } from '#app/routes/admin/frame/signed-out.server.ts';
import { askForReset } from '#app/routes/admin/sign-in/ask-for-reset.server.ts';
import { answerOf, refuse } from '#app/routes/admin/sign-in/refused-sign-in.server.ts';
import {
  type CarriedDraft,
  type UnansweredSignIn,
  answerToShow,
  draftIn,
} from './sign-in-answer.ts';
import { LoginForm } from './login-form.tsx';
import { SignedOut } from './signed-out.tsx';
import '#app/styles/desk.css';

/** Its posts wait apart from all other work: see the front door. */
export const handle = { answersLate: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retry = actionHeaders.get('Retry-After');
  return retry ? { 'Retry-After': retry } : {};
}

/** Meets the browser: gives it a name, and says whether it is locked out (ledger AL-6). */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const language = staffLanguage(context);
  const forgot = url.searchParams.has('forgot');
  const { title, forgotTitle } = signIn[language];
  const browser = await meetBrowser(request);
  const { notice, cookies } = await takeFlashMessage(request);
  const lock = await findMetLimit(database(), [browserKey(browser.id)], steadyNow());
  return data(
    {
      head: { ...adminPages[language].signIn, title: forgot ? forgotTitle : title },
      words: signInWords(language),
      token: browser.token,
      forgot,
      lockedSeconds: Math.ceil((lock?.waitMs ?? 0) / SECOND),
      notice: notice && flashMessages[language][notice],
      signedOut: await describeSessionEnd(request, language),
    },
    { headers: await withCookies([...browser.cookies, ...cookies]) },
  );
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = url.searchParams.get('draft');
  if (form !== null) {
    const draft = await carryDraft(request, form);
    return data({ carried: true, draft } satisfies CarriedDraft);
  }
  const forgot = url.searchParams.has('forgot');
  const language = staffLanguage(context);
  const draft = await draftIn(request);
  try {
    return forgot ? await askForReset(request, context) : await logIn(request, context, draft);
  } catch (error) {
    if (error instanceof SignInRefused) return refuse(...answered(error, language, draft));
    const status = storeErrorStatus('sign-in-store', error);
    const said = signInMessages[language][forgot ? 'resetFailed' : 'busy'];
    return refuse({ ...said, email: '', draft }, status);
  }
}

/** What was typed stays typed (AL-5, AL-7). */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const email = await typedIn(request, 'email');
  const draft = await draftIn(request);
  return answerOr(serverAction, (unanswered): UnansweredSignIn => ({ unanswered, email, draft }));
}

async function logIn(request: Request, context: Route.ActionArgs['context'], draft?: string) {
  const passed = await authenticate(request, context);
  const spoken = staffLanguage(context);
  if (passed.kind === 'signed-in') return welcome(request, passed, { spoken, draft });
  const note = secondStepCookie().serialize(grantSecondStep(passed.admin));
  const headers = await withCookies([note]);
  // The browser sends a draft on.
  return redirect(href('/admin/code'), { status: draft ? 307 : 303, headers });
}

function answered({ refused }: SignInRefused, language: Language, draft?: string) {
  const { answer, status, retry } = answerOf(refused, language);
  return [{ ...answer, draft }, status, retry] as const;
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { forgot, token, notice, words } = loaderData;
  const { failures } = useAuthPageFrame();
  const answer = useMemo(() => {
    const said = forgot ? words.resetFailed : { title: words.failed };
    return answerToShow(actionData, { failures, said });
  }, [actionData, failures, forgot, words]);
  const lockedSeconds = answer?.lockedSeconds || loaderData.lockedSeconds;
  const toast = useToast(answer ? 'error' : (notice?.tone ?? 'neutral'), answer ?? notice);
  return (
    <AuthPage>
      <Toasts messages={toast} />
      <SignedOut why={loaderData.signedOut} hasDraft={Boolean(actionData?.draft)} />
      {forgot ? (
        <ForgotForm token={token} answer={answer} words={words} />
      ) : (
        <LoginForm
          token={token}
          answer={answer}
          draft={actionData?.draft}
          lockedSeconds={lockedSeconds}
          words={words}
        />
      )}
    </AuthPage>
  );
}
