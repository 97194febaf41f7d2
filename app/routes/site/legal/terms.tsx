import { formatDay } from '#app/content/formats.ts';
import { getLegalIdentity } from '#app/content/messages/company.server.ts';
import { getPageMessages } from '#app/content/messages/site.server.ts';
import { getTerms } from '#app/content/messages/terms.server.ts';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import type { Route } from './+types/terms.ts';
import { FactList, LegalPage, LegalSection } from './legal-page.tsx';

export { getPageMeta as meta } from '#app/routes/site/shell/error-pages.tsx';

export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead('/terms', url);
  const text = getTerms(language);
  return {
    text,
    updatedOn: formatDay(text.updated, language),
    messages: getPageMessages(language).legal,
    identity: getLegalIdentity(language),
    head,
  };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { messages, identity } = loaderData;
  return (
    <LegalPage {...loaderData}>
      <LegalSection heading={messages.company}>
        <FactList facts={identity} />
      </LegalSection>
    </LegalPage>
  );
}
