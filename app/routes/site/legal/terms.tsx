import type { Route } from './+types/terms.ts';
import { dayInWords } from '#app/content/dates.ts';
import { languageOf } from '#app/content/language.ts';
import { legalIdentity } from '#app/content/texts/company-words.server.ts';
import { pageWords } from '#app/content/texts/site-pages.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { terms } from '#app/content/texts/legal/terms.server.ts';
import { LegalPage, LegalSection } from './legal-page.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, loaderData: { text, preview } }: Route.MetaArgs) {
  const { title, description } = text;
  return pageMeta(matches, { title, description, path: '/terms', preview });
}

export function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const text = terms[language];
  return {
    text,
    changed: dayInWords(text.updated, language),
    words: pageWords[language].legal,
    identity: legalIdentity[language],
    preview: previewOf('/terms', language),
  };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { text, changed, words, identity } = loaderData;
  return (
    <LegalPage text={text} changed={changed} words={words}>
      <LegalSection heading={words.company}>
        <dl>
          {identity.map(({ label, value }) => (
            <div key={label} className="flex flex-wrap gap-x-4">
              <dt className="min-w-40 text-ink-2 large-letters:min-w-0">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </LegalSection>
    </LegalPage>
  );
}
