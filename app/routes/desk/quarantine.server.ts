import { presentAboutProject } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import type { readSpamPage } from '#app/domain/enquiries/spam.server.ts';
import { presentFacts } from '#app/routes/desk/enquiries/presenter.server.ts';

export type SpamPage = ReturnType<typeof presentSpam>;

export function presentSpam(page: Awaited<ReturnType<typeof readSpamPage>>, language: Language) {
  return {
    ...page,
    items: page.items.map((item) => ({
      id: item.id,
      created_at: item.created_at,
      facts: presentFacts(item, language),
      message: item.message,
      reason: item.reason,
      files: item.files,
      name: item.full_name,
      time: formatAthensDateTime(item.created_at, language),
      aboutProject: presentAboutProject(item.about_project, language),
    })),
  };
}
