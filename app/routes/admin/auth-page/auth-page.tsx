import type { ReactNode } from 'react';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { AuthPageLanguageLink } from './auth-page-language-link.tsx';
import { AuthPageLinks } from './auth-page-links.tsx';
import { useAuthPageFrame } from './use-auth-page-frame.ts';

/**
 * The frame of login and password pages: the mark at the side, one form in the middle. Whatever else
 * is shown than the login's form, and while it arrives, its head stands at the same place.
 */
export function AuthPage({ children }: { children: ReactNode }) {
  const { mark } = useAuthPageFrame();
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
        <a className="-my-[0.5625rem] tap justify-self-start" href="/">
          <Wordmark className="h-6.5 w-auto" label={mark} />
        </a>
        {children}
        <AuthPageLinks>
          <AuthPageLanguageLink />
        </AuthPageLinks>
      </div>
    </main>
  );
}
