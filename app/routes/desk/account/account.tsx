import { href, useLoaderData } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm, SelectField, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { pluralize } from '#app/components/texts.ts';
import { LANGUAGES } from '#app/content/language.ts';
import type { Identity } from '#app/domain/accounts/accounts.server.ts';
import { IDENTITY } from '#app/domain/desk/desk-limits.ts';
import { readAccountPage, submitAccountForm } from '#app/routes/desk/account/account.server.ts';
import { DraftAutosave, runDeskAction } from '#app/routes/desk/drafts.tsx';
import {
  HiddenFields,
  SubmitButton,
  TickBox,
  ToastForm,
  useTypedForm,
} from '#app/routes/desk/frame.tsx';
import type { Route } from './+types/account.ts';
import { ACCOUNT_FORM_CLASS, AccountPage, AccountSection } from './account-page.tsx';
import { PasswordConfirmationPage } from './confirmation.tsx';
import { PasskeysSection } from './passkeys-section.tsx';

export const loader = readAccountPage;

export const action = submitAccountForm;

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, hasSecondFactor, passkeys } = loaderData;

  if (actionData?.kind === 'password-needed') {
    const backTo = href('/admin/dashboard/account');
    return <PasswordConfirmationPage {...actionData.confirmation} backTo={backTo} />;
  }

  const backLink = { to: href('/admin/dashboard'), label: texts.backToEnquiries };
  return (
    <AccountPage
      title={texts.title}
      description={texts.description}
      note={loaderData.email}
      back={backLink}
    >
      <IdentitySection
        // Starts a new form once it is saved.
        key={JSON.stringify(loaderData.identity)}
      />
      <AccountSection title={texts.password.heading}>
        <p>{texts.password.note}</p>
        <ButtonLink variant="plain" to={href('/admin/dashboard/account/password')}>
          {texts.password.link}
        </ButtonLink>
      </AccountSection>
      <AccountSection title={texts.twoStep.heading}>
        <p>
          {hasSecondFactor
            ? pluralize(texts.twoStep.statusOn, loaderData.unusedRecoveryCodeCount)
            : texts.twoStep.statusOff}
        </p>
        <ButtonLink variant="plain" to={href('/admin/dashboard/account/two-step')}>
          {hasSecondFactor ? texts.twoStep.turnOff : texts.twoStep.turnOn}
        </ButtonLink>
      </AccountSection>
      {passkeys && <PasskeysSection passkeys={passkeys} texts={loaderData.passkeyTexts} />}
      <LanguageSection />
      <DigestSection />
      <AccountSection title={texts.sessions.heading}>
        <p>{pluralize(texts.sessions.count, loaderData.sessionCount)}</p>
        <PostForm>
          <HiddenFields values={{ intent: 'signOutOthers' }} />
          <SubmitButton>{texts.sessions.button}</SubmitButton>
        </PostForm>
      </AccountSection>
    </AccountPage>
  );
}

const useAccountPage = () => useLoaderData<typeof readAccountPage>();

function IdentitySection() {
  const { identity, texts: accountTexts } = useAccountPage();
  const texts = accountTexts.identity;
  const refused = useTypedForm('identity');
  const { nameMax, roleMax, phoneMax } = IDENTITY;
  const form = useFocusOnFirstError(refused?.errors);
  const getFieldProps = (name: keyof Identity) => ({
    name,
    label: texts.fields[name],
    defaultValue: refused?.values[name] ?? identity[name],
    error: refused?.errors?.[name],
  });

  return (
    <AccountSection title={texts.heading}>
      <p>{texts.note}</p>
      <PostForm className={ACCOUNT_FORM_CLASS} noValidate ref={form}>
        <DraftAutosave intent="identity" formName="identity" guards={{}} />
        <TextField {...getFieldProps('name')} limit={nameMax} autoComplete="name" />
        <TextField {...getFieldProps('role_en')} limit={roleMax} lang="en" />
        <TextField {...getFieldProps('role_el')} limit={roleMax} lang="el" />
        <TextField {...getFieldProps('phone')} limit={phoneMax} type="tel" autoComplete="tel" />
        <SubmitButton className="justify-self-start">{texts.button}</SubmitButton>
      </PostForm>
    </AccountSection>
  );
}

function LanguageSection() {
  const { language, languageNames, texts } = useAccountPage();
  const { heading, note, label, button } = texts.language;
  return (
    <AccountSection title={heading}>
      <p>{note}</p>
      <ToastForm className={ACCOUNT_FORM_CLASS}>
        <HiddenFields values={{ intent: 'language' }} />
        <SelectField name="language" label={label} defaultValue={language}>
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {languageNames[each]}
            </option>
          ))}
        </SelectField>
        <SubmitButton className="justify-self-start">{button}</SubmitButton>
      </ToastForm>
    </AccountSection>
  );
}

function DigestSection() {
  const { isDigestEnabled, texts: accountTexts } = useAccountPage();
  const texts = accountTexts.digest;
  return (
    <AccountSection title={texts.heading}>
      <p>{texts.note}</p>
      <ToastForm className={ACCOUNT_FORM_CLASS}>
        <HiddenFields values={{ intent: 'digest' }} />
        <TickBox
          label={texts.label}
          className="justify-self-start"
          name="digest"
          defaultChecked={isDigestEnabled}
        />
        <SubmitButton className="justify-self-start">{texts.button}</SubmitButton>
      </ToastForm>
    </AccountSection>
  );
}
