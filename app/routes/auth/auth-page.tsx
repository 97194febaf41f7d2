import { counted } from '#app/components/words.ts';
import { useScripted } from '#app/components/scripted.tsx';
import { Wordmark } from '#app/components/drawing.tsx';
import type { AuthPageFrame, SignInWords } from '#app/content/words/auth.server.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigation, useRouteLoaderData } from 'react-router';
import { AUTH } from '#app/domain/limits.ts';
import { Button } from '#app/components/button.tsx';

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
          <AuthPageLanguageLinks />
        </AuthPageLinks>
      </div>
    </main>
  );
}

function AuthPageLanguageLinks() {
  const { otherLanguages } = useAuthPageFrame();
  const page = useAuthPageAddress();
  return otherLanguages.map(({ language, name }) => (
    <a
      key={language}
      className="quiet"
      href={`${page}${page.includes('?') ? '&' : '?'}language=${language}`}
      hrefLang={language}
      lang={language}
    >
      {name}
    </a>
  ));
}

export function AuthPageLinks({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap justify-between gap-x-6 *:tap">{children}</p>;
}

interface AuthPageHeadProps {
  title: string;
  note?: string;
  lock?: { left: number; words: SignInWords['lock'] };
}

export function AuthPageHead({ title, note, lock }: AuthPageHeadProps) {
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-title/[1.05] tracking-tight">{title}</h1>
        {note && !lock?.left && <AuthPageNote>{note}</AuthPageNote>}
      </div>
      {lock && lock.left > 0 && <LockoutNotice seconds={lock.left} words={lock.words} />}
    </>
  );
}

export function AuthPageNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-[0.6em] text-ink-2 before:slash-mark">
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

export function AuthPageFields({ locked, children }: { locked: boolean; children: ReactNode }) {
  return (
    <fieldset
      className="grid min-w-0 gap-5 border-0 p-0 disabled:[&_input]:cursor-not-allowed disabled:[&_input]:border-line-strong! disabled:[&_input]:bg-paper-2! disabled:[&_input]:text-ink-3"
      disabled={locked}
    >
      {children}
    </fieldset>
  );
}

export function AuthPageButton({ children }: { children: string }) {
  const words = useAuthPageFrame();
  const busy = useNavigation().formMethod === 'POST';
  return (
    <p>
      <Button type="submit" busy={busy}>
        {busy ? words.busy : children}
      </Button>
    </p>
  );
}

function LockoutNotice({ seconds, words }: { seconds: number; words: SignInWords['lock'] }) {
  const scripted = useScripted();
  const minutes = Math.ceil(seconds / 60);
  return (
    <div className="grid gap-1 border border-s-6 border-ink bg-panel px-6 py-5">
      <div role="alert">
        <b className="text-large/list font-bold">{words.title}</b>
        <p>{words.message}</p>
      </div>
      {scripted ? (
        <>
          <div
            className="flex text-center text-[clamp(4rem,8vw,6rem)] leading-none font-light flare"
            role="timer"
            aria-label={counted(words.left, minutes)}
          >
            {[...clockOf(seconds)].map((digit, place) => (
              <span key={place} className={digit === ':' ? 'w-[0.34em] text-oak' : 'w-[0.64em]'}>
                {digit}
              </span>
            ))}
          </div>
          <p className="text-ink-2">{words.until}</p>
        </>
      ) : (
        <p>{counted(words.again, minutes)}</p>
      )}
    </div>
  );
}

function clockOf(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

export function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    }, AUTH.lockoutCountdownMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

/** Keeps of the query only what is known: a form sent as an address has its password there. */
export function useAuthPageAddress(): string {
  const { pathname, search } = useLocation();
  return new URLSearchParams(search).has('forgot') ? `${pathname}?forgot` : pathname;
}

export function useAuthPageFrame(): AuthPageFrame {
  const words = useRouteLoaderData('routes/auth/layout');
  if (!words) throw new Error('Only a login or password page has these words');
  return words as AuthPageFrame;
}
