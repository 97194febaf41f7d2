import {
  authPages,
  blockedMessage,
  secondStep,
  signedOut,
  signInMessages,
  signInWords,
  secondStepWords,
  signIn as signInTexts,
} from '#app/content/words/auth.server.ts';
import { flashMessages } from '#app/content/words/flash-messages.server.ts';
import { data, href, redirect, redirectDocument } from 'react-router';
import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import type { Route } from './+types/sign-in.ts';
import type { Language } from '#app/content/language.ts';
import { requestReset } from '#app/domain/accounts/access-links.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { isEmailAddress, normaliseEmail } from '#app/domain/plain-text.ts';
import { secondsLocked } from '#app/domain/rate-limits.server.ts';
import { leaveDraft, readSessionEnd, sealPosted } from '#app/domain/accounts/sessions.server.ts';
import {
  type SignInOutcome,
  grantSecondStep,
  holdAnswer,
  readSecondStep,
  signIn,
  signInWithCode,
} from '#app/domain/accounts/sign-in.server.ts';
import {
  endCookie,
  flashCookie,
  readCookie,
  takeFlashMessage,
  withCookies,
} from '#app/http/cookies.server.ts';
import { requestContext, staffLanguage } from '#app/http/request-context.server.ts';
import { Refusal as RequestRefusal, storeErrorStatus } from '#app/http/responses.server.ts';
import { type UploadedForm, draftBounds, readUploadedForm } from '#app/http/uploads.server.ts';
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

type Step = 'login' | 'forgot' | 'code';

function stepAt(url: URL): Step {
  if (url.pathname === href('/admin/code')) return 'code';
  return url.searchParams.has('forgot') ? 'forgot' : 'login';
}

export function readSignInPage({ request, context, url }: Route.LoaderArgs) {
  const step = stepAt(url);
  const language = staffLanguage(context);
  return step === 'code' ? readCodePage(request, language) : readLoginPage(request, step, language);
}

async function readLoginPage(request: Request, step: 'login' | 'forgot', language: Language) {
  const { title, forgotTitle } = signInTexts[language];
  const { id, token, cookies } = await meetBrowser(request);
  const flash = await takeFlashMessage(request);
  return data(
    {
      step,
      head: { ...authPages[language].signIn, title: step === 'forgot' ? forgotTitle : title },
      words: signInWords(language),
      token,
      lockedSeconds: await secondsLocked(id),
      flash: flash.message && flashMessages[language][flash.message],
      signedOut: await describeSessionEnd(request, language),
    },
    { headers: await withCookies([...cookies, ...flash.cookies]) },
  );
}

async function readCodePage(request: Request, language: Language) {
  const note = await readCookie(request, secondStepCookie());
  if (!(await readSecondStep(note))) throw redirect(href('/admin'), 303);
  const { token, cookies } = await meetBrowser(request);
  const words = secondStepWords(language);
  const head = { ...authPages[language].secondStep, title: words.title };
  const nothing = { lockedSeconds: 0, flash: null, signedOut: null };
  return data(
    { step: 'code' as const, head, words, token, ...nothing },
    { headers: await withCookies(cookies) },
  );
}

export interface SignInAnswer {
  title: string;
  message: string;
  email: string;
  fields: ('email' | 'password')[];
  lockedSeconds: number;
  draft: string | undefined;
}

interface CarriedDraft {
  carried: true;
  draft: string | undefined;
  hadFiles?: boolean;
}

export async function answerSignIn({ request, context, url }: Route.ActionArgs) {
  const posted = await readPosted(request, context);
  const form = posted.fields;
  const deskForm = url.searchParams.get('draft');
  if (deskForm !== null) {
    const ended = await readSessionEnd(await readSessionCookie(request));
    const draft = await sealPosted(posted, deskForm, ended?.adminId);
    const hadFiles = posted.files !== undefined;
    return data({ carried: true, draft, hadFiles } satisfies CarriedDraft);
  }
  const step = stepAt(url);
  const draft = fieldOf(form, 'draft') || undefined;
  if (step === 'code' && draft && !form.has('code')) {
    return data({ carried: true, draft } satisfies CarriedDraft);
  }
  const language = staffLanguage(context);
  const email = normaliseEmail(fieldOf(form, 'email'));
  const refuse = ({ status, retry, ...answer }: Refusal) => {
    const page = { email, draft, fields: [], lockedSeconds: 0, ...answer } satisfies SignInAnswer;
    return data(page, { status, headers: retry ? { 'Retry-After': String(retry) } : {} });
  };
  try {
    const strategy = new DeskLogin(() => judge(step, email, form, { request, context }));
    const outcome = await new Authenticator<Judged>()
      .use(strategy)
      .authenticate('desk', new Request(url));
    switch (outcome.kind) {
      case 'signed-in':
        return await welcome(request, outcome, { language, draft });
      case 'second-step': {
        const note = secondStepCookie().serialize(grantSecondStep(outcome.admin));
        // The browser sends a draft on.
        const status = draft ? 307 : 303;
        return redirect(href('/admin/code'), { status, headers: await withCookies([note]) });
      }
      case 'reset-sent': {
        const headers = await withCookies([flashCookie('reset-sent')]);
        return redirect(`${href('/admin')}?forgot`, { status: 303, headers });
      }
      default:
        return refuse(refusalOf(outcome, step, language));
    }
  } catch (error) {
    const status = storeErrorStatus('sign-in-store', error);
    const { resetFailed, busy } = signInMessages[language];
    return refuse({ ...(step === 'forgot' ? resetFailed : busy), status });
  }
}

async function readPosted(
  request: Request,
  context: Route.ActionArgs['context'],
): Promise<UploadedForm> {
  try {
    const { form } = context.get(requestContext);
    return await (form ?? readUploadedForm(request, draftBounds(false)));
  } catch (error) {
    throw data(null, { status: error instanceof RequestRefusal ? error.status : 400 });
  }
}

type Judged =
  | SignInOutcome
  /** The same whether the address is known or not (ledger AL-7). */
  | { kind: 'reset-sent' }
  | { kind: 'shape'; fields: SignInAnswer['fields'] }
  | { kind: 'security' };

// Made for each request, around its form. The package copies the request it is given, and one whose
// body was read cannot be copied: it gets the address alone.
class DeskLogin extends Strategy<Judged, Request> {
  override name = 'desk';
  override authenticate(request: Request): Promise<Judged> {
    return this.verify(request);
  }
}

async function judge(
  step: Step,
  email: string,
  form: FormData,
  { request, context }: Pick<Route.ActionArgs, 'request' | 'context'>,
): Promise<Judged> {
  const password = fieldOf(form, 'password');
  const fields = shapeErrors(step, email, password);
  if (fields.length > 0) return { kind: 'shape', fields };
  const startedAt = performance.now();
  try {
    const client = await clientOfForm(request, form, context);
    if (!client) return { kind: 'security' };
    if (step === 'login') return await signIn(email, password, client);
    if (step === 'code') {
      const admin = await readSecondStep(await readCookie(request, secondStepCookie()));
      if (!admin) return { kind: 'security' };
      return await signInWithCode(admin, fieldOf(form, 'code'), client);
    }
    await requestReset(email, client);
    return { kind: 'reset-sent' };
  } finally {
    await holdAnswer(startedAt, context.get(requestContext).hold);
  }
}

function shapeErrors(step: Step, email: string, password: string): SignInAnswer['fields'] {
  const fields: SignInAnswer['fields'] = [];
  if (step !== 'code' && (email.length > AUTH.emailMax || !isEmailAddress(email))) {
    fields.push('email');
  }
  if (step === 'login' && [...password].length < AUTH.passwordMin) fields.push('password');
  return fields;
}

/**
 * The way back is never an address from outside: the site itself has sealed it. Another language
 * than the login's needs another document.
 */
async function welcome(
  request: Request,
  { admin, session, device }: Extract<SignInOutcome, { kind: 'signed-in' }>,
  { language, draft }: { language: Language; draft: string | undefined },
): Promise<Response> {
  if (draft) await leaveDraft(session, admin.id, draft);
  const lead = language === admin.language ? redirect : redirectDocument;
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

type Refusal = Pick<SignInAnswer, 'title' | 'message'> &
  Partial<SignInAnswer> & { status: number; retry?: number };

function refusalOf(
  refused: Exclude<Judged, { kind: 'signed-in' | 'second-step' | 'reset-sent' }>,
  step: Step,
  language: Language,
): Refusal {
  const messages = signInMessages[language];
  switch (refused.kind) {
    case 'shape': {
      const { fields } = refused;
      return { ...messages[fields[0] ?? 'email'], fields, status: 422 };
    }
    case 'security':
      return { ...messages.security, status: 403 };
    case 'busy':
      return { ...messages.busy, status: 503, retry: AUTH.passwordBusySeconds };
    case 'failed': {
      const { title, message } = messages.failed;
      const { wrong } = secondStep[language];
      return { title, message: step === 'code' ? wrong : message, status: 401 };
    }
    case 'locked': {
      const seconds = Math.ceil(refused.remainingMs / 1000);
      const blocked = blockedMessage(Math.ceil(seconds / 60), language);
      const words = refused.now ? messages.locked : blocked;
      return { ...words, lockedSeconds: seconds, status: 429, retry: seconds };
    }
  }
}

async function describeSessionEnd(request: Request, language: Language) {
  const token = await readSessionCookie(request);
  const ended = await readSessionEnd(token);
  if (!ended && (token || !(await wasAtDesk(request)))) return null;
  const { title, reasons, draft, files, back } = signedOut[language];
  const reason = reasons[ended?.reason ?? 'lost']({
    idleHours: AUTH.sessionIdleHours,
    maxDays: AUTH.sessionMaxDays,
    most: AUTH.sessionsPerAdmin,
  });
  return { title, reason, back, files, draft: draft(DESK.draftMinutes) };
}

function fieldOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '');
}
