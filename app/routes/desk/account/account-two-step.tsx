import { TextField, useFocusOnError } from '#app/components/field.tsx';
import { adminPages } from '#app/content/words/desk.server.ts';
import { type AccountWords, account } from '#app/content/words/account.server.ts';
import { deskMeta, Submit, useDeskFrame } from '#app/routes/desk/frame.tsx';
import { ButtonLink } from '#app/components/button.tsx';
import { FormError } from '#app/routes/auth/password-fields.tsx';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { useMemo } from 'react';
import { data, Form, href } from 'react-router';
import type { Route } from './+types/account-two-step.ts';
import { redirectWithFlash } from '#app/routes/desk/answers.server.ts';
import {
  type OwnAccountError,
  readOwnAccount,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#app/domain/accounts/accounts.server.ts';
import { PasswordsBusy } from '#app/domain/accounts/passwords.server.ts';
import { describeOffer, offerSecondFactor } from '#app/domain/accounts/second-factor.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { clientOf, meetBrowser } from '#app/http/sign-in-cookies.server.ts';
import { refuseAccountChange } from '#app/routes/desk/account/actions.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import {
  accountForm,
  AccountSection,
  AccountSections,
  AccountTitle,
  CurrentPasswordField,
} from './account-sections.tsx';

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
      if (fault) return await refuse(fault);
      return await redirectWithFlash(href('/admin/dashboard/account'), 'second-factor-off', {
        cookies,
      });
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

/** The key that was offered stays the same. */
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

interface RecoveryCodesProps {
  codes: readonly string[];
  words: AccountWords['twoStep'];
}

function RecoveryCodes({ codes, words }: RecoveryCodesProps) {
  return (
    <AccountSection title={words.codesHeading}>
      <p>{words.codesNote}</p>
      <ul className="grid w-full grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1 font-strong">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ButtonLink variant="ink" to={href('/admin/dashboard/account')}>
        {words.done}
      </ButtonLink>
    </AccountSection>
  );
}

interface TurnOnFormProps {
  offer: { setup: string; secret: string; uri: string; qr: { path: string; size: number } };
  answer: { field: string | null; message: string } | undefined;
  words: AccountWords;
}

function TurnOnForm({ offer, answer, words: account }: TurnOnFormProps) {
  const words = account.twoStep;
  const { path, size } = offer.qr;
  const form = useFocusOnError(answer);
  return (
    <>
      <p>{words.scan}</p>
      <svg
        className="size-56 bg-[#fff] large-letters:h-auto large-letters:w-full"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={words.picture}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        {words.key} <code className="font-strong wrap-anywhere">{offer.secret}</code>
      </p>
      <FormError answer={answer} />
      <Form className={accountForm} method="post" noValidate ref={form}>
        <input type="hidden" name="setup" value={offer.setup} />
        <TextField
          label={words.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          error={answer?.field === 'code' ? { text: answer.message } : undefined}
        />
        <CurrentPasswordField answer={answer} label={account.password.current} />
        <p>
          <Submit variant="ink">{words.turnOn}</Submit>
        </p>
      </Form>
    </>
  );
}

function TurnOffForm({
  answer,
  words,
}: {
  answer: { field: string | null; message: string } | undefined;
  words: AccountWords;
}) {
  const form = useFocusOnError(answer);
  return (
    <>
      <FormError answer={answer} />
      <Form className={accountForm} method="post" noValidate ref={form}>
        <CurrentPasswordField answer={answer} label={words.password.current} />
        <p>
          <Submit variant="ink">{words.twoStep.turnOff}</Submit>
        </p>
      </Form>
    </>
  );
}
