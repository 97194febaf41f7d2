import { data } from 'react-router';
import { Article } from '#app/components/blocks.tsx';
import { Crumbs, PageHeading } from '#app/components/page.tsx';
import { findMediaArticle, presentBlocks } from '#app/content/articles/articles.server.ts';
import { formatDay } from '#app/content/formats.ts';
import { getPathLanguage } from '#app/content/language.ts';
import { getPageHead } from '#app/content/pages.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { redirectToMovedPath } from '#app/routes/site/page.ts';
import type { Route } from './+types/media-article.ts';

/** Throws a 404 for an unknown article, and redirects a former slug to the present one. */
export function loader({ params, url }: Route.LoaderArgs) {
  const language = getPathLanguage(url.pathname);
  const article = findMediaArticle(params.slug, language);
  if (!article) throw data(getPageTexts(language).notFound, { status: 404 });
  if (article.slug !== params.slug) throw redirectToMovedPath(`/media/${article.slug}`, url);

  const { slug, title, category, excerpt, publishedDate, lead } = article;
  return {
    title,
    category,
    excerpt,
    published: { on: publishedDate, text: formatDay(publishedDate, language) },
    list: getPageTexts(language).media.title,
    head: { ...getPageHead(`/media/${slug}`, language), type: 'article' as const },
    lead,
    blocks: presentBlocks(article, language),
  };
}

export default function MediaArticlePage({ loaderData }: Route.ComponentProps) {
  const { title, category, excerpt, published, list, lead, blocks } = loaderData;
  const crumbs = (
    <Crumbs from={{ label: list, to: '/media' }}>
      <span>{category}</span> <time dateTime={published.on}>{published.text}</time>
    </Crumbs>
  );
  return (
    <>
      <PageHead {...loaderData.head} />
      <PageHeading crumbs={crumbs} title={title} lead={excerpt} />
      <Article leadPicture={lead} blocks={blocks} />
    </>
  );
}
