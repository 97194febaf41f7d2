import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { missingPage } from '#app/routes/site/missing-page.ts';
import { OutOfOrder } from '#app/routes/site/shell/out-of-order.tsx';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { MessagePage } from '#app/ui/page/message-page.tsx';

/** What a project's page shows when there is no such project (ledger R-6), or when it failed. */
export function ProjectNotFound({ error }: { error: unknown }) {
  const words = missingPage<PageWords['projectNotFound']>(error);
  if (!words) return <OutOfOrder />;
  return (
    <MessagePage title={words.title} text={words.text} fence>
      <ButtonLink to="/projects">{words.link}</ButtonLink>
    </MessagePage>
  );
}
