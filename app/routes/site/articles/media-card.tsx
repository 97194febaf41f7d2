import { CutLink } from '#app/ui/cut-link.tsx';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { Drawer } from '#app/ui/drawer.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import '#app/styles/card.css';

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
    <article className="card">
      <Picture picture={picture} sizes={cardSizes} eager={eager} />
      <DimensionLine>{category}</DimensionLine>
      <h2 className="card__title">
        <Drawer>{title}</Drawer>
      </h2>
      <p className="card__text">{excerpt}</p>
      <p className="card__go card__go--dated">
        <CutLink to={`/media/${slug}`} card>
          {readMore}
          <span className="vh">: {title}</span>
        </CutLink>
        <time className="card__meta" dateTime={published.on}>
          {published.said}
        </time>
      </p>
    </article>
  );
}
