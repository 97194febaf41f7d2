import type { Route } from './+types/terms.ts';
import { legalIdentity } from '#app/content/texts/company.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { terms } from '#app/content/texts/terms.ts';
import { LegalPage, LegalSection } from './legal-page.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, loaderData: { preview } }: Route.MetaArgs) {
  const { title, description } = terms;
  return pageMeta(matches, { title, description, path: '/terms', preview });
}

export function loader() {
  return { preview: previewOf('/terms') };
}

export default function Terms() {
  return (
    <LegalPage text={terms}>
      <LegalSection heading="Company">
        <dl className="identity">
          {legalIdentity().map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </LegalSection>
    </LegalPage>
  );
}
