import { Outlet } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { getFailureReason } from '#app/components/failure-reason.ts';
import { ErrorBox } from '#app/components/field.tsx';
import { useFailedNavigation } from '#app/components/use-failed-navigation.ts';
import { getAuthPageTexts } from '#app/content/texts/auth.server.ts';
import {
  parseLanguage,
  readLanguageCookie,
  serializeLanguageCookie,
} from '#app/http/cookies.server.ts';
import { requireStaffLanguage, staffLanguageContext } from '#app/http/request-context.server.ts';
import { flashMiddleware } from '#app/routes/flash.server.ts';
import { StaffHead } from '#app/routes/page-head.tsx';
import type { Route } from './+types/layout.ts';
import {
  AuthPage,
  AuthPageHead,
  AuthPageLinks,
  useAuthPageTexts,
  useSanitisedPath,
} from './auth-page.tsx';
import '#app/styles/desk.css';

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, url }, next) => {
    const chosenLanguage = parseLanguage(url.searchParams.get('language'));
    context.set(staffLanguageContext, chosenLanguage ?? (await readLanguageCookie(request)));
    const response = await next();
    if (chosenLanguage) {
      const languageCookie = await serializeLanguageCookie(chosenLanguage);
      response.headers.append('Set-Cookie', languageCookie);
    }
    return response;
  },
  flashMiddleware,
];

export function loader({ context }: Route.LoaderArgs) {
  return getAuthPageTexts(requireStaffLanguage(context));
}

/** The data depends on the language alone, and a change of language loads a new document. */
export function shouldRevalidate() {
  return false;
}

/** Shows the page, or an error in its place if the code of the next page could not be fetched. */
export default function AuthLayout({ loaderData }: Route.ComponentProps) {
  const failure = useFailedNavigation();
  if (!failure) return <Outlet />;
  return (
    <AuthPage>
      <AuthPageError text={loaderData.failures[failure.reason]} failedPath={failure.path} />
    </AuthPage>
  );
}

/** Shows the error of a page. Throws it again if this layout's own loader has failed. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  // Without the texts of the loader, only the root can show an error page.
  if (!loaderData) throw error;
  return (
    <AuthPage>
      <AuthPageError text={loaderData.failures[getFailureReason(error)]} />
    </AuthPage>
  );
}

/** Its link loads a document: the code of an open page may be older than the data that it now gets. */
function AuthPageError({ text, failedPath }: { text: string; failedPath?: string }) {
  const { failures, home } = useAuthPageTexts();
  const currentPath = useSanitisedPath();
  return (
    <>
      <StaffHead title={failures.title} description={text} />
      <AuthPageHead title={failures.title} />
      <ErrorBox>
        <p>{text}</p>
      </ErrorBox>
      <AuthPageLinks>
        <ButtonLink variant="plain" to={failedPath ?? currentPath} reloadDocument>
          {failures.tryAgain}
        </ButtonLink>
        <a className="quiet" href="/">
          {home}
        </a>
      </AuthPageLinks>
    </>
  );
}
