import { data } from 'react-router';
import { Article } from '#app/components/blocks.tsx';
import { Crumbs, CutLink, PageHeading } from '#app/components/page.tsx';
import {
  findInsight,
  findOlderOrNewestInsight,
  presentBlocks,
} from '#app/content/articles/articles.server.ts';
import { formatMonth } from '#app/content/formats.ts';
import { getLocalizedPath, getPathLanguage } from '#app/content/language.ts';
import { getPageHead } from '#app/content/pages.server.ts';
import { FEED_PATH, getPageTexts } from '#app/content/texts/site.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { redirectToMovedPath } from '#app/routes/site/page.ts';
import type { Route } from './+types/insight.ts';

/** Throws a 404 for an unknown insight, and redirects a former slug to the present one. */
export function loader({ params, url }: Route.LoaderArgs) {
  const language = getPathLanguage(url.pathname);
  const insight = findInsight(params.slug, language);
  if (!insight) throw data(getPageTexts(language).notFound, { status: 404 });
  if (insight.slug !== params.slug) throw redirectToMovedPath(`/insights/${insight.slug}`, url);

  const { slug, title, subtitle, createdAt, lead } = insight;
  const next = findOlderOrNewestInsight(slug, language);
  const { insights, feed } = getPageTexts(language);
  const feedLink = { title: feed.title, href: getLocalizedPath(language, FEED_PATH) };

  return {
    title,
    subtitle,
    created: { on: createdAt, text: formatMonth(createdAt, language) },
    texts: { list: insights.title, next: insights.next },
    head: {
      ...getPageHead(`/insights/${slug}`, language),
      type: 'article' as const,
      feed: feedLink,
    },
    lead,
    blocks: presentBlocks(insight, language),
    next: next && { slug: next.slug, title: next.title },
  };
}

export default function InsightPage({ loaderData }: Route.ComponentProps) {
  const { title, subtitle, created, texts, lead, blocks, next } = loaderData;
  const crumbs = (
    <Crumbs from={{ label: texts.list, to: '/insights' }}>
      <time dateTime={created.on}>{created.text}</time>
    </Crumbs>
  );

  return (
    <>
      <PageHead {...loaderData.head} />
      <PageHeading crumbs={crumbs} title={title} lead={subtitle} />
      <Article leadPicture={lead} blocks={blocks}>
        {next && (
          <p className="grid justify-items-start gap-1 border-t border-ink pt-4 text-title/[1.1] tracking-none md:col-text print:hidden [&>a]:font-heading">
            <span className="text-note text-ink-2">{texts.next}</span>{' '}
            <CutLink to={`/insights/${next.slug}`}>{next.title}</CutLink>
          </p>
        )}
      </Article>
    </>
  );
}
