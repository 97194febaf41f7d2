import { type RouterContextProvider } from 'react-router';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { isEmailAddress, normaliseEmail } from '#app/domain/email-address.ts';
import { AUTH } from '#app/domain/limits.ts';
import { holdAnswer } from '#app/domain/sign-in/constant-time-response.server.ts';
import { type SignInOutcome, signIn } from '#app/domain/sign-in/sign-in.server.ts';
import { browserOfForm, clientOf } from '#app/http/cookies/sign-in-cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';

/** Whoever passed the password: let in, or asked for the second factor. */
export type Passed = Extract<SignInOutcome, { kind: 'signed-in' | 'second-step' }>;

/** Why a login was refused. `email` goes back into its field. */
export type Refused = { email: string } & (
  | { kind: 'shape'; fields: ('email' | 'password')[] }
  | { kind: 'security' }
  | Exclude<SignInOutcome, Passed>
);

/** The one error that the strategy throws on purpose. */
export class SignInRefused extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.kind);
    this.refused = refused;
  }
}

/** Signs in with the form of /admin (ledger AL-1 to AL-6). Throws SignInRefused. */
export function authenticate(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Passed> {
  const authenticator = new Authenticator<Passed>().use(
    new FormStrategy(({ form, request: sent }) => verify(form, sent, context)),
  );
  return authenticator.authenticate('form', request);
}

async function verify(
  form: FormData,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Passed> {
  const email = normaliseEmail(String(form.get('email') ?? ''));
  const password = String(form.get('password') ?? '');
  const fields = shapeErrors(email, password);
  if (fields.length > 0) throw new SignInRefused({ kind: 'shape', fields, email });
  const startedAt = performance.now();
  try {
    const browserId = browserOfForm(request, form, context);
    if (!browserId) throw new SignInRefused({ kind: 'security', email });
    const client = clientOf(request, context, browserId, email);
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
