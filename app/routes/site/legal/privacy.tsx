import type { Route } from './+types/privacy.ts';
import { config } from '#app/config.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { privacyText } from '#app/content/texts/privacy.ts';
import { LegalPage } from './legal-page.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, loaderData: { text, preview } }: Route.MetaArgs) {
  const { title, description } = text;
  return pageMeta(matches, { title, description, path: '/privacy', preview });
}

/** The text says what this installation does, so it depends on its settings (ledger L-1). */
export function loader() {
  const { retentionMonths, turnstile } = config();
  const text = privacyText({ retentionMonths, turnstile: turnstile !== null });
  return { text, preview: previewOf('/privacy') };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} />;
}
