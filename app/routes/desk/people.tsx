import { href } from 'react-router';
import { PostForm, SelectField, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { Cell, Row, Table } from '#app/components/table.tsx';
import { languageNames, LANGUAGES } from '#app/content/language.ts';
import { failureTitles } from '#app/content/texts/enquiry.server.ts';
import type { FlashMessage } from '#app/content/texts/flash-texts.server.ts';
import { peopleTexts, type PeopleTexts } from '#app/content/texts/people.server.ts';
import {
  AccountError,
  disableAdmin,
  enableAdmin,
  findAdminEmail,
  inviteAdmin,
  listAccounts,
  signOutAdmin,
  type AccountSummary,
} from '#app/domain/accounts/accounts.server.ts';
import { formatShortDay } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { parseLanguage } from '#app/http/cookies.server.ts';
import { ACCOUNT_FORM_CLASS } from '#app/routes/desk/account/account-page.tsx';
import {
  refuseForm,
  withRecentPassword,
  type ConfirmedForm,
} from '#app/routes/desk/account/confirmation.server.ts';
import { PasswordConfirmationPage } from '#app/routes/desk/account/confirmation.tsx';
import type { RefusedForm } from '#app/routes/desk/action-data.ts';
import { createDeskActions } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { DraftAutosave, runDeskAction } from '#app/routes/desk/drafts.tsx';
import {
  DeskPage,
  HiddenFields,
  PageToasts,
  revalidateAfterConflict,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import { getRetryHeaders } from '#app/routes/request-failure.ts';
import type { Route } from './+types/people.ts';

export const headers: Route.HeadersFunction = getRetryHeaders;

const PAGE = href('/admin/dashboard/people');

export async function loader({ context }: Route.LoaderArgs) {
  const { id, language } = requireAdmin(context);
  const texts = peopleTexts[language];
  const people = (await listAccounts()).map((person) => ({
    ...person,
    isOwn: person.id === id,
    lastSignIn: person.lastSignInOn && formatShortDay(person.lastSignInOn, language),
  }));
  return { texts, people, language, languageNames };
}

type AccountChange = 'invite' | 'disable' | 'enable' | 'signOut';

export const action = createDeskActions({
  invite: changeWithRecentPassword('invite'),
  disable: changeWithRecentPassword('disable'),
  enable: changeWithRecentPassword('enable'),
  signOut: changeWithRecentPassword('signOut'),
});

/** Returns the action that makes a change to an account after the password was typed (PP-2). */
function changeWithRecentPassword(change: AccountChange) {
  const describe = async (form: ConfirmedForm) => ({ change, name: await readEmail(form) });
  return withRecentPassword(describe, async (form) => {
    try {
      return await redirectWithFlash(PAGE, await changeAccount(change, form));
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      return refuseChange(error, form);
    }
  });
}

/** Returns the email of the account that the form names, or the typed email. */
async function readEmail({ field }: ConfirmedForm): Promise<string> {
  const email = field('admin') ? await findAdminEmail(Number(field('admin'))) : field('email');
  return email ?? '';
}

async function changeAccount(change: AccountChange, form: ConfirmedForm): Promise<FlashMessage> {
  const { actor, field } = form;
  const adminId = Number(field('admin'));

  switch (change) {
    case 'invite':
      await inviteAdmin(await readEmail(form), parseLanguage(field('language')), actor);
      return 'invitation-sent';
    case 'disable':
      await disableAdmin(adminId, actor);
      return 'admin-disabled';
    case 'enable':
      await enableAdmin(adminId, actor);
      return 'admin-enabled';
    case 'signOut':
      await signOutAdmin(adminId, actor);
      return 'admin-signed-out';
  }
}

function refuseChange({ kind, retryAfterSeconds }: AccountError, { actor, field }: ConfirmedForm) {
  const { language } = actor.admin;
  const text = peopleTexts[language].errors[kind];
  const toast = { tone: 'error' as const, title: failureTitles[language].unchanged, text };

  const values = { email: field('email'), language: field('language') };
  const isAboutEmail = ['invalid', 'active', 'disabled'].includes(kind) && !field('admin');
  const errors = isAboutEmail ? { email: { text } } : undefined;
  return refuseForm<RefusedForm>({ kind: 'refused', toast, errors, values }, retryAfterSeconds);
}

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export const shouldRevalidate = revalidateAfterConflict;

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, people } = loaderData;
  if (actionData?.kind === 'password-needed') {
    return <PasswordConfirmationPage {...actionData.confirmation} backTo={PAGE} />;
  }

  const refusedForm = actionData?.kind === 'refused' ? actionData : undefined;

  return (
    <DeskPage title={texts.title} intro={texts.intro} description={texts.description}>
      <PageToasts actionData={actionData} />
      {/* An invitation empties the form. */}
      <InvitationForm key={people.length} {...loaderData} refused={refusedForm} />
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
          <PersonRow key={person.id} person={person} texts={texts} />
        ))}
      </Table>
    </DeskPage>
  );
}

type PageData = Route.ComponentProps['loaderData'];

interface InvitationFormProps extends Pick<PageData, 'texts' | 'language' | 'languageNames'> {
  refused: RefusedForm | undefined;
}

function InvitationForm({ texts, language, languageNames, refused }: InvitationFormProps) {
  const error = refused?.errors?.['email'];
  const form = useFocusOnFirstError(error);
  return (
    <PostForm className={ACCOUNT_FORM_CLASS} noValidate ref={form}>
      <HiddenFields values={{ intent: 'invite' }} />
      <DraftAutosave formName="invite" guards={{}} />
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

interface PersonRowProps {
  person: AccountSummary & { isOwn: boolean; lastSignIn: string | null };
  texts: PeopleTexts;
}

function PersonRow({ person, texts }: PersonRowProps) {
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
