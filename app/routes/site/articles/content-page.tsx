import { redirect } from 'react-router';
import { Article } from '#app/components/blocks.tsx';
import { PageHeading, SectionLabel } from '#app/components/page.tsx';
import { PeopleList } from '#app/components/people-list.tsx';
import { findPageOrInsight, presentBlocks } from '#app/content/articles/articles.server.ts';
import { presentWhoAnswers } from '#app/content/catalogue/people.server.ts';
import { getLocalizedPath, getPathLanguage } from '#app/content/language.ts';
import { getPageHead, HOW_WE_WORK_PATH } from '#app/content/pages.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { redirectToMovedPath } from '#app/routes/site/page.ts';
import type { Route } from './+types/content-page.ts';

/** Loads a content page, or else an insight. Redirects a former slug to its present one, others to /not-found. */
export function loader({ params, url }: Route.LoaderArgs) {
  const language = getPathLanguage(url.pathname);
  const page = findPageOrInsight(params.slug, language);
  if (!page) throw redirect(getLocalizedPath(language, '/not-found'));
  if (page.slug !== params.slug) throw redirectToMovedPath(`/page/${page.slug}`, url);

  const { title, subtitle, path } = page;
  return {
    title,
    subtitle,
    head: getPageHead(path, language),
    blocks: presentBlocks(page, language),
    whoAnswers: path === HOW_WE_WORK_PATH ? presentWhoAnswers(language) : null,
  };
}

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  const { title, subtitle, blocks, whoAnswers } = loaderData;
  return (
    <>
      <PageHead {...loaderData.head} />
      <PageHeading title={title} lead={subtitle} />
      <Article blocks={blocks} />
      {whoAnswers && (
        <section className="fence sheet gap-y-stack pb-section" aria-labelledby="who-answers">
          <SectionLabel heading id="who-answers">
            {whoAnswers.heading}
          </SectionLabel>
          <PeopleList people={whoAnswers.people} className="gap-6 md:col-main md:grid-cols-3" />
        </section>
      )}
    </>
  );
}
