import { config } from '#app/config.server.ts';
import { formatDay } from '#app/content/formats.ts';
import { getPrivacyText } from '#app/content/messages/privacy.server.ts';
import { getPageMessages } from '#app/content/messages/site.server.ts';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import type { Route } from './+types/privacy.ts';
import { LegalPage } from './legal-page.tsx';

export { getPageMeta as meta } from '#app/routes/site/shell/error-pages.tsx';

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
    messages: getPageMessages(language).legal,
    head,
  };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />;
}
