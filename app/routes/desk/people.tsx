import { href, useLoaderData } from 'react-router';
import { PostForm, SelectField, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { Cell, Row, Table } from '#app/components/table.tsx';
import { LANGUAGES } from '#app/content/language.ts';
import { AUTH } from '#app/domain/limits.ts';
import { ACCOUNT_FORM_CLASS } from '#app/routes/desk/account/account-page.tsx';
import { PasswordConfirmationPage } from '#app/routes/desk/account/confirmation.tsx';
import type { RefusedForm } from '#app/routes/desk/action-data.ts';
import { DraftAutosave, runDeskAction } from '#app/routes/desk/drafts.tsx';
import {
  DeskPage,
  HiddenFields,
  revalidateAfterConflict,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import { readPeoplePage, submitPeopleForm } from '#app/routes/desk/people.server.ts';
import { getRetryHeaders } from '#app/routes/request-failure.ts';
import type { Route } from './+types/people.ts';

export const headers: Route.HeadersFunction = getRetryHeaders;

export const loader = readPeoplePage;

export const action = submitPeopleForm;

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export const shouldRevalidate = revalidateAfterConflict;

/** The accounts and the invitation; only the form for a password if an action needs one (PP-2). */
export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, people } = loaderData;
  if (actionData?.kind === 'password-needed') {
    const backTo = href('/admin/dashboard/people');
    return <PasswordConfirmationPage {...actionData.confirmation} backTo={backTo} />;
  }

  const refusedForm = actionData?.kind === 'refused' ? actionData : undefined;

  return (
    <DeskPage title={texts.title} intro={texts.intro} description={texts.description}>
      {/* An invitation empties the form. */}
      <InvitationForm key={people.length} refused={refusedForm} />
      <Table
        className="account-table mt-8"
        hasRoles
        columns={{
          email: texts.email,
          state: texts.state,
          date: texts.lastSignIn,
          actions: <span className="sr-only">{texts.actions}</span>,
        }}
      >
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </Table>
    </DeskPage>
  );
}

const usePeoplePage = () => useLoaderData<typeof readPeoplePage>();

function InvitationForm({ refused }: { refused: RefusedForm | undefined }) {
  const { texts, language, languageNames } = usePeoplePage();
  const error = refused?.errors?.['email'];
  const form = useFocusOnFirstError(error);
  return (
    <PostForm className={ACCOUNT_FORM_CLASS} noValidate ref={form}>
      <DraftAutosave intent="invite" formName="invite" guards={{}} />
      <TextField
        label={texts.email}
        name="email"
        type="email"
        autoComplete="off"
        limit={AUTH.emailMax}
        defaultValue={refused?.values['email']}
        required
        error={error}
      />
      <SelectField
        name="language"
        label={texts.language}
        defaultValue={refused?.values['language'] || language}
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </SelectField>
      <p>
        <SubmitButton variant="ink">{texts.invite}</SubmitButton>
      </p>
    </PostForm>
  );
}

type Person = ReturnType<typeof usePeoplePage>['people'][number];

function PersonRow({ person }: { person: Person }) {
  const { texts } = usePeoplePage();
  const { id, email, name, state, isOwn, lastSignIn, lastSignInOn } = person;
  const buttons = [
    { intent: 'invite', label: texts.inviteAgain, isOffered: state === 'invited' },
    { intent: 'enable', label: texts.enable, isOffered: state === 'disabled' },
    { intent: 'disable', label: texts.disable, isOffered: state !== 'disabled' && !isOwn },
    { intent: 'signOut', label: texts.signOut, isOffered: state === 'active' },
  ].filter(({ isOffered }) => isOffered);

  return (
    <Row>
      <Cell className="wrap-anywhere">
        <b className="font-strong text-ink">{name || email}</b>
        {name && <p>{email}</p>}
        {person.hasSecondFactor && <p>{texts.twoStep}</p>}
        {person.hasPasskey && <p>{texts.passkey}</p>}
      </Cell>
      <Cell>{texts.states[state]}</Cell>
      <Cell>
        {/* Narrow rows have no column headings in sight. */}
        <span className="text-ink-3 lg:hidden">{texts.lastSignIn}: </span>
        {lastSignInOn ? <time dateTime={lastSignInOn}>{lastSignIn}</time> : texts.neverSignedIn}
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-2">
          {buttons.map(({ intent, label }) => (
            <PostForm key={intent}>
              <HiddenFields values={{ intent, admin: id }} />
              <SubmitButton aria-label={`${label}: ${email}`}>{label}</SubmitButton>
            </PostForm>
          ))}
        </div>
      </Cell>
    </Row>
  );
}
