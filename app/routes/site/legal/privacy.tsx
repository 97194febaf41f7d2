import { config } from '#app/config.server.ts';
import { formatDay } from '#app/content/formats.ts';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import { getPrivacyText } from '#app/content/texts/privacy.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import type { Route } from './+types/privacy.ts';
import { LegalPage } from './legal-page.tsx';

export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead('/privacy', url);
  const { retentionMonths, turnstile, receiptMail, mailbox } = config();

  const facts = {
    retentionMonths,
    turnstile: turnstile !== null,
    receiptMail,
    readsAnswers: mailbox !== undefined,
  };
  const text = getPrivacyText(language, facts);

  return {
    text,
    updatedOn: formatDay(text.updated, language),
    texts: getPageTexts(language).legal,
    head,
  };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
