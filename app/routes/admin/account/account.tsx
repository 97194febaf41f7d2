import { Link } from 'react-router';
import type { Route } from './+types/account.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { account as words } from '#app/content/desk/account.ts';
import { languageNames } from '#app/content/texts/site-words.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { readOwnAccount } from '#app/domain/accounts/own-account.server.ts';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { LanguageSection } from './language-section.tsx';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export async function loader({ context }: Route.LoaderArgs) {
  const head = { ...adminPages.en.account, title: words.title };
  return { head, ...(await readOwnAccount(requireAdmin(context))), languageNames };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const {
    email,
    language,
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
        <Link className="plainbtn" to="/admin/dashboard">
          {words.back}
        </Link>
      </div>
      <div className="account">
        <section>
          <h2>{words.password.heading}</h2>
          <p>{words.password.note}</p>
          <Link className="plainbtn" to="/admin/dashboard/account/password">
            {words.password.link}
          </Link>
        </section>
        <section>
          <h2>{words.twoStep.heading}</h2>
          <p>{secondFactor ? words.twoStep.on(recoveryCodes) : words.twoStep.off}</p>
          <Link className="plainbtn" to="/admin/dashboard/account/two-step">
            {secondFactor ? words.twoStep.turnOff : words.twoStep.turnOn}
          </Link>
        </section>
        <LanguageSection language={language} names={names} />
        <section>
          <h2>{words.sessions.heading}</h2>
          <p>{sessions > 1 ? words.sessions.several(sessions) : words.sessions.alone}</p>
          <DeskForm action="/admin/dashboard/account/sessions">
            <button className="plainbtn" type="submit">
              {words.sessions.button}
            </button>
          </DeskForm>
        </section>
      </div>
    </>
  );
}
