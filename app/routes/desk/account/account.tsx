import { pluralize } from '#app/components/words.ts';
import { Button, ButtonLink } from '#app/components/button.tsx';
import { SelectField } from '#app/components/field.tsx';
import { type Language, LANGUAGES } from '#app/content/language.ts';
import type { AccountWords } from '#app/content/words/account.server.ts';
import { DeskForm, deskMeta, Submit, answerOrFault } from '#app/routes/desk/frame.tsx';
import { href } from 'react-router';
import type { Route } from './+types/account.ts';
import { buildAccountForm, AccountPage, AccountSection } from './account-page.tsx';
import { changeAccount, readAccountPage } from '#app/routes/desk/account/account.server.ts';

export const meta: Route.MetaFunction = deskMeta;

export const loader = readAccountPage;

export const action = changeAccount;

const faults = { language: 'language', digest: 'digest', sessions: 'signOut' } as const;

export function clientAction({ url, serverAction }: Route.ClientActionArgs) {
  const form = url.pathname.split('/').at(-1) as keyof typeof faults;
  return answerOrFault(serverAction, faults[form]);
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { words, email, language, digest, languageNames, sessions, ...account } = loaderData;
  const back = { to: href('/admin/dashboard'), label: words.back };
  return (
    <AccountPage title={words.title} note={email} back={back}>
      <AccountSection title={words.password.heading}>
        <p>{words.password.note}</p>
        <ButtonLink variant="plain" to={href('/admin/dashboard/account/password')}>
          {words.password.link}
        </ButtonLink>
      </AccountSection>
      <AccountSection title={words.twoStep.heading}>
        <p>
          {account.secondFactor
            ? pluralize(words.twoStep.on, account.recoveryCodes)
            : words.twoStep.off}
        </p>
        <ButtonLink variant="plain" to={href('/admin/dashboard/account/two-step')}>
          {account.secondFactor ? words.twoStep.turnOff : words.twoStep.turnOn}
        </ButtonLink>
      </AccountSection>
      <LanguageSection language={language} names={languageNames} words={words.language} />
      <DigestSection digest={digest} words={words.digest} />
      <AccountSection title={words.sessions.heading}>
        <p>{pluralize(words.sessions.count, sessions)}</p>
        <DeskForm className="flex" action={href('/admin/dashboard/account/sessions')}>
          <Submit>{words.sessions.button}</Submit>
        </DeskForm>
      </AccountSection>
    </AccountPage>
  );
}

interface LanguageSectionProps {
  language: Language;
  names: Readonly<Record<Language, string>>;
  words: AccountWords['language'];
}

function LanguageSection({ language, names, words }: LanguageSectionProps) {
  const { heading, note, label, button } = words;
  return (
    <AccountSection title={heading}>
      <p>{note}</p>
      <DeskForm className={buildAccountForm} action={href('/admin/dashboard/account/language')}>
        <SelectField name="language" label={label} defaultValue={language}>
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {names[each]}
            </option>
          ))}
        </SelectField>
        <Button variant="plain" className="justify-self-start" type="submit">
          {button}
        </Button>
      </DeskForm>
    </AccountSection>
  );
}

interface DigestSectionProps {
  digest: boolean;
  words: AccountWords['digest'];
}

function DigestSection({ digest, words }: DigestSectionProps) {
  return (
    <AccountSection title={words.heading}>
      <p>{words.note}</p>
      <DeskForm className={buildAccountForm} action={href('/admin/dashboard/account/digest')}>
        <label className="flex min-h-11 items-center gap-3 justify-self-start">
          <input className="tick-box" type="checkbox" name="digest" defaultChecked={digest} />
          {words.label}
        </label>
        <Button variant="plain" className="justify-self-start" type="submit">
          {words.button}
        </Button>
      </DeskForm>
    </AccountSection>
  );
}
