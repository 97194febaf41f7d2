import type { ReactNode } from 'react';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { AuthPageLanguageLink } from './auth-page-language-link.tsx';
import { useAuthPageFrame } from './use-auth-page-frame.ts';

/** The frame of login and password pages: the mark at the side, one form in the middle. */
export function AuthPage({ children }: { children: ReactNode }) {
  const { mark } = useAuthPageFrame();
  return (
    <main className="gate" id="main">
      <div className="gate__side" aria-hidden="true">
        <svg viewBox="0 0 58 64" fill="currentColor">
          <path d="M0 0H26A32 32 0 0 1 37.48 2.13L10.44 64H0Z" />
          <path d="M42.17 4.38A32 32 0 0 1 26 64H16.11Z" />
        </svg>
      </div>
      <div className="gate__main">
        <a className="home" href="/">
          <Wordmark label={mark} />
        </a>
        {children}
        <p className="gate__links">
          <AuthPageLanguageLink />
        </p>
      </div>
    </main>
  );
}
