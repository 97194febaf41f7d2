import { formatDay } from '#app/content/formats.ts';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import { getLegalIdentity } from '#app/content/texts/company.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import { getTerms } from '#app/content/texts/terms.server.ts';
import type { Route } from './+types/terms.ts';
import { FactList, LegalPage, LegalSection } from './legal-page.tsx';

export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead('/terms', url);
  const text = getTerms(language);
  return {
    text,
    updatedOn: formatDay(text.updated, language),
    texts: getPageTexts(language).legal,
    identity: getLegalIdentity(language),
    head,
  };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { texts, identity } = loaderData;
  return (
    <LegalPage {...loaderData}>
      <LegalSection heading={texts.company}>
        <FactList facts={identity} />
      </LegalSection>
    </LegalPage>
  );
}
