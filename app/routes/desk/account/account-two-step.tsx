import { href } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import type { AccountTexts } from '#app/content/texts/account.server.ts';
import {
  findFieldError,
  GeneralFormError,
  type FormError,
} from '#app/routes/auth/password-fields.tsx';
import { readTwoStepPage, submitTwoStepForm } from '#app/routes/desk/account/account.server.ts';
import { PasswordConfirmationPage } from '#app/routes/desk/account/confirmation.tsx';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import { HiddenFields, SubmitButton } from '#app/routes/desk/frame.tsx';
import { getRetryHeaders } from '#app/routes/request-failure.ts';
import type { Route } from './+types/account-two-step.ts';
import { ACCOUNT_FORM_CLASS, AccountPage, AccountSection } from './account-page.tsx';

export const headers: Route.HeadersFunction = getRetryHeaders;

export const loader = readTwoStepPage;

export const action = submitTwoStepForm;

/** Reloads no data after a failed request, so that the offered key stays the same. */
export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export default function AccountTwoStep({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, offer } = loaderData;
  const backLink = { to: href('/admin/dashboard/account'), label: texts.backToAccount };
  if (actionData?.kind === 'password-needed') {
    return <PasswordConfirmationPage {...actionData.confirmation} backTo={backLink.to} />;
  }

  const codes = actionData?.kind === 'codes' ? actionData.codes : null;
  const error = actionData?.kind === 'invalid' ? actionData : undefined;
  // After a wrong code the form offers the same key again: the admin has scanned it.
  const shownOffer = error?.offer ?? offer;

  return (
    <AccountPage
      title={texts.twoStep.heading}
      description={texts.twoStep.description}
      back={backLink}
    >
      {codes && <RecoveryCodes codes={codes} texts={texts.twoStep} />}
      {!codes && shownOffer && <TurnOnForm offer={shownOffer} error={error} texts={texts} />}
      {/* Two-step login is on if no key is offered. */}
      {!codes && !shownOffer && <TurnOffForm error={error} texts={texts} />}
    </AccountPage>
  );
}

type TwoStepTexts = AccountTexts['twoStep'];

function RecoveryCodes({ codes, texts }: { codes: readonly string[]; texts: TwoStepTexts }) {
  return (
    <AccountSection title={texts.codesHeading}>
      <p>{texts.codesNote}</p>
      <ul className="grid w-full grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1 font-strong">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ButtonLink variant="ink" to={href('/admin/dashboard/account')}>
        {texts.codesSaved}
      </ButtonLink>
    </AccountSection>
  );
}

interface TurnOffFormProps {
  error: FormError | undefined;
  texts: AccountTexts;
}

interface TurnOnFormProps extends TurnOffFormProps {
  offer: NonNullable<Route.ComponentProps['loaderData']['offer']>;
}

function TurnOnForm({ offer, error, texts: account }: TurnOnFormProps) {
  const texts = account.twoStep;
  const { path, size } = offer.qr;
  const form = useFocusOnFirstError(error);

  return (
    <>
      <p>{texts.scan}</p>
      <svg
        className="size-56 bg-[#fff] large-letters:h-auto large-letters:w-full"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={texts.picture}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      {/* A phone cannot scan its own screen. */}
      <a className="tap justify-self-start md:hidden" href={offer.uri}>
        {texts.openApp}
      </a>
      <p>
        {texts.key} <code className="font-strong wrap-anywhere">{offer.secret}</code>
      </p>
      <GeneralFormError error={error} />
      <PostForm className={ACCOUNT_FORM_CLASS} noValidate ref={form}>
        <HiddenFields values={{ intent: 'twoStep', setup: offer.setup }} />
        <TextField
          label={texts.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={findFieldError(error, 'code')}
        />
        <p>
          <SubmitButton variant="ink">{texts.turnOn}</SubmitButton>
        </p>
      </PostForm>
    </>
  );
}

function TurnOffForm({ error, texts }: TurnOffFormProps) {
  return (
    <>
      <GeneralFormError error={error} />
      <PostForm>
        <HiddenFields values={{ intent: 'twoStep' }} />
        <p>
          <SubmitButton variant="ink">{texts.twoStep.turnOff}</SubmitButton>
        </p>
      </PostForm>
    </>
  );
}
