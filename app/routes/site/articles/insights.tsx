import type { Route } from './+types/insights.ts';
import { monthInWords } from '#app/content/dates.ts';
import { insights } from '#app/content/articles/insights.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { languageOf, pathIn } from '#app/content/language.ts';
import { FEED_PATH, pageWords } from '#app/content/texts/site-pages.server.ts';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { Drawer } from '#app/ui/drawer.tsx';
import { CutAnchor } from '#app/ui/cut-link.tsx';
import { PageHead } from '#app/ui/page/page-head.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { CardLink } from '#app/ui/project-card.tsx';
import { FEED_TYPE, feedLink } from './feed-link.ts';
import '#app/styles/articles.css';
import { usePreload } from '#app/routes/site/motion/use-preload.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { words, feed, preview } = loaderData;
  return [...pageMeta(matches, { ...words, path: '/insights', preview }), feedLink(feed)];
}

export function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const list = insights[language].map(({ slug, title, subtitle, createdAt, image }) => {
    const created = { on: createdAt, said: monthInWords(createdAt, language) };
    return { slug, title, subtitle, created, picture: picture(image, language) };
  });
  const { insights: words, feed } = pageWords[language];
  return {
    words,
    feed: { ...feed, href: pathIn(language, FEED_PATH) },
    list,
    preview: previewOf('/insights', language),
  };
}

/** How wide the pictures are shown. */
const sizes = '(min-width: 48rem) 60vw, 92vw';

type Entry = Route.ComponentProps['loaderData']['list'][number];

export default function Insights({ loaderData: { words, feed, list } }: Route.ComponentProps) {
  usePreload(list.map(({ picture }) => ({ picture, sizes })));
  return (
    <>
      <PageHead title={words.title} lead={words.description} />
      <section className="insights sheet" aria-label={words.title}>
        {list.map((insight, index) => (
          <InsightCard key={insight.slug} insight={insight} read={words.read} eager={index === 0} />
        ))}
        <p className="full">
          <CutAnchor href={feed.href} type={FEED_TYPE} block>
            {feed.link}
          </CutAnchor>
        </p>
      </section>
    </>
  );
}

interface InsightCardProps {
  insight: Entry;
  /** What its link says. */
  read: string;
  eager: boolean;
}

function InsightCard({ insight, read, eager }: InsightCardProps) {
  return (
    <article className="card">
      <Picture picture={insight.picture} sizes={sizes} eager={eager} />
      <DimensionLine>
        <time dateTime={insight.created.on}>{insight.created.said}</time>
      </DimensionLine>
      <h2 className="title">
        <Drawer>{insight.title}</Drawer>
      </h2>
      <p className="large insights__subtitle">{insight.subtitle}</p>
      <CardLink to={`/insights/${insight.slug}`} name={insight.title} text={read} />
    </article>
  );
}
