import { showBlocks } from '#app/content/articles/rich-text.server.ts';
import { findPage } from '#app/content/articles/articles.server.ts';
import { PageHead } from '#app/components/page.tsx';
import { previewOf } from '#app/content/pages.server.ts';
import { redirect } from 'react-router';
import type { Route } from './+types/content-page.ts';
import { languageOf, pathIn } from '#app/content/language.ts';
import { Article } from '#app/components/blocks.tsx';
import { moved, pageMeta } from '#app/routes/site/page.ts';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { title, subtitle: description, path, preview } = loaderData;
  return pageMeta(matches, { title, description, path, preview });
}

export function loader({ params, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const page = findPage(params.slug, language);
  if (!page) throw redirect(pathIn(language, '/not-found'));
  if (page.slug !== params.slug) throw moved(`/page/${page.slug}`, url);
  const { title, subtitle, path, content } = page;
  const blocks = showBlocks(content, language);
  return { title, subtitle, path, preview: previewOf(path, language), blocks };
}

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={loaderData.title} lead={loaderData.subtitle} />
      <Article blocks={loaderData.blocks} />
    </>
  );
}
