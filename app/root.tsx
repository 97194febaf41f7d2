import { useEffect, useRef } from 'react';
import {
  createPath,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import { PageButtonLink } from '#app/components/button.tsx';
import { hasDrawnWordmark, WordmarkLettersDefinition } from '#app/components/drawing.tsx';
import { getFailureReason, mustReloadDocument } from '#app/components/failure-reason.ts';
import { useWasServerRendered } from '#app/components/hydrated.tsx';
import { MessagePage, PageLink } from '#app/components/page.tsx';
import { UiTextsProvider } from '#app/components/texts.ts';
import { isServerReachable } from '#app/components/use-failed-navigation.ts';
import { config } from '#app/config.server.ts';
import { getPathLanguage } from '#app/content/language.ts';
import { getPageHead } from '#app/content/pages.server.ts';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import { getPageTexts, siteTexts } from '#app/content/texts/site.server.ts';
import { toAthensDay } from '#app/domain/clock.server.ts';
import { staffLanguageContext } from '#app/http/request-context.server.ts';
import type { Route } from './+types/root.ts';
import { BootScript, StructuredData } from './document-scripts.tsx';
import greekFont from './fonts/commissioner-greek-flar-normal.woff2?url';
import latinFont from './fonts/commissioner-latin-flar-normal.woff2?url';
import siteStyles from './styles/site.css?url';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** Returns what every document needs in its language. Reads no cookie, so that public pages can be cached. */
export function loader({ context, url }: Route.LoaderArgs) {
  const language = context.get(staffLanguageContext) ?? getPathLanguage(url.pathname);
  const { brand, name } = getCompanyTexts(language);

  return {
    language,
    ui: siteTexts[language].ui,
    languageFont: language === 'el' ? greekFont : null,
    errorPage: getPageTexts(language).outOfOrder,
    company: { brand, name },
    origin: config().publicUrl,
    preview: getPageHead('/', language).preview,
    year: Number(toAthensDay(new Date()).slice(0, 4)),
  };
}

export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return getPathLanguage(currentUrl.pathname) !== getPathLanguage(nextUrl.pathname);
}

// The browser build drops what only the server renders: React tolerates unknown nodes in head and body.
const isServer = import.meta.env.SSR;

type RootData = Awaited<ReturnType<typeof loader>>;

// Of the document that is open; the server never sets it.
let lastRootData: RootData | undefined;

/** Returns the loader's data; after a change of language that could not be loaded, those of the language before. */
function useRootData(): RootData | undefined {
  const rootData = useRouteLoaderData<typeof loader>('root');
  useEffect(() => {
    if (rootData) lastRootData = rootData;
  }, [rootData]);
  return rootData ?? lastRootData;
}

/** Renders the document around a page, or around the root's error page. */
export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRootData();
  const wasServerRendered = useWasServerRendered();

  useEffect(() => {
    // For the root error page React renders the whole document anew, without the class of the boot script.
    if (!wasServerRendered) document.documentElement.classList.add('js');
  }, [wasServerRendered]);

  return (
    // The boot script adds a class before hydration, and browsers hide nonces from scripts.
    <html lang={root?.language ?? 'en'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#f2f3ef" />
        {/* iOS would make links of the company's VAT and GEMI numbers, and break the hydration. */}
        <meta name="format-detection" content="telephone=no" />
        {isServer && <BootScript />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {root?.languageFont && (
          <link rel="preload" href={root.languageFont} as="font" type="font/woff2" crossOrigin="" />
        )}
        <Links />
        <StructuredData />
      </head>
      <body>
        {isServer && hasDrawnWordmark(root?.company.brand) && <WordmarkLettersDefinition />}
        <UiTextsProvider value={root?.ui ?? null}>{children}</UiTextsProvider>
        {/* It renders an inline script, and Trusted Types forbid those that are made in the browser. */}
        {wasServerRendered && <ScrollRestoration />}
        {isServer && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  useReplayEarlyInput();
  useFocusOnNewPage();
  return (
    <>
      <Outlet />
      <NavigationProgress />
    </>
  );
}

// For an error before the loader of this file has run.
const fallbackTexts = {
  title: 'Something went wrong here',
  text: 'The page could not be shown. Please try again in a moment.',
  retryLabel: 'Try again',
  home: 'Return Home',
};

/**
 * The last resort, outside every layout: has styles of its own, and English texts if no loader of the document has run.
 * Without a connection its links stay in the document, which has the typed texts (CF-15).
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRootData();
  const texts = root?.errorPage ?? fallbackTexts;
  const isUnreachable = getFailureReason(error) === 'unreachable';
  const { title, text } = isUnreachable && root ? root.errorPage.unreachable : texts;
  const reloadDocument = mustReloadDocument(error);
  // Without the query string, which may contain a visitor's search.
  const currentPath = useLocation().pathname;

  return (
    <main>
      <link rel="stylesheet" href={siteStyles} precedence="site" />
      <MessagePage title={title} text={text} alert="all">
        <PageButtonLink to={currentPath} reloadDocument={reloadDocument} replace>
          {texts.retryLabel}
        </PageButtonLink>
        <PageLink className="quiet" to="/" reloadDocument={reloadDocument}>
          {texts.home}
        </PageLink>
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

/**
 * Replays input from before hydration: React resets those fields and misses their events. Where an extension has
 * added elements, React may even have replaced the fields (SH-9).
 */
function useReplayEarlyInput(): void {
  useEffect(() => {
    const earlyInput = window.early ?? [];
    delete window.early;

    for (const [earlyField, value] of earlyInput) {
      const field = (document.getElementById(earlyField.id) as Field | null) ?? earlyField;
      const { type } = field;
      // No script may set the value of a file input.
      if (type === 'file')
        (field as HTMLInputElement).files = (earlyField as HTMLInputElement).files;
      else if (field.value !== value) field.value = value;

      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (type === 'file' || type === 'select-one') {
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  }, []);
}

/**
 * Moves the focus to the heading of another page, or to the place that its hash names, as a document would: a screen
 * reader reads it, and the Tab key continues from there (SH-3). On the same page it only replaces a control that was
 * used and has disappeared: by the same control of the new form, or else by the heading.
 */
function useFocusOnNewPage(): void {
  const { key, pathname, hash } = useLocation();
  const { state } = useNavigation();
  const wasServerRendered = useWasServerRendered();
  // After the root error page this hook starts again, on a page that is new to the visitor.
  const focusedPath = useRef(wasServerRendered ? pathname : null);
  const usedControl = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (state !== 'idle') usedControl.current = document.activeElement as HTMLInputElement;
  }, [state]);

  useEffect(() => {
    const isSamePage = focusedPath.current === pathname;
    focusedPath.current = pathname;
    const used = usedControl.current;
    // The next navigation may not wait for anything, as to a picture of the same page.
    usedControl.current = null;

    const focused = document.activeElement;
    const isFocusLost = used?.isConnected === false && focused === document.body;
    // The new page has focused a field itself, as that of the second step of a login.
    const hasAutoFocus = focused !== used && focused?.matches('main :is(input, select, textarea)');
    const needsFocus = isSamePage ? isFocusLost : !hasAutoFocus;
    if (!needsFocus) return;

    const target =
      (isSamePage && findSameControl(used)) ||
      document.getElementById(hash.slice(1)) ||
      document.querySelector('h1');
    // A field stays in the order of the Tab key.
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    target?.focus({ preventScroll: true });
  }, [key, pathname, hash]);
}

/** Returns the field or button that the Tab key reaches, with the same name and value. */
function findSameControl(used: HTMLInputElement | null): HTMLElement | undefined {
  const controls = [...document.getElementsByName(used?.name ?? '')] as HTMLInputElement[];
  return controls.find(({ value, tabIndex }) => value === used?.value && tabIndex >= 0);
}

const NAVIGATION_TIMEOUT_MS = 15_000;

function NavigationProgress() {
  const { state, location: target, formMethod } = useNavigation();
  const isNavigating = state !== 'idle';
  const path = target && !formMethod ? createPath(target) : null;

  const navigate = useNavigate();
  useEffect(() => {
    if (!isNavigating) return;
    // Each area's layout renders its own <main>.
    const main = document.querySelector('main');
    main?.setAttribute('aria-busy', 'true');

    // Back from a document that was loaded instead shows this page as it was left: the navigation would never end.
    const endIfRestored = ({ persisted }: PageTransitionEvent) =>
      persisted &&
      navigate(createPath(location), {
        replace: true,
        preventScrollReset: true,
        // Its loaders may not end either.
        defaultShouldRevalidate: false,
      });
    addEventListener('pageshow', endIfRestored);

    return () => {
      main?.removeAttribute('aria-busy');
      removeEventListener('pageshow', endIfRestored);
    };
  }, [isNavigating, navigate]);

  useEffect(() => {
    if (path === null) return;
    let hasEnded = false;

    // Without a connection the document would replace the open page and its typed texts by an error. The page may arrive
    // while the connection is checked.
    const loadDocument = async () =>
      (await isServerReachable()) && !hasEnded && location.assign(path);
    const timer = setTimeout(() => void loadDocument(), NAVIGATION_TIMEOUT_MS);

    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [path]);

  return isNavigating && <div className="navigation-progress" data-navigating="" />;
}
