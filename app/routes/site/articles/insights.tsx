import { CutAnchor, DimensionLine, PageHeading, SlidingText } from '#app/components/page.tsx';
import { Picture } from '#app/components/picture.tsx';
import { ReadMoreLink } from '#app/components/project-card.tsx';
import { listInsights } from '#app/content/articles/articles.server.ts';
import { formatMonth } from '#app/content/formats.ts';
import { getLocalizedPath } from '#app/content/language.ts';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import { FEED_PATH, getPageTexts } from '#app/content/texts/site.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { usePicturePreload } from '#app/routes/site/images.ts';
import { FEED_TYPE } from '#app/routes/site/page.ts';
import type { Route } from './+types/insights.ts';

/** Lists all insights, the newest first; with their dates only from MIN_DATED_INSIGHTS on. */
export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead('/insights', url);

  const insights = listInsights(language);
  const hasDates = insights.length >= MIN_DATED_INSIGHTS;
  const cards = insights.map(({ slug, title, subtitle, createdAt, lead }) => {
    const created = { on: createdAt, text: formatMonth(createdAt, language) };
    return { slug, title, subtitle, created: hasDates ? created : null, picture: lead };
  });

  const { insights: texts, feed: feedTexts } = getPageTexts(language);
  const feed = { ...feedTexts, href: getLocalizedPath(language, FEED_PATH) };
  return { texts, list: cards, feed, head: { ...head, feed } };
}

// A shorter list with its dates would look abandoned.
const MIN_DATED_INSIGHTS = 3;

const sizes = '(min-width: 48rem) min(60vw, 74rem), 92vw';

type Entry = Route.ComponentProps['loaderData']['list'][number];

export default function Insights({ loaderData }: Route.ComponentProps) {
  const { texts, feed, list: insights } = loaderData;
  usePicturePreload(insights.map(({ picture }) => ({ picture, sizes })));
  return (
    <>
      <PageHead {...loaderData.head} />
      <PageHeading title={texts.title} lead={texts.description} />
      <section
        className="sheet gap-y-[clamp(2.75rem,5.5vw,5.5rem)] pb-section"
        aria-label={texts.title}
      >
        {insights.map((insight, index) => (
          <InsightCard key={insight.slug} insight={insight} read={texts.read} index={index} />
        ))}
        <p>
          <CutAnchor href={feed.href} type={FEED_TYPE} block>
            {feed.link}
          </CutAnchor>
        </p>
      </section>
    </>
  );
}

const cardClasses = ['md:col-start/9', 'md:col-9/end md:mt-[clamp(3rem,9vw,9rem)] md:ratio-4/5'];

function InsightCard({ insight, read, index }: { insight: Entry; read: string; index: number }) {
  return (
    <article className={`card swell ${cardClasses[index % cardClasses.length]}`}>
      <Picture picture={insight.picture} sizes={sizes} eager={index === 0} />
      <DimensionLine>
        {insight.created ? (
          <time dateTime={insight.created.on}>{insight.created.text}</time>
        ) : (
          String(index + 1).padStart(2, '0')
        )}
      </DimensionLine>
      <h2 className="text-title">
        <SlidingText>{insight.title}</SlidingText>
      </h2>
      <p className="mt-2 mb-4 text-large text-ink-2">{insight.subtitle}</p>
      <ReadMoreLink to={`/insights/${insight.slug}`} title={insight.title} text={read} />
    </article>
  );
}
