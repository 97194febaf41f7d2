import { readOwnAccount } from '#app/domain/accounts/accounts.server.ts';
import { counted } from '#app/components/words.ts';
import { deskMeta, DeskTitle, Submit } from '#app/routes/desk/frame.tsx';
import { Button, ButtonLink } from '#app/components/button.tsx';
import {
  accountForm,
  AccountSection,
  AccountSections,
} from '#app/routes/desk/account/account-sections.tsx';
import { SelectField } from '#app/components/field.tsx';
import { type Language, LANGUAGES, languageNames } from '#app/content/language.ts';
import { href, redirect } from 'react-router';
import type { Route } from './+types/account.ts';
import { type DeskFault, adminPages } from '#app/content/words/desk.server.ts';
import { type AccountWords, account } from '#app/content/words/account.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';
import {
  changeDigest,
  changeLanguage,
  endOtherSessions,
} from '#app/routes/desk/account/actions.server.ts';
import { DeskForm } from '#app/routes/desk/toasts.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  if (formAt(url) in faultAt) throw redirect(href('/admin/dashboard/account'), 303);
  const admin = requireAdmin(context);
  const words = account[admin.language];
  const head = { ...adminPages[admin.language].account, title: words.title };
  return { head, words, ...(await readOwnAccount(admin)), languageNames };
}

const faultAt = {
  language: 'language',
  digest: 'digest',
  sessions: 'signOut',
} as const satisfies Record<string, DeskFault>;

const formAt = ({ pathname }: URL) => pathname.split('/').at(-1) as keyof typeof faultAt;

export function action(args: Route.ActionArgs) {
  const actions = { language: changeLanguage, digest: changeDigest, sessions: endOtherSessions };
  const form = formAt(args.url);
  if (!Object.hasOwn(actions, form)) throw new Response(null, { status: 405 });
  return actions[form](args);
}

export function clientAction({ url, serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, faultAt[formAt(url)]);
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const {
    words,
    email,
    language,
    digest,
    languageNames: names,
    sessions,
    secondFactor,
    recoveryCodes,
  } = loaderData;
  return (
    <>
      <DeskTitle
        title={words.title}
        ways={
          <ButtonLink variant="plain" to={href('/admin/dashboard')}>
            {words.back}
          </ButtonLink>
        }
      >
        <p>{email}</p>
      </DeskTitle>
      <AccountSections>
        <AccountSection title={words.password.heading}>
          <p>{words.password.note}</p>
          <ButtonLink variant="plain" to={href('/admin/dashboard/account/password')}>
            {words.password.link}
          </ButtonLink>
        </AccountSection>
        <AccountSection title={words.twoStep.heading}>
          <p>{secondFactor ? counted(words.twoStep.on, recoveryCodes) : words.twoStep.off}</p>
          <ButtonLink variant="plain" to={href('/admin/dashboard/account/two-step')}>
            {secondFactor ? words.twoStep.turnOff : words.twoStep.turnOn}
          </ButtonLink>
        </AccountSection>
        <LanguageSection language={language} names={names} words={words.language} />
        <DigestSection digest={digest} words={words.digest} />
        <AccountSection title={words.sessions.heading}>
          <p>{counted(words.sessions.count, sessions)}</p>
          <DeskForm className="flex" action={href('/admin/dashboard/account/sessions')}>
            <Submit>{words.sessions.button}</Submit>
          </DeskForm>
        </AccountSection>
      </AccountSections>
    </>
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
      <DeskForm className={accountForm} action={href('/admin/dashboard/account/language')}>
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
      <DeskForm className={accountForm} action={href('/admin/dashboard/account/digest')}>
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
