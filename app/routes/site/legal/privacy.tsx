import { previewOf } from '#app/content/pages.server.ts';
import type { Route } from './+types/privacy.ts';
import { config } from '#app/config.server.ts';
import { dayInWords } from '#app/content/formats.ts';
import { languageOf } from '#app/content/language.ts';
import { privacyText } from '#app/content/words/privacy.server.ts';
import { pageWords } from '#app/content/words/site.server.ts';
import { LegalPage } from './legal-page.tsx';
import { pageMeta } from '#app/routes/site/page.ts';

export function meta({ matches, loaderData: { text, preview } }: Route.MetaArgs) {
  return pageMeta(matches, { ...text, path: '/privacy', preview });
}

export function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const { retentionMonths, turnstile, receiptMail } = config();
  const facts = { retentionMonths, turnstile: turnstile !== null, receiptMail };
  const text = privacyText[language](facts);
  return {
    text,
    changed: dayInWords(text.updated, language),
    words: pageWords[language].legal,
    preview: previewOf('/privacy', language),
  };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { text, changed, words } = loaderData;
  return <LegalPage text={text} changed={changed} words={words} />;
}
