import type { Route } from './+types/privacy';
import { config } from '#app/config.server.ts';
import { privacyText } from '#app/content/privacy.ts';
import { LegalPage } from './legal-page.tsx';
import { pageMeta } from './page-meta.ts';

export function meta({ matches, loaderData: { title, description } }: Route.MetaArgs) {
  return pageMeta(matches, { title, description, path: '/privacy' });
}

/** The text says what this installation does, so it depends on its settings (ledger L-1). */
export function loader() {
  const { retentionMonths, turnstile } = config();
  return privacyText({ retentionMonths, turnstile: turnstile !== null });
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />;
}
