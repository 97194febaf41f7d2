import { TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import type { AccountWords } from '#app/content/words/account.server.ts';
import { type FormAnswer, findError, FormError } from '#app/routes/auth/password-fields.tsx';
import { deskMeta, Submit, useDeskFrame } from '#app/routes/desk/frame.tsx';
import { ButtonLink } from '#app/components/button.tsx';
import { getActionHeaders, runServerAction } from '#app/routes/request-failure.ts';
import { useMemo } from 'react';
import { Form, href } from 'react-router';
import type { Route } from './+types/account-two-step.ts';
import {
  buildAccountForm,
  AccountPage,
  AccountSection,
  CurrentPasswordField,
} from './account-page.tsx';
import { changeTwoStep, readTwoStepPage } from '#app/routes/desk/account/account.server.ts';

export const meta: Route.MetaFunction = deskMeta;

export const headers: Route.HeadersFunction = getActionHeaders;

export const loader = readTwoStepPage;

export const action = changeTwoStep;

/** The key that was offered stays the same. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runServerAction(serverAction, (unanswered) => ({ unanswered }));
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
  const back = { to: href('/admin/dashboard/account'), label: words.backToAccount };
  return (
    <AccountPage title={words.twoStep.heading} back={back}>
      {codes ? (
        <RecoveryCodes codes={codes} words={words.twoStep} />
      ) : offer && loaderData.offer ? (
        <TurnOnForm offer={offer} answer={fault} words={words} />
      ) : (
        <TurnOffForm answer={fault} words={words} />
      )}
    </AccountPage>
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

interface TurnOffFormProps {
  answer: FormAnswer | undefined;
  words: AccountWords;
}

interface TurnOnFormProps extends TurnOffFormProps {
  offer: NonNullable<Route.ComponentProps['loaderData']['offer']>;
}

function TurnOnForm({ offer, answer, words: account }: TurnOnFormProps) {
  const words = account.twoStep;
  const { path, size } = offer.qr;
  const form = useFocusOnFirstError(answer);
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
      <Form className={buildAccountForm} method="post" noValidate ref={form}>
        <input type="hidden" name="setup" value={offer.setup} />
        <TextField
          label={words.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          error={findError(answer, 'code')}
        />
        <CurrentPasswordField answer={answer} label={account.password.current} />
        <p>
          <Submit variant="ink">{words.turnOn}</Submit>
        </p>
      </Form>
    </>
  );
}

function TurnOffForm({ answer, words }: TurnOffFormProps) {
  const form = useFocusOnFirstError(answer);
  return (
    <>
      <FormError answer={answer} />
      <Form className={buildAccountForm} method="post" noValidate ref={form}>
        <CurrentPasswordField answer={answer} label={words.password.current} />
        <p>
          <Submit variant="ink">{words.twoStep.turnOff}</Submit>
        </p>
      </Form>
    </>
  );
}
