import { data } from 'react-router';
import type { Route } from './+types/insight.ts';
import { monthInWords } from '#app/content/dates.ts';
import { findInsight, insightAfter } from '#app/content/articles/insights.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { showBlocks } from '#app/content/articles/show-blocks.server.ts';
import { insightsPage } from '#app/content/texts/site-pages.ts';
import { Blocks } from '#app/ui/rich-text/blocks.tsx';
import { Crumbs } from '#app/ui/crumbs.tsx';
import { CutLink } from '#app/ui/cut-link.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { errorMeta } from '#app/routes/site/error-meta.ts';
import { feedLink } from './feed-link.ts';
import { moved } from '#app/routes/site/moved.ts';
import '#app/styles/articles.css';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, params, loaderData, error }: Route.MetaArgs) {
  const path = `/insights/${params.slug}`;
  if (!loaderData) return errorMeta(matches, path, error);
  const { title, subtitle: description, preview } = loaderData;
  const page = { title, description, path, preview, type: 'article' as const };
  return [...pageMeta(matches, page), feedLink];
}

export function loader({ params, url }: Route.LoaderArgs) {
  const insight = findInsight(params.slug);
  if (!insight) throw data(null, { status: 404 });
  if (insight.slug !== params.slug) throw moved(`/insights/${insight.slug}`, url);
  const { slug, title, subtitle, createdAt, image, content } = insight;
  const next = insightAfter(slug);
  return {
    title,
    subtitle,
    createdAt,
    preview: previewOf(`/insights/${slug}`),
    lead: picture(image),
    blocks: showBlocks(content),
    next: next && { slug: next.slug, title: next.title },
  };
}

export default function InsightPage({ loaderData }: Route.ComponentProps) {
  const { title, subtitle, createdAt, lead, blocks, next } = loaderData;
  const crumbs = (
    <Crumbs from={{ label: insightsPage.title, to: '/insights' }}>
      <time dateTime={createdAt}>{monthInWords(createdAt)}</time>
    </Crumbs>
  );
  return (
    <>
      <PageHead crumbs={crumbs} title={title} lead={subtitle} />
      <article className="sheet article fence">
        <figure className="wide full">
          <Picture picture={lead} sizes="100vw" eager />
        </figure>
        <Blocks blocks={blocks} />
        {next && (
          <p className="at-text article__next">
            <span className="note">{insightsPage.next}</span>
            <CutLink to={`/insights/${next.slug}`}>{next.title}</CutLink>
          </p>
        )}
      </article>
    </>
  );
}
