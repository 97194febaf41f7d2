import { data, href, redirect, redirectDocument } from 'react-router';
import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import type { Language } from '#app/content/language.ts';
import {
  formatBlockedMessage,
  getAuthPageHeads,
  getSecondStepMessages,
  getSignInMessages,
  secondStep,
  signedOut,
  signInMessages,
  signIn as signInTexts,
} from '#app/content/messages/auth.server.ts';
import { flashMessages } from '#app/content/messages/flash-messages.server.ts';
import { requestReset } from '#app/domain/accounts/access-links.server.ts';
import { findPasskeyObstacle, signInWithPasskey } from '#app/domain/accounts/passkeys.server.ts';
import { isPostedFormStored, restorePostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import { readSessionEnd } from '#app/domain/accounts/sessions.server.ts';
import {
  createSecondStepToken,
  delayResponse,
  findSecondStepAdmin,
  signIn,
  signInWithCode,
  type SignInResult,
} from '#app/domain/accounts/sign-in.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { isEmailAddress, normaliseEmail } from '#app/domain/plain-text.ts';
import { getLockedSeconds } from '#app/domain/rate-limits.server.ts';
import {
  endCookie,
  getSessionCookie,
  readCookie,
  readSessionCookie,
  withCookies,
} from '#app/http/cookies.server.ts';
import { getStaffLanguage } from '#app/http/request-context.server.ts';
import { reportStoreError } from '#app/http/responses.server.ts';
import { serializeFlashCookie, takeFlash } from '#app/routes/flash.server.ts';
import {
  endReturnToCookie,
  ensureBrowserId,
  getSecondStepCookie,
  parseSignInClient,
  readReturnNote,
  readReturnTo,
  serializeDeviceCookies,
} from '#app/routes/sign-in-cookies.server.ts';
import type { Route } from './+types/sign-in.ts';

type Step = 'login' | 'forgot' | 'code' | 'passkey';

function getStep(url: URL): Step {
  if (url.pathname === href('/admin/code')) return 'code';
  if (url.pathname === href('/admin/passkey')) return 'passkey';
  return url.searchParams.has('forgot') ? 'forgot' : 'login';
}

export function loadSignInPage({ request, context, url }: Route.LoaderArgs) {
  const step = getStep(url);
  const language = getStaffLanguage(context);
  return step === 'code'
    ? loadCodePage(request, language)
    : loadLoginPage(request, context, step === 'forgot' ? step : 'login', language);
}

async function loadLoginPage(
  request: Request,
  context: Route.LoaderArgs['context'],
  step: 'login' | 'forgot',
  language: Language,
) {
  const { title, forgotTitle } = signInTexts[language];
  const { id, token, cookies } = await ensureBrowserId(request);
  const { message } = takeFlash(context);
  return data(
    {
      step,
      head: {
        ...getAuthPageHeads(language).signIn,
        title: step === 'forgot' ? forgotTitle : title,
      },
      messages: getSignInMessages(language),
      token,
      hasPasskeys: findPasskeyObstacle() === null,
      lockedSeconds: await getLockedSeconds(id),
      flash: message && flashMessages[language][message],
      sessionEnd: await describeSessionEnd(request, language),
    },
    { headers: await withCookies(cookies) },
  );
}

async function loadCodePage(request: Request, language: Language) {
  const stepToken = await readCookie(request, getSecondStepCookie());
  if (!(await findSecondStepAdmin(stepToken))) throw redirect(href('/admin'), 303);
  const { token, cookies } = await ensureBrowserId(request);
  const messages = getSecondStepMessages(language);
  const head = { ...getAuthPageHeads(language).secondStep, title: messages.title };
  const emptyNotices = { lockedSeconds: 0, flash: null, sessionEnd: null };
  return data(
    { step: 'code' as const, head, messages, token, hasPasskeys: false, ...emptyNotices },
    { headers: await withCookies(cookies) },
  );
}

/** Returns the login page's notice of a session that has ended; null if no session has. */
async function describeSessionEnd(request: Request, language: Language) {
  const token = await readSessionCookie(request);
  const sessionEnd = await readSessionEnd(token);
  const note = await readReturnNote(request);
  if (!sessionEnd && (token || !note?.wasAtDesk)) return null;
  const texts = signedOut[language];
  const reason = texts.reasons[sessionEnd?.reason ?? 'unknown']({
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    maxSessions: AUTH.sessionsPerAdmin,
  });
  const form = note?.form && (await isPostedFormStored(note.form.id)) ? note.form : null;
  const sentences = [reason, form ? texts.draft(DESK.draftHours) : texts.logInAgain];
  if (form?.hasFiles) sentences.push(texts.files);
  return { title: texts.title, text: sentences.join(' ') };
}

export interface SignInError {
  title: string;
  message: string;
  email: string;
  fields: ('email' | 'password')[];
  lockedSeconds: number;
}

export async function submitSignIn({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  const step = getStep(url);
  const language = getStaffLanguage(context);
  const email = normaliseEmail(getText(form, 'email'));
  const refuse = ({ status, retryAfterSeconds, ...error }: Refusal) => {
    const body = { email, fields: [], lockedSeconds: 0, ...error } satisfies SignInError;
    const headers: HeadersInit = retryAfterSeconds ? { 'Retry-After': `${retryAfterSeconds}` } : {};
    return data(body, { status, headers });
  };
  try {
    const strategy = new SignInStrategy(() => handleStep(step, email, form, { request, context }));
    const strategyName = step === 'passkey' ? 'passkey' : 'password';
    const result = await new Authenticator<StepResult>()
      .use(strategy, strategyName)
      .authenticate(strategyName, new Request(url));
    switch (result.kind) {
      case 'signed-in':
        return await redirectToDesk(request, result, language);
      case 'second-step': {
        const cookie = getSecondStepCookie().serialize(createSecondStepToken(result.admin));
        const headers = await withCookies([cookie]);
        return redirect(href('/admin/code'), { status: 303, headers });
      }
      case 'reset-sent': {
        const headers = await withCookies([serializeFlashCookie('reset-sent')]);
        return redirect(`${href('/admin')}?forgot`, { status: 303, headers });
      }
      default:
        return refuse(toRefusal(result, step, language));
    }
  } catch (error) {
    const status = reportStoreError('sign-in-store', error);
    const { resetFailed, busy } = signInMessages[language];
    return refuse({ ...(step === 'forgot' ? resetFailed : busy), status });
  }
}

type StepResult =
  | SignInResult
  /** The same whether the email is known or not (ledger AL-7). */
  | { kind: 'reset-sent' }
  | { kind: 'invalid'; fields: SignInError['fields'] }
  | { kind: 'wrong-token' };

// remix-auth copies the request that it is given, which fails once the body has been read. It gets the
// URL alone; the form comes with the function.
class SignInStrategy extends Strategy<StepResult, Request> {
  override name = 'desk';
  override authenticate(request: Request): Promise<StepResult> {
    return this.verify(request);
  }
}

async function handleStep(
  step: Step,
  email: string,
  form: FormData,
  { request, context }: Pick<Route.ActionArgs, 'request' | 'context'>,
): Promise<StepResult> {
  const password = getText(form, 'password');
  const fields = findInvalidFields(step, email, password);
  if (fields.length > 0) return { kind: 'invalid', fields };
  const startedAtMs = performance.now();
  try {
    const client = await parseSignInClient(request, form, context);
    if (!client) return { kind: 'wrong-token' };
    if (step === 'passkey') return await signInWithPasskey(getText(form, 'response'), client);
    if (step === 'login') return await signIn(email, password, client);
    if (step === 'code') {
      const admin = await findSecondStepAdmin(await readCookie(request, getSecondStepCookie()));
      if (!admin) return { kind: 'wrong-token' };
      return await signInWithCode(admin, getText(form, 'code'), client);
    }
    await requestReset(email, client);
    return { kind: 'reset-sent' };
  } finally {
    await delayResponse(startedAtMs);
  }
}

function findInvalidFields(step: Step, email: string, password: string): SignInError['fields'] {
  const fields: SignInError['fields'] = [];
  const hasEmail = step === 'login' || step === 'forgot';
  if (hasEmail && (email.length > AUTH.emailMax || !isEmailAddress(email))) {
    fields.push('email');
  }
  if (step === 'login' && [...password].length < AUTH.passwordMin) fields.push('password');
  return fields;
}

/** Leads to the page that the site itself has noted in a sealed cookie, never to a URL from outside. */
async function redirectToDesk(
  request: Request,
  { admin, session, device }: Extract<SignInResult, { kind: 'signed-in' }>,
  pageLanguage: Language,
): Promise<Response> {
  const { form } = (await readReturnNote(request)) ?? {};
  if (form) await restorePostedForm(form.id, admin.id, session);
  // A document has one language: another language needs another document.
  const redirectTo = pageLanguage === admin.language ? redirect : redirectDocument;
  return redirectTo((await readReturnTo(request, admin.id)) ?? href('/admin/dashboard'), {
    status: 303,
    headers: await withCookies([
      getSessionCookie().serialize(session),
      endCookie(getSecondStepCookie()),
      endReturnToCookie(),
      ...serializeDeviceCookies(request, admin.email, device),
      serializeFlashCookie('welcome'),
    ]),
  });
}

type Refusal = Pick<SignInError, 'title' | 'message'> &
  Partial<SignInError> & { status: number; retryAfterSeconds?: number };

function toRefusal(
  result: Exclude<StepResult, { kind: 'signed-in' | 'second-step' | 'reset-sent' }>,
  step: Step,
  language: Language,
): Refusal {
  const messages = signInMessages[language];
  switch (result.kind) {
    case 'invalid': {
      const { fields } = result;
      return { ...messages[fields[0] ?? 'email'], fields, status: 422 };
    }
    case 'wrong-token':
      return { ...messages.security, status: 403 };
    case 'busy':
      return { ...messages.busy, status: 503, retryAfterSeconds: AUTH.passwordBusySeconds };
    case 'unauthorized': {
      const { title, message } = messages.failed;
      const { wrong } = secondStep[language];
      return { title, message: step === 'code' ? wrong : message, status: 401 };
    }
    case 'locked': {
      const lockedSeconds = Math.ceil(result.remainingMs / 1000);
      const blocked = formatBlockedMessage(Math.ceil(lockedSeconds / 60), language);
      const message = result.isNew ? messages.locked : blocked;
      // A passkey's lock leaves the password alone.
      const lock = step === 'passkey' ? {} : { lockedSeconds };
      return { ...message, ...lock, status: 429, retryAfterSeconds: lockedSeconds };
    }
  }
}

function getText(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}
