import { data } from 'react-router';
import type { Route } from './+types/media-article.ts';
import { dayInWords } from '#app/content/dates.ts';
import { findMediaArticle } from '#app/content/articles/media.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { showBlocks } from '#app/content/articles/show-blocks.server.ts';
import { mediaPage } from '#app/content/texts/site-pages.ts';
import { Blocks } from '#app/ui/rich-text/blocks.tsx';
import { Crumbs } from '#app/ui/crumbs.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { errorMeta } from '#app/routes/site/error-meta.ts';
import { moved } from '#app/routes/site/moved.ts';
import '#app/styles/articles.css';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, params, loaderData, error }: Route.MetaArgs) {
  const path = `/media/${params.slug}`;
  if (!loaderData) return errorMeta(matches, path, error);
  const { title, excerpt: description, preview } = loaderData;
  return pageMeta(matches, { title, description, path, preview, type: 'article' });
}

export function loader({ params, url }: Route.LoaderArgs) {
  const article = findMediaArticle(params.slug);
  if (!article) throw data(null, { status: 404 });
  if (article.slug !== params.slug) throw moved(`/media/${article.slug}`, url);
  const { slug, title, category, excerpt, publishedDate, image, content } = article;
  const blocks = showBlocks(content);
  const preview = previewOf(`/media/${slug}`);
  return { title, category, excerpt, publishedDate, preview, lead: picture(image), blocks };
}

export default function MediaArticlePage({ loaderData }: Route.ComponentProps) {
  const { title, category, excerpt, publishedDate, lead, blocks } = loaderData;
  const crumbs = (
    <Crumbs from={{ label: mediaPage.title, to: '/media' }}>
      <span>{category}</span>
      <time dateTime={publishedDate}>{dayInWords(publishedDate)}</time>
    </Crumbs>
  );
  return (
    <>
      <PageHead crumbs={crumbs} title={title} lead={excerpt} />
      <article className="sheet article fence">
        <figure className="wide full">
          <Picture picture={lead} sizes="100vw" eager />
        </figure>
        <Blocks blocks={blocks} />
      </article>
    </>
  );
}
