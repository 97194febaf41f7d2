import { useMemo } from 'react';
import { data, Form, href } from 'react-router';
import { SelectField, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { Cell, Row, Table } from '#app/components/table.tsx';
import { languageNames, LANGUAGES } from '#app/content/language.ts';
import { getAdminPageHeads } from '#app/content/messages/desk-pages.server.ts';
import { deskFaults } from '#app/content/messages/enquiry.server.ts';
import type { FlashMessage } from '#app/content/messages/flash-messages.server.ts';
import { peopleMessages, type PeopleMessages } from '#app/content/messages/people.server.ts';
import {
  AccountError,
  disableAdmin,
  enableAdmin,
  findEmail,
  inviteAdmin,
  listPeople,
  signOutAdmin,
  type Person,
} from '#app/domain/accounts/accounts.server.ts';
import { formatShortDay } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { findLanguage } from '#app/http/cookies.server.ts';
import { buildAccountForm } from '#app/routes/desk/account/account-page.tsx';
import {
  confirmedAction,
  refuseForm,
  type ConfirmedForm,
} from '#app/routes/desk/account/confirmation.server.ts';
import { Confirmation } from '#app/routes/desk/account/confirmation.tsx';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/answers.server.ts';
import {
  DeskPlace,
  getDeskMeta,
  HiddenFields,
  PageToasts,
  runDeskAction,
  Submit,
} from '#app/routes/desk/frame.tsx';
import { getActionHeaders } from '#app/routes/request-failure.ts';
import type { Route } from './+types/people.ts';

export const meta: Route.MetaFunction = getDeskMeta;

export const headers: Route.HeadersFunction = getActionHeaders;

const PAGE = href('/admin/dashboard/people');

/** The addresses of its forms show the page too: that is where a refused form leaves the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { id, language } = requireAdmin(context);
  const messages = peopleMessages[language];
  const people = (await listPeople()).map((person) => ({
    ...person,
    isOwn: person.id === id,
    lastSignIn: person.lastSignInOn && formatShortDay(person.lastSignInOn, language),
  }));
  const head = { ...getAdminPageHeads(language).people, title: messages.title };
  return { head, messages, people, language, languageNames };
}

async function invite({ actor, field }: ConfirmedForm) {
  const email = field('admin') ? await findEmail(Number(field('admin'))) : field('email');
  await inviteAdmin(email, findLanguage(field('language')), actor);
}

type Change = [message: FlashMessage, work: (form: ConfirmedForm) => Promise<unknown>];

const changes: Record<string, Change> = {
  invitations: ['invitation-sent', invite],
  disabled: ['admin-disabled', ({ actor, field }) => disableAdmin(Number(field('admin')), actor)],
  enabled: ['admin-enabled', ({ actor, field }) => enableAdmin(Number(field('admin')), actor)],
  sessions: ['admin-signed-out', ({ actor, field }) => signOutAdmin(Number(field('admin')), actor)],
};

export function action(args: Route.ActionArgs) {
  const [message, work] = changes[args.url.pathname.slice(PAGE.length + 1)] ?? [];
  if (!message || !work) throw data(null, { status: 405 });
  return confirmedAction(async (form) => {
    const { actor, field } = form;
    try {
      await work(form);
      return await redirectWithFlash(PAGE, message);
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      const { language } = actor.admin;
      const text = peopleMessages[language].errors[error.kind];
      const toast = { tone: 'error' as const, title: deskFaults[language].people, text };
      const typed = { email: field('email'), language: field('language') };
      const isField = ['invalid', 'active', 'disabled'].includes(error.kind) && !field('admin');
      const body = { toast, typed, error: { field: isField ? 'email' : null, message: text } };
      return refuseForm(body, error);
    }
  })(args);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runDeskAction(serverAction, 'people');
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, people } = loaderData;
  if (actionData && 'confirmation' in actionData) {
    return <Confirmation {...actionData.confirmation} backTo={PAGE} />;
  }
  const refusal = actionData && 'typed' in actionData ? actionData : undefined;
  return (
    <DeskPlace title={messages.title} intro={messages.intro}>
      <PageToasts answer={actionData} />
      <InvitationForm {...loaderData} refusal={refusal} />
      <Table
        // Without room each row is a block; browsers then drop its semantics, which the roles restore.
        className="mt-8 w-full border-t border-line text-start max-lg:block max-lg:[&_:is(tbody,tr,td)]:block [&_:is(th,td)]:py-3 [&_:is(th,td)]:ps-0 [&_:is(th,td)]:pe-6 [&_:is(th,td)]:text-start [&_:is(th,td)]:align-top max-lg:[&_td]:py-1 [&_th]:font-medium [&_th]:text-ink-3 max-lg:[&_thead]:sr-only [&_tr]:border-b [&_tr]:border-line max-lg:[&_tr]:py-4"
        role="table"
        columns={{
          email: messages.email,
          state: messages.state,
          date: messages.lastSignIn,
          actions: <span className="sr-only">{messages.actions}</span>,
        }}
      >
        {people.map((person) => (
          <PersonRow key={person.id} person={person} messages={messages} />
        ))}
      </Table>
    </DeskPlace>
  );
}

type PageData = Route.ComponentProps['loaderData'];

interface InvitationFormProps extends Pick<PageData, 'messages' | 'language' | 'languageNames'> {
  refusal:
    | {
        typed: { email: string; language: string };
        error: { field: string | null; message: string };
      }
    | undefined;
}

function InvitationForm({ messages, language, languageNames, refusal }: InvitationFormProps) {
  const error = useMemo(
    () => (refusal?.error.field ? { text: refusal.error.message } : undefined),
    [refusal],
  );
  const form = useFocusOnFirstError(error);
  return (
    <Form
      className={buildAccountForm}
      method="post"
      action={href('/admin/dashboard/people/invitations')}
      noValidate
      ref={form}
    >
      <TextField
        label={messages.email}
        name="email"
        type="email"
        autoComplete="off"
        maxLength={AUTH.emailMax}
        defaultValue={refusal?.typed.email}
        required
        error={error}
      />
      <SelectField
        name="language"
        label={messages.language}
        defaultValue={refusal?.typed.language || language}
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </SelectField>
      <p>
        <Submit variant="ink">{messages.invite}</Submit>
      </p>
    </Form>
  );
}

interface PersonRowProps {
  person: Person & { isOwn: boolean; lastSignIn: string | null };
  messages: PeopleMessages;
}

function PersonRow({ person, messages }: PersonRowProps) {
  const { id, email, state, isOwn, lastSignIn, lastSignInOn } = person;
  const buttons = [
    state === 'invited' && (['invitations', messages.inviteAgain] as const),
    state === 'disabled' && (['enabled', messages.enable] as const),
    state !== 'disabled' && !isOwn && (['disabled', messages.disable] as const),
    state === 'active' && (['sessions', messages.signOut] as const),
  ].filter((button) => button !== false);
  return (
    <Row role="row">
      <Cell role="cell" className="wrap-anywhere">
        <b className="font-strong text-ink">{email}</b>
        {person.hasSecondFactor && <p>{messages.twoStep}</p>}
        {person.hasPasskey && <p>{messages.passkey}</p>}
      </Cell>
      <Cell role="cell">{messages.states[state]}</Cell>
      <Cell role="cell">
        {/* Narrow rows have no column headings in sight. */}
        <span className="text-ink-3 lg:hidden">{messages.lastSignIn}: </span>
        {lastSignInOn ? <time dateTime={lastSignInOn}>{lastSignIn}</time> : messages.neverSignedIn}
      </Cell>
      <Cell role="cell">
        <div className="flex flex-wrap gap-2">
          {buttons.map(([path, label]) => (
            <Form key={path} method="post" action={`${PAGE}/${path}`}>
              <HiddenFields values={{ admin: id }} />
              <Submit aria-label={`${label}: ${email}`}>{label}</Submit>
            </Form>
          ))}
        </div>
      </Cell>
    </Row>
  );
}
