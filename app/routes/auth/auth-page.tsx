import { createContext, use, type ReactNode } from 'react';
import { href, useLocation, useNavigation, useRouteLoaderData } from 'react-router';
import { Button } from '#app/components/button.tsx';
import { Wordmark } from '#app/components/drawing.tsx';
import { ToastRegion, useToastMessage, type ToastMessage } from '#app/components/toast.tsx';
import type { AuthPageTexts } from '#app/content/texts/auth.server.ts';

interface AuthPageProps {
  toast?: { title: string; text: string } | null;
  tone?: ToastMessage['tone'];
  children: ReactNode;
}

/** The layout of a login or password page: a toast, the page, and links to its other languages. */
export function AuthPage({ toast, tone = 'success', children }: AuthPageProps) {
  const texts = useAuthPageTexts();
  const toastMessage = useToastMessage(tone, toast);
  // It has no other parameter than its step, so `language` is never there twice.
  const path = useSanitisedPath();
  const separator = path.includes('?') ? '&' : '?';

  return (
    <main
      className="grid min-h-svh lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[100svh]"
      id="main"
    >
      <div
        className="relative hidden overflow-clip bg-ink text-[#232933] lg:block"
        aria-hidden="true"
      >
        <svg
          className="absolute start-[12%] bottom-[clamp(2rem,6vw,6rem)] w-[76%]"
          viewBox="0 0 58 64"
          fill="currentColor"
        >
          <path d="M0 0H26A32 32 0 0 1 37.48 2.13L10.44 64H0Z" />
          <path d="M42.17 4.38A32 32 0 0 1 26 64H16.11Z" />
        </svg>
      </div>
      <div className="grid grid-cols-1 content-start gap-7 px-[clamp(1.25rem,8vw,8rem)] pt-[max(2rem,50svh-17rem)] pb-[clamp(2rem,6vw,6rem)] *:max-w-108 lg:overflow-auto no-js:[&>[role=status]]:p-0!">
        <a className="-my-2.25 tap justify-self-start" href="/">
          <Wordmark brand={texts.brand} className="h-6.5 w-auto" label={texts.logoLabel} />
        </a>
        <ToastRegion toast={toastMessage} />
        {children}
        <AuthPageLinks>
          {texts.otherLanguages.map(({ language, name }) => (
            <a
              key={language}
              className="quiet"
              href={`${path}${separator}language=${language}`}
              hrefLang={language}
              lang={language}
            >
              {name}
            </a>
          ))}
        </AuthPageLinks>
      </div>
    </main>
  );
}

export function AuthPageLinks({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap justify-between gap-x-6 *:tap">{children}</p>;
}

export function AuthPageHead({ title, note }: { title: string; note?: string | false }) {
  return (
    <div className="grid gap-3">
      <h1 className="text-title/[1.05] tracking-tight">{title}</h1>
      {note && <AuthPageNote>{note}</AuthPageNote>}
    </div>
  );
}

export function AuthPageNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-[0.6em] text-ink-2 before:slash-mark">
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** The button of a login or password form. It shows that it is busy while any form of the page is being sent. */
export function AuthPageSubmitButton({ children }: { children: string }) {
  const texts = useAuthPageTexts();
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <p>
      <Button type="submit" busy={isBusy}>
        {isBusy ? texts.busy : children}
      </Button>
    </p>
  );
}

/**
 * Returns the path of the open page with its step, but without other parameters: a login form that was sent with GET has
 * left its password in the URL. Returns that of the login where it replaces a page of the desk (DK-6).
 */
export function useSanitisedPath(): string {
  const { pathname, search } = useLocation();
  if (pathname.startsWith(href('/admin/dashboard'))) return href('/admin');

  const parameters = new URLSearchParams(search);
  const step = ['forgot', 'code'].find((name) => parameters.has(name));
  return step ? `${pathname}?${step}` : pathname;
}

const TextsContext = createContext<AuthPageTexts | null>(null);

/** Gives the texts to a login page that replaces another page. */
export const AuthPageTextsProvider = TextsContext.Provider;

/** Returns the texts that the login page and the password page share. Throws on other pages. */
export function useAuthPageTexts(): AuthPageTexts {
  const loadedTexts = useRouteLoaderData('routes/auth/layout');
  // A login page that replaces another page is outside of the layout that loads them.
  const texts = use(TextsContext) ?? loadedTexts;
  if (!texts) throw new Error('Only a login or password page has these texts');
  return texts as AuthPageTexts;
}
