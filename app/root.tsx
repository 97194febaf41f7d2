import {
  createPath,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { config } from '#app/config.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { notFoundPage, outOfOrder } from '#app/content/texts/site-pages.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { bootScript } from './boot-script.ts';
import latin from './fonts/commissioner-latin-flar-normal.woff2?url';
import { LateScripts } from './late-scripts.tsx';
import { StructuredData } from './structured-data.tsx';
import { ServedOnly } from '#app/ui/browser/served-only.tsx';
import './styles.css';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: latin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

const yearInAthens = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Athens',
  year: 'numeric',
});

/** Reads no cookie: what every page needs, the same for everybody but for the script nonce. */
export function loader({ context }: Route.LoaderArgs) {
  return {
    origin: config().publicUrl,
    /** For pages without a picture of their own. */
    preview: previewOf('/'),
    year: Number(yearInAthens.format(Date.now())),
    nonce: context.get(requestContext).nonce,
  };
}

export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useRouteLoaderData<typeof loader>('root')?.nonce;
  return (
    // The boot script adds a class before hydration; browsers hide a nonce from scripts.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#f2f3ef" />
        <ServedOnly>
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: bootScript }}
          />
        </ServedOnly>
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
        <StructuredData />
      </head>
      <body>
        {children}
        <ServedOnly>
          <ScrollRestoration nonce={nonce} />
          <LateScripts nonce={nonce} />
        </ServedOnly>
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The last resort, for what no area of the site could catch; the links load a new document. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const here = createPath(useLocation());
  return (
    <main className="sheet soon soon--lost" role="alert">
      <h1 className="display at-main">{missing ? notFoundPage.title : outOfOrder.title}</h1>
      <p className="large at-text">{missing ? notFoundPage.text : outOfOrder.text}</p>
      <p className="at-text soon__ways">
        {!missing && (
          <a className="button" href={here}>
            {outOfOrder.again}
          </a>
        )}
        <a className="quiet" href="/">
          {outOfOrder.home}
        </a>
      </p>
    </main>
  );
}
