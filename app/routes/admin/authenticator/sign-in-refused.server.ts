import type { RouterContextProvider } from 'react-router';
import type { SignInOutcome } from '#app/domain/sign-in/sign-in.server.ts';

/** A form that is to prove who sends it. */
export interface Attempt {
  form: FormData;
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Whoever passed the password: let in, or asked for the second factor. */
export type Passed = Extract<SignInOutcome, { kind: 'signed-in' | 'second-step' }>;

/** Why a login was refused. `email` goes back into its field. */
export type Refused = { email: string } & (
  | { kind: 'shape'; fields: ('email' | 'password')[] }
  | { kind: 'security' }
  | Exclude<SignInOutcome, Passed>
);

/** What the checks of a login throw on purpose. */
export class SignInRefused extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.kind);
    this.refused = refused;
  }
}
