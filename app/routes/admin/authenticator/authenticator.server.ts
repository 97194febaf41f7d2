import { AsyncLocalStorage } from 'node:async_hooks';
import type { RouterContextProvider } from 'react-router';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { checkCode } from '#app/routes/admin/authenticator/code-check.server.ts';
import { checkPassword } from '#app/routes/admin/authenticator/password-check.server.ts';
import type { Attempt, Passed } from '#app/routes/admin/authenticator/sign-in-refused.server.ts';

type Context = Readonly<RouterContextProvider>;
type Check = (attempt: Attempt) => Promise<Passed>;

/** What the router knows of the request: the package hands a strategy the request alone. */
const contexts = new AsyncLocalStorage<Context>();

const strategy = (check: Check) =>
  new FormStrategy<Passed>(({ form, request }) => {
    const context = contexts.getStore();
    if (!context) throw new Error('authenticate() gives the strategies their context');
    return check({ form, request, context });
  });

/** Every way to prove who one is, each a form of its own. */
const authenticator = new Authenticator<Passed>()
  .use(strategy(checkPassword), 'password')
  .use(strategy(checkCode), 'second-step');

/** What each way leads to. */
interface Proofs {
  password: Awaited<ReturnType<typeof checkPassword>>;
  'second-step': Awaited<ReturnType<typeof checkCode>>;
}

/**
 * Judges the form of a request by one of the ways (ledger AL-1 to AL-6). Throws SignInRefused, and
 * what the store throws.
 */
export function authenticate<Way extends keyof Proofs>(
  way: Way,
  request: Request,
  context: Context,
): Promise<Proofs[Way]> {
  const judged = contexts.run(context, () => authenticator.authenticate(way, request));
  // A strategy gives what its own check gives.
  return judged as Promise<Proofs[Way]>;
}
