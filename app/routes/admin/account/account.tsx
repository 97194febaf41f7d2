import { Link, href } from 'react-router';
import type { Route } from './+types/account.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { account } from '#app/content/desk/account.server.ts';
import { languageNames } from '#app/content/texts/site-words.server.ts';
import { counted } from '#app/ui/language/phrase.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { readOwnAccount } from '#app/domain/accounts/own-account.server.ts';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
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
      <div className="desk__head">
        <div>
          <h1>{words.title}</h1>
          <p>{email}</p>
        </div>
        <Link className="plainbtn" to={href('/admin/dashboard')}>
          {words.back}
        </Link>
      </div>
      <div className="account">
        <section>
          <h2>{words.password.heading}</h2>
          <p>{words.password.note}</p>
          <Link className="plainbtn" to={href('/admin/dashboard/account/password')}>
            {words.password.link}
          </Link>
        </section>
        <section>
          <h2>{words.twoStep.heading}</h2>
          <p>{secondFactor ? counted(words.twoStep.on, recoveryCodes) : words.twoStep.off}</p>
          <Link className="plainbtn" to={href('/admin/dashboard/account/two-step')}>
            {secondFactor ? words.twoStep.turnOff : words.twoStep.turnOn}
          </Link>
        </section>
        <LanguageSection language={language} names={names} words={words.language} />
        <DigestSection digest={digest} words={words.digest} />
        <section>
          <h2>{words.sessions.heading}</h2>
          <p>{counted(words.sessions.count, sessions)}</p>
          <DeskForm action={href('/admin/dashboard/account/sessions')}>
            <button className="plainbtn" type="submit">
              {words.sessions.button}
            </button>
          </DeskForm>
        </section>
      </div>
    </>
  );
}
