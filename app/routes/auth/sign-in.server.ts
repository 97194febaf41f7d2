import { data, href, redirect, redirectDocument, replace } from 'react-router';
import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import type { Language } from '#app/content/language.ts';
import {
  formatLockTexts,
  getAuthPageDescriptions,
  getSecondStepTexts,
  getSignInTexts,
  secondStepPage,
  signedOut,
  signInPage,
  signInTexts,
} from '#app/content/texts/auth.server.ts';
import { flashTexts } from '#app/content/texts/flash-texts.server.ts';
import { requestPasswordReset } from '#app/domain/accounts/access-links.server.ts';
import { findPasskeyConfigError, signInWithPasskey } from '#app/domain/accounts/passkeys.server.ts';
import { findSignedInAdmin, readSessionEnd } from '#app/domain/accounts/sessions.server.ts';
import {
  createSecondStepToken,
  delayResponseRandomly,
  findSecondStepAdmin,
  signIn,
  signInWithCode,
  type PasswordResult,
  type SignedIn,
} from '#app/domain/accounts/sign-in.server.ts';
import { countEvent } from '#app/domain/audit.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { hasEmailSyntax, normaliseEmail } from '#app/domain/plain-text.ts';
import { readBrowserLockSeconds } from '#app/domain/rate-limits.server.ts';
import {
  createCookieHeaders,
  getSessionCookie,
  readCookie,
  readSessionCookie,
  serializeExpiredCookie,
} from '#app/http/cookies.server.ts';
import { readForm } from '#app/http/forms.server.ts';
import { requestContext, requireStaffLanguage } from '#app/http/request-context.server.ts';
import { reportOrRethrowStoreError } from '#app/http/responses.server.ts';
import type { RefusedSignIn, SignInError } from '#app/routes/auth/sign-in-forms.tsx';
import { serializeFlashCookie, takeFlash } from '#app/routes/flash.server.ts';
import {
  ensureBrowserId,
  getSecondStepCookie,
  readReturnNote,
  serializeDeviceCookie,
  serializeExpiredReturnNote,
  serializeExpiredSurplusDevices,
  verifySignInClient,
} from '#app/routes/sign-in-cookies.server.ts';
import type { Route } from './+types/sign-in.ts';

type Step = 'login' | 'forgot' | 'code' | 'passkey';

/** The page of a step. The form of the login page needs no parameter, and a passkey is used on that page. */
function getStep({ searchParams }: URL): Exclude<Step, 'passkey'> {
  if (searchParams.has('code')) return 'code';
  return searchParams.has('forgot') ? 'forgot' : 'login';
}

/** Redirects an admin with a session from the login to the desk (D-1). A form of the page is answered all the same. */
export const leadSignedInToDesk: Route.MiddlewareFunction = async ({ request, url }) => {
  if (request.method !== 'GET' || getStep(url) !== 'login') return;
  const admin = await findSignedInAdmin(await readSessionCookie(request));
  // Another document: the desk may be in another language.
  if (admin) throw redirectDocument(href('/admin/dashboard'), 303);
};

/**
 * Loads the page of a step: login, forgotten password, or code of the second step. The page of the code redirects to the
 * login unless the password was typed before. The others take the flash message. Sets the cookie of the browser.
 */
export async function loadSignInStep({ request, context, url }: Route.LoaderArgs) {
  const step = getStep(url);
  const language = requireStaffLanguage(context);
  if (step === 'code') return loadCodePage(request, language);

  const { page, newCookies } = await readLoginPage(request, step, language);
  const { message } = takeFlash(context);
  const flash = message && flashTexts[language][message];
  const sessionEnd = await describeSessionEnd(request, language);
  return data({ ...page, flash, sessionEnd }, { headers: await createCookieHeaders(newCookies) });
}

/** Loads the page of the login or of a forgotten password. The caller must set `newCookies`. */
export async function readLoginPage(
  request: Request,
  step: 'login' | 'forgot',
  language: Language,
) {
  const texts = signInPage[language];
  const title = step === 'forgot' ? texts.forgotTitle : texts.title;
  const { browserId, csrfToken, newCookies } = await ensureBrowserId(request);

  const page = {
    step,
    head: { title, description: getAuthPageDescriptions(language).signIn },
    texts: getSignInTexts(language),
    token: csrfToken,
    hasPasskeys: findPasskeyConfigError() === null,
    lockedSeconds: await readBrowserLockSeconds(browserId),
  };
  return { page, newCookies };
}

async function loadCodePage(request: Request, language: Language) {
  const stepToken = await readCookie(request, getSecondStepCookie());
  if (!(await findSecondStepAdmin(stepToken))) throw redirect(href('/admin'), 303);

  const { csrfToken, newCookies } = await ensureBrowserId(request);
  const texts = getSecondStepTexts(language);
  const page = {
    step: 'code' as const,
    head: { title: texts.title, description: getAuthPageDescriptions(language).secondStep },
    texts,
    token: csrfToken,
    hasPasskeys: false,
    lockedSeconds: 0,
    flash: null,
    sessionEnd: null,
  };
  return data(page, { headers: await createCookieHeaders(newCookies) });
}

/**
 * Returns the notice of a session that ended by itself or by others, or lost its cookie; null after a logout and
 * without an earlier session.
 */
export async function describeSessionEnd(
  request: Request,
  language: Language,
): Promise<{ title: string; text: string } | null> {
  const token = await readSessionCookie(request);
  const sessionEnd = await readSessionEnd(token);

  const note = await readReturnNote(request);
  const hasLostCookie = token === null && note?.wasAtDesk;
  if (!sessionEnd && !hasLostCookie) return null;

  const texts = signedOut[language];
  const reason = texts.reasons[sessionEnd?.reason ?? 'unknown']({
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    maxSessions: AUTH.sessionsPerAdmin,
  });
  return { title: texts.title, text: `${reason} ${texts.logInAgain}` };
}

/**
 * Signs in, asks for the second step or sends a reset link, and redirects. Returns the error after a failure. Delays
 * the response by a random time (AL-4), except for invalid fields. Rethrows an error that is not of the database.
 */
export async function submitSignInStep(
  args: Route.ActionArgs,
): Promise<Response | ReturnType<typeof data<RefusedSignIn>>> {
  const { request, context, url } = args;
  const { fields: form } = await readForm(args);
  const language = requireStaffLanguage(context);
  const step: Step = form.has('response') ? 'passkey' : getStep(url);
  const email = normaliseEmail(getText(form, 'email'));

  const strategy = new SignInStrategy({ request, context, form, step, email });
  const authenticator = new Authenticator<StepResult>().use(strategy);
  // The library copies the request, whose body has been read already.
  const result = await authenticator.authenticate(strategy.name, new Request(request.url));

  switch (result.kind) {
    case 'signed-in':
      return redirectToDesk(request, result, language);
    case 'second-step': {
      const cookie = getSecondStepCookie().serialize(createSecondStepToken(result.admin));
      const headers = await createCookieHeaders([cookie]);
      return replace(`${href('/admin')}?code`, { status: 303, headers });
    }
    case 'reset-sent': {
      const headers = await createCookieHeaders([serializeFlashCookie('reset-sent')]);
      return redirect(`${href('/admin')}?forgot`, { status: 303, headers });
    }
    default:
      return refuse(email, toRefusal(result, step, language));
  }
}

type StepResult =
  | PasswordResult
  /** The same whether the email is known or not (AL-7). */
  | { kind: 'reset-sent' }
  | { kind: 'invalid'; fields: SignInError['fields'] }
  | { kind: 'wrong-token' }
  | { kind: 'store-failed'; status: number };

interface SubmittedStep extends Pick<Route.ActionArgs, 'request' | 'context'> {
  form: FormData;
  step: Step;
  email: string;
}

/** A login by the fields of its form, which have been read already. */
class SignInStrategy extends Strategy<StepResult, SubmittedStep> {
  override name = 'desk';
  readonly #submitted: SubmittedStep;

  constructor(submitted: SubmittedStep) {
    super(attemptStep);
    this.#submitted = submitted;
  }

  override authenticate(): Promise<StepResult> {
    return this.verify(this.#submitted);
  }
}

async function attemptStep(submitted: SubmittedStep): Promise<StepResult> {
  const fields = findInvalidFields(submitted);
  if (fields.length > 0) return { kind: 'invalid', fields };

  const startedAtMs = performance.now();
  try {
    return await runStep(submitted);
  } catch (error) {
    return { kind: 'store-failed', status: reportOrRethrowStoreError('sign-in-store', error) };
  } finally {
    // The duration of the response must not tell whether an account exists (AL-4).
    await delayResponseRandomly(startedAtMs);
  }
}

async function runStep(submitted: SubmittedStep): Promise<StepResult> {
  const { step, email, form, request, context } = submitted;
  const client = await verifySignInClient(request, form, context);
  if (!client) {
    countEvent(context.get(requestContext), 'login.token');
    return { kind: 'wrong-token' };
  }

  switch (step) {
    case 'login':
      return signIn(email, getText(form, 'password'), client);
    case 'passkey':
      return signInWithPasskey(getText(form, 'response'), client);
    case 'code': {
      const admin = await findSecondStepAdmin(await readCookie(request, getSecondStepCookie()));
      if (!admin) return { kind: 'wrong-token' };
      return signInWithCode(admin, getText(form, 'code'), client);
    }
    case 'forgot':
      await requestPasswordReset(email, client);
      return { kind: 'reset-sent' };
  }
}

function findInvalidFields({ step, email, form }: SubmittedStep): SignInError['fields'] {
  const fields: SignInError['fields'] = [];
  const password = getText(form, 'password');
  const hasEmail = step === 'login' || step === 'forgot';
  const isValidEmail = email.length <= AUTH.emailMax && hasEmailSyntax(email);
  if (hasEmail && !isValidEmail) fields.push('email');
  if (step === 'login' && [...password].length < AUTH.passwordMin) fields.push('password');
  return fields;
}

/** Redirects only to a path of the site's own sealed cookie, never outside. */
async function redirectToDesk(
  request: Request,
  { admin, sessionToken, deviceToken }: SignedIn,
  pageLanguage: Language,
): Promise<Response> {
  const note = await readReturnNote(request);
  const isNoteForAdmin = note !== null && (note.adminId === null || note.adminId === admin.id);
  const path = isNoteForAdmin ? note.to : href('/admin/dashboard');

  // A document has one language: another language needs another document. Back must not lead to the login, and from
  // there to the desk again.
  const redirectTo = pageLanguage === admin.language ? replace : redirectDocument;

  return redirectTo(path, {
    status: 303,
    headers: await createCookieHeaders([
      getSessionCookie().serialize(sessionToken),
      serializeExpiredCookie(getSecondStepCookie()),
      serializeExpiredReturnNote(),
      serializeDeviceCookie(admin.email, deviceToken),
      ...serializeExpiredSurplusDevices(request, admin.email),
      serializeFlashCookie('welcome'),
    ]),
  });
}

type Refusal = Pick<SignInError, 'title' | 'text'> &
  Partial<SignInError> & { status: number; retryAfterSeconds?: number };

function toRefusal(
  result: Exclude<StepResult, { kind: 'signed-in' | 'second-step' | 'reset-sent' }>,
  step: Step,
  language: Language,
): Refusal {
  const texts = signInTexts[language];
  switch (result.kind) {
    case 'invalid': {
      const [firstField = 'email'] = result.fields;
      return { ...texts[firstField], fields: result.fields, status: 422 };
    }
    case 'wrong-token':
      return { ...texts.security, status: 403 };
    case 'store-failed': {
      const text = step === 'forgot' ? texts.resetFailed : texts.busy;
      return { ...text, status: result.status };
    }
    case 'busy':
      return { ...texts.busy, status: 503, retryAfterSeconds: AUTH.passwordBusySeconds };
    case 'unauthorized': {
      const { title, text } = texts.failed;
      const reason = step === 'code' ? secondStepPage[language].wrong : text;
      return { title, text: reason, status: 401 };
    }
    case 'locked': {
      const retryAfterSeconds = Math.ceil(result.remainingMs / 1000);
      const blocked = formatLockTexts(Math.ceil(retryAfterSeconds / 60), language);
      const message = result.isNew ? texts.locked : blocked;
      // A lock of passkeys leaves the form for the password open.
      const lockedSeconds = step === 'passkey' ? 0 : retryAfterSeconds;
      return { ...message, lockedSeconds, status: 429, retryAfterSeconds };
    }
  }
}

function refuse(email: string, { status, retryAfterSeconds, ...error }: Refusal) {
  const body: RefusedSignIn = {
    kind: 'refused',
    email,
    fields: [],
    lockedSeconds: 0,
    ...error,
  };
  const headers: HeadersInit = retryAfterSeconds ? { 'Retry-After': `${retryAfterSeconds}` } : {};
  return data(body, { status, headers });
}

function getText(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}
