import { useMemo } from 'react';
import { data, href, redirect } from 'react-router';
import type { Route } from './+types/account-two-step.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { account } from '#app/content/desk/account.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import {
  type OwnAccountError,
  readOwnAccount,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#app/domain/accounts/own-account.server.ts';
import { PasswordsBusy } from '#app/domain/sign-in/passwords.server.ts';
import { describeOffer, offerSecondFactor } from '#app/domain/sign-in/second-factor.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { clientOf, meetBrowser } from '#app/http/sign-in-cookies.server.ts';
import { refuseAccountChange } from '#app/routes/admin/account/account-error.server.ts';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { AccountSections, AccountTitle } from './account-sections.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOffForm } from './turn-off-form.tsx';
import { TurnOnForm } from './turn-on-form.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retry = actionHeaders.get('Retry-After');
  return retry ? { 'Retry-After': retry } : {};
}

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const words = account[admin.language];
  const { secondFactor } = await readOwnAccount(admin);
  const head = { ...adminPages[admin.language].twoStep, title: words.twoStep.heading };
  return { head, words, offer: secondFactor ? null : offerSecondFactor(admin) };
}

/** With an offer: takes it up. Without: turns the second step off. Both ask for the password. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  const field = (name: string) => String(form.get(name) ?? '');
  const [setup, code, current] = [field('setup'), field('code'), field('current_password')];
  const { id, cookies } = await meetBrowser(request);
  const client = await clientOf(request, context, id);
  // The same key again after a refusal: the app has it already.
  const refuse = (fault: OwnAccountError | null) =>
    refuseAccountChange(fault, admin.language, cookies, describeOffer(admin, setup));
  try {
    if (!setup) {
      const fault = await turnOffSecondFactor(admin, current, client);
      return await (fault ? refuse(fault) : turnedOff(cookies));
    }
    const result = await turnOnSecondFactor(admin, { setup, code, current }, client);
    if (!('codes' in result)) return await refuse(result);
    const headers = await withCookies([flashCookie('second-factor-on'), ...cookies]);
    return data({ codes: result.codes }, { headers });
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error;
    return refuse(null);
  }
}

async function turnedOff(cookies: readonly string[]): Promise<Response> {
  const headers = await withCookies([flashCookie('second-factor-off'), ...cookies]);
  return redirect(href('/admin/dashboard/account'), { status: 303, headers });
}

/** What was typed stays typed, and the key that was offered stays the same. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOr(serverAction, (unanswered) => ({ unanswered }));
}

export default function AccountTwoStep({ loaderData, actionData }: Route.ComponentProps) {
  const codes = actionData && 'codes' in actionData ? actionData.codes : null;
  const { words } = loaderData;
  const { failures } = useDeskFrame();
  const fault = useMemo(() => {
    if (!actionData || 'codes' in actionData) return undefined;
    if (!('unanswered' in actionData)) return actionData;
    return { field: null, message: failures[actionData.unanswered], offer: null };
  }, [actionData, failures]);
  const offer = fault?.offer ?? loaderData.offer;
  return (
    <>
      <AccountTitle title={words.twoStep.heading} back={words.backToAccount} />
      <AccountSections>
        {codes ? (
          <RecoveryCodes codes={codes} words={words.twoStep} />
        ) : offer && loaderData.offer ? (
          <TurnOnForm offer={offer} answer={fault} words={words} />
        ) : (
          <TurnOffForm answer={fault} words={words} />
        )}
      </AccountSections>
    </>
  );
}
