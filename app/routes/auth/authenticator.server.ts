import type { RouterContextProvider } from 'react-router';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { isEmailAddress, normaliseEmail } from '#app/domain/email-address.ts';
import { AUTH } from '#app/domain/limits.ts';
import { type SignInOutcome, holdAnswer, signIn } from '#app/domain/sign-in/sign-in.server.ts';
import { readSecondStep, signInWithCode } from '#app/domain/sign-in/second-factor.server.ts';
import { readCookie } from '#app/http/cookies.server.ts';
import { clientOfForm, secondStepCookie } from '#app/http/sign-in-cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';

interface Attempt {
  form: FormData;
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Whoever passed the password: let in, or asked for the second factor. */
type Passed = Extract<SignInOutcome, { kind: 'signed-in' | 'second-step' }>;
export type SignedIn = Extract<SignInOutcome, { kind: 'signed-in' }>;

/** Why a login was refused. `email` goes back into its field. */
export type Refused = { email: string } & (
  | { kind: 'shape'; fields: ('email' | 'password')[] }
  | { kind: 'security' }
  | Exclude<SignInOutcome, Passed>
);

export class SignInRefused extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.kind);
    this.refused = refused;
  }
}

/** The form of /admin: address and password (ledger AL-1 to AL-6). Throws SignInRefused. */
export const authenticate = (request: Request, context: Attempt['context']) =>
  judge(checkPassword, request, context);

/** The form of /admin/code, after the password: the second factor. Throws SignInRefused. */
export const authenticateCode = (request: Request, context: Attempt['context']) =>
  judge(checkCode, request, context);

/** The package hands a strategy the request alone: it is made for each, around the router's context. */
function judge<Proven>(
  check: (attempt: Attempt) => Promise<Proven>,
  request: Request,
  context: Attempt['context'],
): Promise<Proven> {
  const strategy = new FormStrategy<Proven>(({ form }) => check({ form, request, context }));
  return new Authenticator<Proven>().use(strategy).authenticate(strategy.name, request);
}

async function checkPassword({ form, request, context }: Attempt): Promise<Passed> {
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

async function checkCode({ form, request, context }: Attempt): Promise<SignedIn> {
  const startedAt = performance.now();
  try {
    const admin = await readSecondStep(await readCookie(request, secondStepCookie()));
    const client = await clientOfForm(request, form, context);
    if (!admin || !client) throw new SignInRefused({ kind: 'security', email: '' });
    const outcome = await signInWithCode(admin, String(form.get('code') ?? ''), client);
    if (outcome.kind === 'signed-in') return outcome;
    if (outcome.kind === 'second-step') throw new Error('the second step has no second step');
    throw new SignInRefused({ ...outcome, email: '' });
  } finally {
    await holdAnswer(startedAt, context.get(requestContext).hold);
  }
}
