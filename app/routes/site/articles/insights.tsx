import type { Route } from './+types/insights.ts';
import { monthInWords } from '#app/content/dates.ts';
import { insights } from '#app/content/articles/insights.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { feed, insightsPage } from '#app/content/texts/site-pages.ts';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { CardLink } from '#app/ui/project-card.tsx';
import { feedLink } from './feed-link.ts';
import '#app/styles/articles.css';
import { usePreload } from '#app/routes/site/motion/use-preload.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { preview } = loaderData;
  return [...pageMeta(matches, { ...insightsPage, path: '/insights', preview }), feedLink];
}

export function loader() {
  const list = insights.map(({ slug, title, subtitle, createdAt, image }) => {
    return { slug, title, subtitle, createdAt, picture: picture(image) };
  });
  return { list, preview: previewOf('/insights') };
}

/** How wide the pictures are shown. */
const sizes = '(min-width: 48rem) 60vw, 92vw';

type Entry = Route.ComponentProps['loaderData']['list'][number];

export default function Insights({ loaderData: { list } }: Route.ComponentProps) {
  usePreload(list.map(({ picture }) => ({ picture, sizes })));
  return (
    <>
      <PageHead title={insightsPage.title} lead={insightsPage.description} />
      <section className="sheet insights" aria-label={insightsPage.title}>
        {list.map((insight, index) => (
          <InsightCard key={insight.slug} insight={insight} eager={index === 0} />
        ))}
        <p className="full">
          <a className="cut cut--block" href={feed.path} type={feedLink.type}>
            {feed.link}
          </a>
        </p>
      </section>
    </>
  );
}

function InsightCard({ insight, eager }: { insight: Entry; eager: boolean }) {
  return (
    <article className="card">
      <Picture picture={insight.picture} sizes={sizes} eager={eager} />
      <DimensionLine>
        <time dateTime={insight.createdAt}>{monthInWords(insight.createdAt)}</time>
      </DimensionLine>
      <h2 className="title">
        <span className="drawer">{insight.title}</span>
      </h2>
      <p className="large insights__subtitle">{insight.subtitle}</p>
      <CardLink to={`/insights/${insight.slug}`} name={insight.title} text="Read" />
    </article>
  );
}
