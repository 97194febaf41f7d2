import { getPage } from '#app/content/pages.server.ts';
import type { Route } from './+types/terms.ts';
import { formatDay } from '#app/content/formats.ts';
import { legalIdentity } from '#app/content/words/company.server.ts';
import { pageWords } from '#app/content/words/site.server.ts';
import { terms } from '#app/content/words/terms.server.ts';
import { LegalPage, LegalSection } from './legal-page.tsx';

export { getPageMeta as meta } from '#app/routes/site/shell/error-pages.tsx';

export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPage('/terms', url);
  const text = terms[language];
  return {
    text,
    changed: formatDay(text.updated, language),
    words: pageWords[language].legal,
    identity: legalIdentity[language],
    head,
  };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { words, identity } = loaderData;
  return (
    <LegalPage {...loaderData}>
      <LegalSection heading={words.company}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 sm:grid-cols-[10rem_1fr] large-letters:block">
          {identity.map(({ label, value }) => (
            <div key={label} className="col-span-full grid grid-cols-subgrid">
              <dt className="text-ink-2">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </LegalSection>
    </LegalPage>
  );
}
