import { companyWords } from '#app/content/words/company.server.ts';
import { previewOf } from '#app/content/pages.server.ts';
import {
  createPath,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { config } from '#app/config.server.ts';
import { languageOf } from '#app/content/language.ts';
import { pageWords, siteWords } from '#app/content/words/site.server.ts';
import { findStaffLanguage, requestContext } from '#app/http/request-context.server.ts';
import { BootScript, LateScripts, StructuredData } from './document-scripts.tsx';
import greek from './fonts/commissioner-greek-flar-normal.woff2?url';
import latin from './fonts/commissioner-latin-flar-normal.woff2?url';
import { ServedOnly } from '#app/components/scripted.tsx';
import { ButtonAnchor } from '#app/components/button.tsx';
import { UiWordsProvider } from '#app/components/words.ts';
import { MessagePage } from '#app/components/page.tsx';
import { WordmarkLetters, isDrawn } from '#app/components/drawing.tsx';
import siteStyles from './styles/site.css?url';
import { useEffect } from 'react';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: latin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

const yearInAthens = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Athens',
  year: 'numeric',
});

/** Reads no cookie: the same for everybody but for the script nonce. */
export function loader({ context, url }: Route.LoaderArgs) {
  const language = findStaffLanguage(context) ?? languageOf(url.pathname);
  const { brand, name } = companyWords[language];
  return {
    language,
    ui: siteWords[language].ui,
    letters: language === 'el' ? greek : null,
    lastResort: pageWords[language].outOfOrder,
    company: { brand, name },
    origin: config().publicUrl,
    preview: previewOf('/', language),
    year: Number(yearInAthens.format(Date.now())),
    nonce: context.get(requestContext).nonce,
  };
}

export function shouldRevalidate() {
  return false;
}

// Left out of the scripts: React passes over what it does not know in a head and in a body.
const served = import.meta.env.SSR;

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const nonce = root?.nonce;
  return (
    // The boot script adds a class before hydration; browsers hide a nonce from scripts.
    <html lang={root?.language ?? 'en'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#f2f3ef" />
        {served && <BootScript nonce={nonce} />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {root?.letters && (
          <link rel="preload" href={root.letters} as="font" type="font/woff2" crossOrigin="" />
        )}
        <Meta />
        <Links />
        <StructuredData />
      </head>
      <body>
        {served && isDrawn(root?.company.brand) && <WordmarkLetters />}
        <UiWordsProvider value={root?.ui ?? null}>{children}</UiWordsProvider>
        <ServedOnly>
          <ScrollRestoration nonce={nonce} />
        </ServedOnly>
        {served && <LateScripts nonce={nonce} />}
      </body>
    </html>
  );
}

export default function Root() {
  useEarlyInput();
  return (
    <>
      <Outlet />
      <Heard />
    </>
  );
}

const withoutWords = {
  title: 'Something went wrong here',
  text: 'The page could not be shown. Please try again in a moment.',
  again: 'Try again',
  home: 'Return Home',
};

export function ErrorBoundary() {
  const words = useRouteLoaderData<typeof loader>('root')?.lastResort ?? withoutWords;
  // Without its query, which may hold what somebody typed.
  const here = useLocation().pathname;
  return (
    <main>
      <link rel="stylesheet" href={siteStyles} precedence="site" />
      <MessagePage title={words.title} text={words.text} alert>
        <ButtonAnchor href={here}>{words.again}</ButtonAnchor>
        <a className="quiet" href="/">
          {words.home}
        </a>
      </MessagePage>
    </main>
  );
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    early?: Map<Field, string> | undefined;
  }
}

/** React sets a text back to what the page came with, and never hears of an early choice. */
function useEarlyInput(): void {
  useEffect(() => {
    const early = window.early ?? [];
    delete window.early;
    for (const [field, value] of early) {
      const { type } = field;
      // Files stay in their field; no script could put them there.
      if (type !== 'file' && field.value !== value) field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (type === 'file' || type === 'select-one') {
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  }, []);
}

const PATIENCE_MS = 15_000;

function Heard() {
  const { state, location: to, formMethod } = useNavigation();
  const waiting = state !== 'idle';
  const path = to && !formMethod ? createPath(to) : null;
  useEffect(() => {
    // There is one in each area's frame: this asks for whichever is there.
    const main = document.querySelector('main');
    if (waiting) main?.setAttribute('aria-busy', 'true');
    return () => main?.removeAttribute('aria-busy');
  }, [waiting]);
  useEffect(() => {
    if (path === null) return;
    const timer = setTimeout(() => location.assign(path), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [path]);
  return waiting && <div className="heard" data-heard="" />;
}
