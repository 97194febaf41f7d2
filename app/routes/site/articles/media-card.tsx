import { CutLink } from '#app/ui/cut-link.tsx';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { Drawer } from '#app/ui/drawer.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';

/** How wide the pictures of the cards are shown. */
export const cardSizes = '(min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 92vw';

interface MediaCardProps {
  article: {
    slug: string;
    title: string;
    category: string;
    excerpt: string;
    published: { on: string; said: string };
    picture: PictureData;
  };
  /** What its link says. */
  readMore: string;
  eager: boolean;
}

/** A media article in the card grid (ledger M-1). One link covers the whole card. */
export function MediaCard({ article, readMore, eager }: MediaCardProps) {
  const { slug, title, category, excerpt, published, picture } = article;
  return (
    <article className="card swell">
      <Picture picture={picture} sizes={cardSizes} eager={eager} />
      <DimensionLine>{category}</DimensionLine>
      <h2 className="my-1.5 text-lead/heading font-normal tracking-snug">
        <Drawer>{title}</Drawer>
      </h2>
      <p className="line-clamp-4 max-w-[34em] text-ink-2 print:line-clamp-none">{excerpt}</p>
      <p className="mt-3 flex justify-between gap-4">
        <CutLink to={`/media/${slug}`} card>
          {readMore}
          <span className="sr-only">: {title}</span>
        </CutLink>
        <time className="text-note text-ink-2" dateTime={published.on}>
          {published.said}
        </time>
      </p>
    </article>
  );
}
