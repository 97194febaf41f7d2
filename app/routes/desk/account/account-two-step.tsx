import { useMemo } from 'react';
import { Form, href } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import type { AccountMessages } from '#app/content/messages/account.server.ts';
import {
  findFieldError,
  FormError,
  type FormErrorData,
} from '#app/routes/auth/password-fields.tsx';
import { changeTwoStep, readTwoStepPage } from '#app/routes/desk/account/account.server.ts';
import { Confirmation } from '#app/routes/desk/account/confirmation.tsx';
import { getDeskMeta, Submit, useDeskFrame } from '#app/routes/desk/frame.tsx';
import { getActionHeaders, runServerAction } from '#app/routes/request-failure.ts';
import type { Route } from './+types/account-two-step.ts';
import { AccountPage, AccountSection, buildAccountForm } from './account-page.tsx';

export const meta: Route.MetaFunction = getDeskMeta;

export const headers: Route.HeadersFunction = getActionHeaders;

export const loader = readTwoStepPage;

export const action = changeTwoStep;

/** The key that was offered stays the same. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runServerAction(serverAction, (failure) => ({ failure }));
}

export default function AccountTwoStep({ loaderData, actionData }: Route.ComponentProps) {
  const codes = actionData && 'codes' in actionData ? actionData.codes : null;
  const { messages } = loaderData;
  const { failures } = useDeskFrame();
  const error = useMemo(() => {
    if (!actionData || 'codes' in actionData || 'confirmation' in actionData) return undefined;
    if (!('failure' in actionData)) return actionData;
    return { field: null, message: failures[actionData.failure], offer: null };
  }, [actionData, failures]);
  const offer = error?.offer ?? loaderData.offer;
  const backLink = { to: href('/admin/dashboard/account'), label: messages.backToAccount };
  if (actionData && 'confirmation' in actionData) {
    return <Confirmation {...actionData.confirmation} backTo={backLink.to} />;
  }
  return (
    <AccountPage title={messages.twoStep.heading} back={backLink}>
      {codes ? (
        <RecoveryCodes codes={codes} messages={messages.twoStep} />
      ) : offer && loaderData.offer ? (
        <TurnOnForm offer={offer} error={error} messages={messages} />
      ) : (
        <TurnOffForm error={error} messages={messages} />
      )}
    </AccountPage>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  messages: AccountMessages['twoStep'];
}

function RecoveryCodes({ codes, messages }: RecoveryCodesProps) {
  return (
    <AccountSection title={messages.codesHeading}>
      <p>{messages.codesNote}</p>
      <ul className="grid w-full grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1 font-strong">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ButtonLink variant="ink" to={href('/admin/dashboard/account')}>
        {messages.codesSaved}
      </ButtonLink>
    </AccountSection>
  );
}

interface TurnOffFormProps {
  error: FormErrorData | undefined;
  messages: AccountMessages;
}

interface TurnOnFormProps extends TurnOffFormProps {
  offer: NonNullable<Route.ComponentProps['loaderData']['offer']>;
}

function TurnOnForm({ offer, error, messages: account }: TurnOnFormProps) {
  const messages = account.twoStep;
  const { path, size } = offer.qr;
  const form = useFocusOnFirstError(error);
  return (
    <>
      <p>{messages.scan}</p>
      <svg
        className="size-56 bg-[#fff] large-letters:h-auto large-letters:w-full"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={messages.picture}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        {messages.key} <code className="font-strong wrap-anywhere">{offer.secret}</code>
      </p>
      <FormError error={error} />
      <Form className={buildAccountForm} method="post" noValidate ref={form}>
        <input type="hidden" name="setup" value={offer.setup} />
        <TextField
          label={messages.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          error={findFieldError(error, 'code')}
        />
        <p>
          <Submit variant="ink">{messages.turnOn}</Submit>
        </p>
      </Form>
    </>
  );
}

function TurnOffForm({ error, messages }: TurnOffFormProps) {
  const form = useFocusOnFirstError(error);
  return (
    <>
      <FormError error={error} />
      <Form className={buildAccountForm} method="post" noValidate ref={form}>
        <p>
          <Submit variant="ink">{messages.twoStep.turnOff}</Submit>
        </p>
      </Form>
    </>
  );
}
