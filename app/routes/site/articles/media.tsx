import { PageButtonLink } from '#app/components/button.tsx';
import {
  CutLink,
  DimensionLine,
  PageHeading,
  SlashText,
  SlidingText,
} from '#app/components/page.tsx';
import { Picture } from '#app/components/picture.tsx';
import { SITE } from '#app/components/site-limits.ts';
import { listMediaArticles } from '#app/content/articles/articles.server.ts';
import { formatDay } from '#app/content/formats.ts';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import { getPageTexts, type PageTexts } from '#app/content/texts/site.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { usePicturePreload } from '#app/routes/site/images.ts';
import type { Route } from './+types/media.ts';

export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead('/media', url);
  const articles = listMediaArticles(language).map((article) => {
    const { slug, title, category, excerpt, publishedDate, lead } = article;
    const published = { on: publishedDate, text: formatDay(publishedDate, language) };
    return { slug, title, category, excerpt, published, picture: lead };
  });

  return { texts: getPageTexts(language).media, articles, head };
}

type Entry = Route.ComponentProps['loaderData']['articles'][number];

export default function Media({ loaderData }: Route.ComponentProps) {
  const { texts, articles } = loaderData;
  usePicturePreload(
    articles.map(({ picture }) => ({ picture, sizes: cardSizes })),
    SITE.preloadMedia,
  );

  return (
    <>
      <PageHead {...loaderData.head} />
      <PageHeading title={texts.title} />
      {articles.length === 0 ? (
        <ComingSoon texts={texts} />
      ) : (
        <section className="sheet pb-section" aria-label={texts.title}>
          <div className="grid gap-x-gutter gap-y-stack ratio-4/3 sm:grid-cols-2 lg:grid-cols-3">
            {articles.map((article, index) => (
              <MediaCard
                key={article.slug}
                article={article}
                read={texts.readMore}
                eager={index === 0}
              />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function ComingSoon({ texts }: { texts: PageTexts['media'] }) {
  const sketch = '/drawings/18-timber-pavilion';
  return (
    <section className="fence sheet min-h-[46svh] content-center gap-y-6 pb-section print:min-h-0">
      <p className="text-large font-420 tracking-none flare md:col-label md:pe-gutter">
        <SlashText /> {texts.label}
      </p>
      <h2 className="text-display md:col-main">{texts.heading}</h2>
      <p className="measure-26 text-large md:col-text">{texts.text}</p>
      <p className="md:col-text">
        <PageButtonLink to="/insights">{texts.link}</PageButtonLink>
      </p>
      <div className="mt-stack md:col-main-bleed">
        <img
          className="w-full drawing bg-paper print:hidden"
          src={`${sketch}-1440.png`}
          srcSet={`${sketch}-720.png 720w, ${sketch}-1440.png 1440w`}
          sizes="(min-width: 48rem) 72vw, 100vw"
          alt=""
          width="1440"
          height="960"
          loading="lazy"
          decoding="async"
        />
      </div>
    </section>
  );
}

const cardSizes = '(min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 92vw';

function MediaCard({ article, read, eager }: { article: Entry; read: string; eager: boolean }) {
  const { slug, title, category, excerpt, published, picture } = article;

  return (
    <article className="card swell">
      <Picture picture={picture} sizes={cardSizes} eager={eager} />
      <DimensionLine>{category}</DimensionLine>
      <h2 className="my-1.5 text-lead/heading font-normal tracking-snug">
        <SlidingText>{title}</SlidingText>
      </h2>
      <p className="line-clamp-4 measure-34 text-ink-2 print:line-clamp-none">{excerpt}</p>
      <p className="mt-3 flex justify-between gap-4">
        <CutLink to={`/media/${slug}`} card>
          {read}
          <span className="sr-only">: {title}</span>
        </CutLink>
        <time className="text-note text-ink-2" dateTime={published.on}>
          {published.text}
        </time>
      </p>
    </article>
  );
}
