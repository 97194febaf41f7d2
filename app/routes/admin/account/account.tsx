import { Link, href } from 'react-router';
import type { Route } from './+types/account.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { account } from '#app/content/desk/account.server.ts';
import { languageNames } from '#app/content/texts/site-words.server.ts';
import { counted } from '#app/ui/language/phrase.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { readOwnAccount } from '#app/domain/accounts/own-account.server.ts';
import { DeskTitle } from '#app/routes/admin/frame/page/desk-title.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { AccountSection, AccountSections } from './account-sections.tsx';
import { DigestSection } from './digest-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const words = account[admin.language];
  const head = { ...adminPages[admin.language].account, title: words.title };
  return { head, words, ...(await readOwnAccount(admin)), languageNames };
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
          <Link className="plain-button" to={href('/admin/dashboard')}>
            {words.back}
          </Link>
        }
      >
        <p>{email}</p>
      </DeskTitle>
      <AccountSections>
        <AccountSection title={words.password.heading}>
          <p>{words.password.note}</p>
          <Link className="plain-button" to={href('/admin/dashboard/account/password')}>
            {words.password.link}
          </Link>
        </AccountSection>
        <AccountSection title={words.twoStep.heading}>
          <p>{secondFactor ? counted(words.twoStep.on, recoveryCodes) : words.twoStep.off}</p>
          <Link className="plain-button" to={href('/admin/dashboard/account/two-step')}>
            {secondFactor ? words.twoStep.turnOff : words.twoStep.turnOn}
          </Link>
        </AccountSection>
        <LanguageSection language={language} names={names} words={words.language} />
        <DigestSection digest={digest} words={words.digest} />
        <AccountSection title={words.sessions.heading}>
          <p>{counted(words.sessions.count, sessions)}</p>
          <DeskForm className="flex" action={href('/admin/dashboard/account/sessions')}>
            <button className="plain-button" type="submit">
              {words.sessions.button}
            </button>
          </DeskForm>
        </AccountSection>
      </AccountSections>
    </>
  );
}
