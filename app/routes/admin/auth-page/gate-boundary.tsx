import { Outlet } from 'react-router';
import type { Route } from './+types/gate-boundary.ts';
import { requestFailures } from '#app/content/texts/request-failures.ts';
import { failureText } from '#app/routes/request-failure.ts';
import { useUnloadedPage } from '#app/ui/browser/use-unloaded-page.ts';
import { Gate } from './gate.tsx';
import { GateFault } from './gate-fault.tsx';
import '#app/styles/desk.css';

export function meta({ error }: Route.MetaArgs) {
  return error ? [{ title: `${requestFailures.title} | DRYS` }] : [];
}

/** Around the login and password pages, which may fail. */
export default function GateBoundary() {
  const unloaded = useUnloadedPage();
  if (unloaded === null) return <Outlet />;
  return (
    <Gate>
      <GateFault text={failureText(null)} to={unloaded} />
    </Gate>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Gate>
      <GateFault text={failureText(error)} />
    </Gate>
  );
}
