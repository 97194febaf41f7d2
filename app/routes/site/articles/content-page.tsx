import { redirect } from 'react-router';
import { Article } from '#app/components/blocks.tsx';
import { PageHead } from '#app/components/page.tsx';
import { findPage, showBlocks } from '#app/content/articles/articles.server.ts';
import { getLanguage, getLocalizedPath } from '#app/content/language.ts';
import { getPageHead } from '#app/content/pages.server.ts';
import { redirectPermanently } from '#app/routes/site/page.ts';
import type { Route } from './+types/content-page.ts';

export { getPageMeta as meta } from '#app/routes/site/shell/error-pages.tsx';

export function loader({ params, url }: Route.LoaderArgs) {
  const language = getLanguage(url.pathname);
  const page = findPage(params.slug, language);
  if (!page) throw redirect(getLocalizedPath(language, '/not-found'));
  if (page.slug !== params.slug) throw redirectPermanently(`/page/${page.slug}`, url);
  const { title, subtitle, path, blocks } = page;
  return {
    title,
    subtitle,
    head: getPageHead(path, language),
    blocks: showBlocks(blocks, language),
  };
}

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={loaderData.title} lead={loaderData.subtitle} />
      <Article blocks={loaderData.blocks} />
    </>
  );
}
