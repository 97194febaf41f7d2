import { AuthPage, AuthPageTextsProvider } from '#app/routes/auth/auth-page.tsx';
import { LoginForm, SessionEndNotice } from '#app/routes/auth/sign-in-forms.tsx';
import type { EndedSession } from '#app/routes/desk/ended-session.server.ts';
import { StaffHead } from '#app/routes/page-head.tsx';

/** The login that replaces a form after the end of its session, with the typed texts to copy (DK-6). */
export default function EndedSessionPage({ page }: { page: EndedSession }) {
  const { head, authTexts, notice, typed } = page;
  return (
    <AuthPageTextsProvider value={authTexts}>
      <AuthPage>
        <StaffHead {...head} />
        <SessionEndNotice {...notice} />
        <LoginForm {...page} error={undefined} />
        {typed.texts.length > 0 && (
          <section className="grid gap-3 border-t border-line pt-5">
            <h2 className="text-large/body">{typed.heading}</h2>
            <p className="text-ink-2">{typed.note}</p>
            {typed.texts.map((text, index) => (
              <p
                key={index}
                className="border-s border-line-strong ps-4 wrap-anywhere whitespace-pre-wrap"
                dir="auto"
              >
                {text}
              </p>
            ))}
          </section>
        )}
      </AuthPage>
    </AuthPageTextsProvider>
  );
}
