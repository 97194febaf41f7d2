import { Link, data, redirect } from 'react-router';
import type { Route } from './+types/account-two-step';
import { adminPages } from '#app/content/admin-pages.ts';
import { account } from '#app/content/account.ts';
import { requireAdmin } from '#app/domain/admin-context.server.ts';
import { readOwnAccount, turnOffSecondFactor } from '#app/domain/own-account.server.ts';
import { PasswordsBusy } from '#app/domain/passwords.server.ts';
import {
  type SecondFactorOffer,
  describeOffer,
  offerSecondFactor,
  turnOnSecondFactor,
} from '#app/domain/second-factor.server.ts';
import type { SignedInAdmin } from '#app/domain/sessions.server.ts';
import { withCookies } from '#app/http/cookies.server.ts';
import { clientOf, meetBrowser } from '#app/http/gate-request.server.ts';
import { noticeCookie } from '#app/http/notice.server.ts';
import { visitContext } from '#app/http/visit.server.ts';
import { refuseAccountChange } from '#app/routes/admin/account-fault.server.ts';
import { deskMeta } from './desk-meta.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOffForm } from './turn-off-form.tsx';
import { TurnOnForm } from './turn-on-form.tsx';

const words = account.twoStep;

export function meta({ matches }: Route.MetaArgs) {
  return deskMeta(matches, { ...adminPages.twoStep, title: words.heading });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retry = actionHeaders.get('Retry-After');
  return retry ? { 'Retry-After': retry } : {};
}

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { secondFactor } = await readOwnAccount(admin);
  return { offer: secondFactor ? null : offerSecondFactor(admin) };
}

/** With a code: takes the offer up. With the password: turns the second step off. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  if (!form.has('current_password')) return turnOn(admin, form, context);
  const { id, cookies } = meetBrowser(request);
  try {
    const client = clientOf(request, context, id, admin.email);
    const fault = await turnOffSecondFactor(admin, String(form.get('current_password')), client);
    if (fault) return refuseAccountChange(fault, cookies);
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error;
    return refuseAccountChange(null, cookies);
  }
  const headers = withCookies([noticeCookie('second-factor-off'), ...cookies]);
  return redirect('/admin/dashboard/account', { status: 303, headers });
}

async function turnOn(admin: SignedInAdmin, form: FormData, context: Route.ActionArgs['context']) {
  const setup = String(form.get('setup') ?? '');
  const code = String(form.get('code') ?? '');
  const { secondFactor } = await readOwnAccount(admin);
  const codes = secondFactor
    ? null
    : await turnOnSecondFactor(admin, { setup, code }, context.get(visitContext));
  if (codes) return data({ codes }, { headers: withCookies([noticeCookie('second-factor-on')]) });
  const offer = describeOffer(admin, setup);
  return data({ offer, field: 'code', message: words.wrong }, { status: 422 });
}

export default function AccountTwoStep({ loaderData, actionData }: Route.ComponentProps) {
  const codes = actionData && 'codes' in actionData ? actionData.codes : null;
  const fault = actionData && 'message' in actionData ? actionData : undefined;
  // The same key again after a wrong code: the app has it already.
  const offered = fault && 'offer' in fault ? (fault.offer as SecondFactorOffer | null) : null;
  const offer = offered ?? loaderData.offer;
  return (
    <>
      <div className="desk__head">
        <h1>{words.heading}</h1>
        <Link className="plainbtn" to="/admin/dashboard/account">
          {account.backToAccount}
        </Link>
      </div>
      <div className="account">
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : offer && loaderData.offer ? (
          <TurnOnForm offer={offer} answer={fault} />
        ) : (
          <TurnOffForm answer={fault} />
        )}
      </div>
    </>
  );
}
