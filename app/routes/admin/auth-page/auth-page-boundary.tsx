import { Outlet } from 'react-router';
import type { Route } from './+types/auth-page-boundary.ts';
import { requestFailures } from '#app/content/texts/request-failures.ts';
import { failureText } from '#app/routes/request-failure.ts';
import { useUnloadedPage } from '#app/ui/browser/use-unloaded-page.ts';
import { AuthPage } from './auth-page.tsx';
import { AuthPageError } from './auth-page-error.tsx';
import '#app/styles/desk.css';

export function meta({ error }: Route.MetaArgs) {
  return error ? [{ title: `${requestFailures.title} | DRYS` }] : [];
}

/** Around the login and password pages, which may fail. */
export default function AuthPageBoundary() {
  const unloaded = useUnloadedPage();
  if (unloaded === null) return <Outlet />;
  return (
    <AuthPage>
      <AuthPageError text={failureText(null)} to={unloaded} />
    </AuthPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <AuthPage>
      <AuthPageError text={failureText(error)} />
    </AuthPage>
  );
}
