import { storeErrorStatus } from '#app/http/responses.server.ts';
import { data, href, redirect, redirectDocument } from 'react-router';
import type { Route } from './+types/sign-in.ts';
import { adminPages } from '#app/content/words/desk.server.ts';
import { flashMessages } from '#app/content/words/flash-messages.server.ts';
import { secondsLocked } from '#app/domain/sign-in/lockout.server.ts';
import type { Language } from '#app/content/language.ts';
import { endCookie, flashCookie, takeFlashMessage, withCookies } from '#app/http/cookies.server.ts';
import {
  clientOfForm,
  deviceCookies,
  endWayBackCookie,
  meetBrowser,
  readSessionCookie,
  readWayBack,
  secondStepCookie,
  sessionCookie,
  wasAtDesk,
} from '#app/http/sign-in-cookies.server.ts';
import { type RestoredDraft, leaveDraft, sealDraft } from '#app/domain/sign-in/drafts.server.ts';
import {
  type Refused,
  type SignedIn,
  SignInRefused,
  authenticate,
  authenticateCode,
} from '#app/routes/auth/authenticator.server.ts';
import {
  blockedMessage,
  secondStep,
  signedOut,
  signIn,
  signInMessages,
  signInWords,
} from '#app/content/words/auth.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { requestReset } from '#app/domain/accounts/password-reset.server.ts';
import { isEmailAddress, normaliseEmail } from '#app/domain/email-address.ts';
import { holdAnswer } from '#app/domain/sign-in/sign-in.server.ts';
import { requestContext, staffLanguage } from '#app/http/request-context.server.ts';
import { readSessionEnd } from '#app/domain/sign-in/sessions.server.ts';
import { grantSecondStep } from '#app/domain/sign-in/second-factor.server.ts';
import { type CarriedDraft, type SignInAnswer, draftIn } from './auth-answers.ts';

/** Meets the browser: gives it a name, and says whether it is locked out (ledger AL-6). */
export async function readSignInPage({ request, context, url }: Route.LoaderArgs) {
  const language = staffLanguage(context);
  const forgot = url.searchParams.has('forgot');
  const { title, forgotTitle } = signIn[language];
  const browser = await meetBrowser(request);
  const { notice, cookies } = await takeFlashMessage(request);
  return data(
    {
      head: { ...adminPages[language].signIn, title: forgot ? forgotTitle : title },
      words: signInWords(language),
      token: browser.token,
      forgot,
      lockedSeconds: await secondsLocked(browser.id),
      notice: notice && flashMessages[language][notice],
      signedOut: await describeSessionEnd(request, language),
    },
    { headers: await withCookies([...browser.cookies, ...cookies]) },
  );
}

/** Logs in, asks for a link, or takes a draft that was sent on from the desk. */
export async function answerSignIn({ request, context, url }: Route.ActionArgs) {
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
    if (error instanceof SignInRefused) {
      const { answer, status, retry } = answerOf(error.refused, language);
      return refuse({ ...answer, draft }, status, retry);
    }
    const status = storeErrorStatus('sign-in-store', error);
    const text = signInMessages[language][forgot ? 'resetFailed' : 'busy'];
    return refuse({ ...text, email: '', draft }, status);
  }
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

export async function answerCode({
  request,
  context,
}: Pick<Route.ActionArgs, 'request' | 'context'>) {
  const spoken = staffLanguage(context);
  const draft = await draftIn(request);
  if (draft && !(await request.clone().formData()).has('code')) {
    return data({ carried: true, draft } satisfies CarriedDraft);
  }
  try {
    return await welcome(request, await authenticateCode(request, context), { spoken, draft });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    const { answer, status, retry } = answerOf(error.refused, spoken);
    const { wrong } = secondStep[spoken];
    const message = error.refused.kind === 'failed' ? wrong : answer.message;
    return refuse({ ...answer, message, draft }, status, retry);
  }
}

/**
 * The answer to a login that went through: the dashboard, or the page of it that the login was
 * asked for. Never an address from outside: the way back is sealed by the site itself. `spoken` is
 * the language of the login: another one is that of another document. `draft` is a form that was
 * sent when the session had ended, as the login page carried it.
 */
async function welcome(
  request: Request,
  passed: SignedIn,
  { spoken, draft }: { spoken: Language; draft: string | undefined },
): Promise<Response> {
  const { admin, session, device } = passed;
  if (draft) await leaveDraft(session, admin.id, draft);
  const lead = spoken === admin.language ? redirect : redirectDocument;
  return lead((await readWayBack(request, admin.id)) ?? href('/admin/dashboard'), {
    status: 303,
    headers: await withCookies([
      sessionCookie().serialize(session),
      endCookie(secondStepCookie()),
      endWayBackCookie(),
      ...deviceCookies(request, admin.email, device),
      flashCookie('welcome'),
    ]),
  });
}

function answerOf(
  refused: Refused,
  language: Language,
): { answer: SignInAnswer; status: number; retry: number } {
  const { email } = refused;
  const messages = signInMessages[language];
  const say = (words: { title: string; message: string }, status: number, retry = 0) => ({
    answer: { ...words, email, fields: [] as SignInAnswer['fields'], lockedSeconds: 0 },
    status,
    retry,
  });
  switch (refused.kind) {
    case 'shape': {
      const shown = say(messages[refused.fields[0] ?? 'email'], 422);
      return { ...shown, answer: { ...shown.answer, fields: refused.fields } };
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
      const shown = say(words, 429, seconds);
      return { ...shown, answer: { ...shown.answer, lockedSeconds: seconds } };
    }
  }
}

function refuse(
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

/** The same answer whether the address is known or not (ledger AL-7). */
async function askForReset(request: Request, context: Route.ActionArgs['context']) {
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

/** The form that toLogin() sent on, sealed for whoever wrote it; undefined where nobody knows who did. */
async function carryDraft(request: Request, form: string): Promise<string | undefined> {
  const ended = await readSessionEnd(await readSessionCookie(request));
  const { draft, ...fields } = Object.fromEntries(
    await request.formData(),
  ) as RestoredDraft['fields'];
  // Where the cookie is gone, the form says itself whose it is, and which.
  const [, admin, named] = /^(\d{1,15}) ([\w-]+ \d{0,15})$/.exec(draft ?? '') ?? [];
  const owner = ended?.adminId ?? Number(admin ?? Number.NaN);
  if (Number.isNaN(owner)) return undefined;
  return sealDraft(owner, { form: named ?? `${form} ${fields['enquiry']}`, fields });
}

export interface SessionEndWords {
  title: string;
  reason: string;
  /** What comes of it: the way back, or with a form that was sent when it had ended. */
  back: string;
  draft: string;
}

/** Why a browser's session ended behind its back and what comes of it; null when it did not. */
async function describeSessionEnd(
  request: Request,
  language: Language,
): Promise<SessionEndWords | null> {
  const token = await readSessionCookie(request);
  const ended = await readSessionEnd(token);
  if (!ended && (token || !(await wasAtDesk(request)))) return null;
  const { title, reasons, draft, back } = signedOut[language];
  const reason = reasons[ended?.reason ?? 'lost']({
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    most: AUTH.sessionsPerAdmin,
  });
  return { title, reason, back, draft: draft(DESK.draftMinutes) };
}
