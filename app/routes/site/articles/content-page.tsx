import { PageHead } from '#app/components/page.tsx';
import { Blocks } from '#app/components/blocks.tsx';
import { redirect } from 'react-router';
import type { Route } from './+types/content-page.ts';
import { languageOf, pathIn } from '#app/content/language.ts';
import { findPage } from '#app/content/articles/articles.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { showBlocks } from '#app/content/articles/rich-text.server.ts';
import { moved } from '#app/routes/site/address.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { title, subtitle: description, path, preview } = loaderData;
  return pageMeta(matches, { title, description, path, preview });
}

/** Redirects to /not-found where there is no such page (ledger R-3). */
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
      <article className="fence sheet gap-y-[clamp(2.5rem,5vw,5rem)] pb-section">
        <Blocks blocks={loaderData.blocks} />
      </article>
    </>
  );
}
